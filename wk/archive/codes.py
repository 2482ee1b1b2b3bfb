"""The codes of problems of an archive, with their messages.

The codes for forms and options are in the modules of the games. A code never changes, as programs
may rely on it; a message may.
"""

from scoring import registry
from scoring.problems import COMMON_MESSAGES
from scoring.text import Text

MESSAGES: dict[str, Text] = COMMON_MESSAGES | {
    # The file as a whole
    "TOO_LARGE": Text("Het bestand is groter dan {most} MB.", "The file is larger than {most} MB."),
    "NOT_UTF8": Text(
        "Het bestand is geen UTF-8 (byte {byte}).", "The file is not UTF-8 (byte {byte})."
    ),
    "BYTE_ORDER_MARK": Text(
        "Het bestand begint met een byte order mark. Bewaar het als UTF-8 zonder BOM.",
        "The file begins with a byte order mark. Save it as UTF-8 without BOM.",
    ),
    "NOT_JSON": Text(
        "Dit is geen JSON: regel {line}, kolom {column}.",
        "This is not JSON: line {line}, column {column}.",
    ),
    "TOO_MANY_BRACKETS": Text(
        "Er staan meer dan {most} haakjes in: dat is geen archief.",
        "There are more than {most} brackets in it: that is no archive.",
    ),
    "TOO_DEEP": Text(
        "Meer dan {most} haakjes diep: dat is geen archief.",
        "More than {most} brackets deep: that is no archive.",
    ),
    "DUPLICATE_KEY": Text("“{key}” staat er twee keer.", "“{key}” is there twice."),
    "NUMBER_TOO_LARGE": Text("Dit getal is te groot.", "This number is too large."),
    "TEXT_UNCLEAN": Text(
        "“{value}” heeft tekens die niet te tonen zijn.",
        "“{value}” has characters that cannot be shown.",
    ),
    "TOO_MANY_PROBLEMS": Text(
        "Er zijn meer dan {most} problemen; de rest is niet nagekeken.",
        "There are more than {most} problems; the rest has not been looked at.",
    ),
    # The value of a key
    "KEY_MISSING": Text("“{key}” ontbreekt.", "“{key}” is missing."),
    "NOT_AN_OBJECT": Text(
        "“{key}” hoort een object te zijn, tussen accolades.",
        "“{key}” should be an object, between braces.",
    ),
    "NOT_A_LIST": Text(
        "“{key}” hoort een lijst te zijn, tussen blokhaken.",
        "“{key}” should be a list, between brackets.",
    ),
    "NOT_A_TEXT": Text("“{key}” hoort een tekst te zijn.", "“{key}” should be a text."),
    "NOT_AN_INTEGER": Text(
        "“{key}” hoort een heel getal te zijn.", "“{key}” should be a whole number."
    ),
    "NUMBER_OUT_OF_RANGE": Text(
        "“{key}” ligt van {least} tot en met {most}.", "“{key}” is from {least} to {most}."
    ),
    "TEXT_EMPTY": Text("“{key}” is leeg.", "“{key}” is empty."),
    "TEXT_TOO_LONG": Text(
        "“{key}” is langer dan {longest} tekens.",
        "“{key}” is longer than {longest} characters.",
    ),
    # The tournament
    "UNKNOWN_FORMAT": Text(
        "Dit is geen archief van een toernooi: “format” hoort “{right}” te zijn.",
        "This is no archive of a tournament: “format” should be “{right}”.",
    ),
    "UNKNOWN_VERSION": Text(
        "Dit programma leest versie {right} van het archief.",
        "This program reads version {right} of the archive.",
    ),
    "SLUG_INVALID": Text(
        "“slug” heeft alleen letters, cijfers, - en _, zonder accenten.",
        "“slug” has only letters, digits, - and _, without accents.",
    ),
    "SLUG_EXISTS": Text(
        "Er is al een toernooi “{slug}”: {name}.",
        "There is a tournament “{slug}” already: {name}.",
    ),
    "DATE_INVALID": Text(
        "“date” is een dag, geschreven als 2026-11-21.",
        "“date” is a day, written as 2026-11-21.",
    ),
    "UNKNOWN_GAME": Text("Onbekend spel: “{game}”.", "Unknown game: “{game}”."),
    # Players, rounds and tables
    "START_NUMBER_TWICE": Text(
        "Startnummer {number} is twee keer gegeven.", "Start number {number} is given twice."
    ),
    "ROUND_NOT_IN_ORDER": Text(
        "Hier hoort ronde {right} te staan.", "Round {right} is expected here."
    ),
    "TOO_MANY_ROUNDS": Text(
        "Het toernooi heeft {rounds} rondes; hier staan er {found}.",
        "The tournament has {rounds} rounds; there are {found} here.",
    ),
    "NO_TABLES": Text("Deze ronde heeft geen tafels.", "This round has no tables."),
    "TABLE_TWICE": Text("Tafel {number} staat er twee keer.", "Table {number} is there twice."),
    "SEATED_AFTER_WITHDRAWAL": Text(
        "Speler {number} is na ronde {after} gestopt en kan hier niet zitten.",
        "Player {number} left after round {after} and cannot sit here.",
    ),
    "PARTNERS_CHANGED": Text(
        "Speler {number} heeft hier een andere partner; in dit toernooi blijven paren bij elkaar.",
        "Player {number} has another partner here; in this tournament pairs stay together.",
    ),
}


def every_code() -> list[tuple[str, Text]]:
    """Return all codes of forms, options and archives with their messages, sorted by code.

    A code occurs twice if archives have another message for it, one that names the key of the file.
    """
    both = {*registry.MESSAGES.items(), *MESSAGES.items()}
    return sorted(both, key=lambda each: (each[0], each[1].nl))
