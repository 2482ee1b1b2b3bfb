"""Changes of rows in plain words, for the log and for what does not fit."""

from collections.abc import Mapping
from typing import Any

from django.db.models import ForeignKey, Model
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.chain.column_words import COLUMNS
from wk.chain.rows import Row, values_of
from wk.chain.watched import SECRET, columns, model_of_table

# What a row is called, by its model.
NOUNS: Mapping[str, Promise] = {
    "accounts.User": gettext_lazy("account"),
    "accounts.User_groups": gettext_lazy("group of an account"),
    "accounts.User_user_permissions": gettext_lazy("permission of an account"),
    "auditlog.AuditLogEntry": gettext_lazy("line of the log"),
    "chain.Event": gettext_lazy("event"),
    "chain.Wiping": gettext_lazy("something taken out of the log"),
    "hall.Announcement": gettext_lazy("announcement"),
    "hall.CeremonyStep": gettext_lazy("ceremony"),
    "hall.WallHold": gettext_lazy("wall"),
    "phones.PlayerKey": gettext_lazy("code of a player’s card"),
    "phones.TableCall": gettext_lazy("call for the director"),
    "phones.TableKey": gettext_lazy("code of a table’s phone"),
    "printing.Logo": gettext_lazy("logo"),
    "scoreforms.Check": gettext_lazy("check of a form"),
    "scoreforms.Objection": gettext_lazy("objection"),
    "scoreforms.PaperHolder": gettext_lazy("paper of a form"),
    "scoreforms.Photo": gettext_lazy("photo of a form"),
    "scoreforms.Result": gettext_lazy("result"),
    "scoreforms.ScoreForm": gettext_lazy("score form"),
    "scoreforms.Version": gettext_lazy("version of a form"),
    "tournament.Entry": gettext_lazy("player"),
    "tournament.FixedSeat": gettext_lazy("fixed seat"),
    "tournament.HandedPrize": gettext_lazy("prize that was handed out"),
    "tournament.Payment": gettext_lazy("payment"),
    "tournament.Player": gettext_lazy("person"),
    "tournament.PrintedAddress": gettext_lazy("address on paper"),
    "tournament.PrizeCategory": gettext_lazy("category of prizes"),
    "tournament.PrizeMark": gettext_lazy("mark for a prize"),
    "tournament.Round": gettext_lazy("round"),
    "tournament.Seat": gettext_lazy("seat"),
    "tournament.Separation": gettext_lazy("wish who sits apart"),
    "tournament.Separation_entries": gettext_lazy("player who sits apart"),
    "tournament.Substitute": gettext_lazy("substitute"),
    "tournament.Table": gettext_lazy("table"),
    "tournament.Tournament": gettext_lazy("tournament"),
}
EVENTS: Mapping[str, Promise] = {
    "login": gettext_lazy("%(about)s has logged in."),
    "failed_login": gettext_lazy("Somebody tried to log in as %(about)s, and could not."),
    "failed_code": gettext_lazy("A wrong code was typed as a second step of %(about)s."),
    "recovery_login": gettext_lazy("%(about)s has logged in with a recovery code."),
    "logout": gettext_lazy("%(about)s has logged out."),
    "second_step_on": gettext_lazy("Logging in as %(about)s asks for a code of an app now."),
    "second_step_off": gettext_lazy("Logging in as %(about)s asks for no code any more."),
    "recovery_codes": gettext_lazy("%(about)s has new recovery codes."),
    "refused": gettext_lazy("This was tried and refused: %(about)s."),
    "forged": gettext_lazy("This came with a key that is false or no longer there: %(about)s."),
    "more_tries": gettext_lazy("So many more tries were refused within ten minutes: %(about)s."),
    "taken_along": gettext_lazy("This was taken along: %(about)s."),
    "backed_up": gettext_lazy("A backup was asked for: %(about)s."),
    "place_chosen": gettext_lazy("Backups are copied to %(about)s as well."),
    "place_forgotten": gettext_lazy("Backups are copied to %(about)s no more."),
    "hall_opened": gettext_lazy("Card champion has been opened to the hall, at %(about)s."),
    "hall_closed": gettext_lazy("Card champion has been closed to the hall."),
    "taken_over": gettext_lazy("The second laptop has taken over from %(about)s"),
}
NAMING = ("number", "name", "username", "text", "about")  # columns that say which row it is
ASIDE = ("tournament_id", "author_id", "version_id")  # columns that do not say which row it is
LONGEST = 60  # characters of one value


