"""The initials of a name, and how the name of a person is stored who is shown by them."""

from collections.abc import Mapping

from wk.tournament.surnames import name_parts

NAME_COLUMNS = ("name", "surname", "full_name", "full_surname")


def initials(name: str, surname: str = "") -> str:
    """Return the initials of a full name in the order in which it is spoken.

    A suffix, such as jr. or (Utrecht), is left out.

    >>> initials("Jan van der Waal"), initials("Wal, Sjoerd van der"), initials("IJsbrand 't Hart")
    ('J. v. d. W.', 'S. v. d. W.', 'IJ. t. H.')
    """
    parts = name_parts(name, surname)
    words = f"{parts.given} {parts.prefix} {parts.surname}".split()
    return " ".join(filter(None, map(_initial, words))) or "?"


def _initial(word: str) -> str:
    letters = "".join(letter for letter in word if letter.isalnum())
    if not letters:
        return ""
    # In Dutch ij is one letter at the start of a name.
    return f"{letters[:2] if letters[:2] == 'IJ' else letters[0]}."


def stored_name(name: str, surname: str, *, by_initials: bool) -> Mapping[str, str]:
    """Return the columns in which a name is stored, of a person or of an entry.

    With `by_initials` the name that everybody sees is that of initials, and the full one stands
    apart, where only officials read it.
    """
    if not by_initials:
        return {"name": name, "surname": surname, "full_name": "", "full_surname": ""}
    short = initials(name, surname)
    return {"name": short, "surname": "", "full_name": name, "full_surname": surname}