def noun_of(row: Row) -> str:
    """Return what a row is called; the name of its table if wk has no such rows any more."""
    model = model_of_table(row.table)
    return str(NOUNS.get(model._meta.label, model._meta.verbose_name)) if model else row.table


def row_words(row: Row, text: str, linked: Mapping[Row, str] | None = None) -> str:
    """Return which row it is: "player 12 Anna de Wit".

    `linked` names the rows that it refers to; without it they are named by their keys.
    """
    values = _values(row, text)
    names = [_value(values[column]) for column in NAMING if values.get(column)]
    if not any(values.get(column) for column in NAMING[1:]):
        names += [
            f"({name})"
            for column, value in values.items()
            if column not in ASIDE and (name := _linked(row, column, value, linked))
        ]
    return " ".join([noun_of(row), *(names or [str(row.key)])])


def change_words(row: Row, before: str, after: str, linked: Mapping[Row, str] | None = None) -> str:
    """Return what happened to a row: "player 12 Anna: club: De Slag → Troef"."""
    if not before or not after:
        text = _("%(row)s added") if after else _("%(row)s removed")
        return text % {"row": row_words(row, after or before, linked)}
    old, new = values_of(before), _values(row, after)
    changed = [
        f"{_column(row, column)}: "
        f"{_shown(row, column, old.get(column), linked)} → {_shown(row, column, value, linked)}"
        for column, value in new.items()
        if column in old and value != old[column]
    ]
    return f"{row_words(row, after, linked)}: {'; '.join(changed)}"


def _values(row: Row, text: str) -> dict[str, Any]:
    """Return the columns of a row in the order of its model: PostgreSQL has one of its own."""
    found = values_of(text)
    model = model_of_table(row.table)
    known = [column for column, _is_hashed in columns(model)] if model else []
    return {
        column: found[column]
        for column in [*known, *sorted(found.keys() - known)]
        if column in found
    }


def event_words(text: str) -> str:
    """Return the sentence of an event."""
    values = values_of(text)
    words = EVENTS.get(str(values.get("kind")), _("event"))
    return str(words) % {"about": values.get("about") or "–"}


def reference(row: Row, column: str, value: Any) -> Row | None:
    """Return the row that a column refers to, None if it refers to none."""
    model = model_of_table(row.table)
    field = model and _field(model, column)
    if not isinstance(value, int) or not isinstance(field, ForeignKey):
        return None
    return Row(field.related_model._meta.db_table, value)


def references(row: Row, text: str) -> list[Row]:
    """Return the rows that a row refers to and is named by, from its text."""
    values = values_of(text)
    found = [reference(row, column, values[column]) for column in values if column not in ASIDE]
    return [other for other in found if other]


def _linked(row: Row, column: str, value: Any, linked: Mapping[Row, str] | None) -> str:
    other = reference(row, column, value)
    if other is None:
        return ""
    return (linked or {}).get(other) or f"{noun_of(other)} #{other.key}"


def _shown(row: Row, column: str, value: Any, linked: Mapping[Row, str] | None) -> str:
    model = model_of_table(row.table)
    if model and column in SECRET.get(model._meta.label, ()):
        return "•••"
    return _linked(row, column, value, linked) or _value(_chosen(row, column, value))


def _chosen(row: Row, column: str, value: Any) -> Any:
    """Return the words of today for a value that is one of several: "every" is "every form"."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    model = model_of_table(row.table)
    field = _field(model, column) if model else None
    if value == "" or field is None or not field.flatchoices:
        return value
    return dict(field.flatchoices).get(value, value)


def _value(value: Any) -> str:
    if value is None or value == "":
        return "–"
    text = str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _column(row: Row, column: str) -> str:
    model = model_of_table(row.table)
    field = model and _field(model, column)
    name = getattr(field, "verbose_name", column)
    # A field without a name of its own is called by its column, in English only.
    return str(name if isinstance(name, Promise) else COLUMNS.get(column, column))


def _field(model: type[Model], column: str) -> Any:
    return next((field for field in model._meta.concrete_fields if field.column == column), None)
