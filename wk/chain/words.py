"""Changes of rows in plain words, for the log and for what does not fit."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import ForeignKey, OneToOneField
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.chain.column_words import COLUMNS, OF_MODEL
from wk.chain.row_sentences import ADDED, REMOVED
from wk.chain.rows import Row, values_of
from wk.chain.value_words import field_of, short_text, value_words
from wk.chain.watched import columns, model_of_table

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
    "hall.WallHold": gettext_lazy("held screen"),
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
    "tournament.Player": gettext_lazy("person (of all editions)"),
    "tournament.PrintedAddress": gettext_lazy("address on paper"),
    "tournament.PrizeCategory": gettext_lazy("category of prizes"),
    "tournament.PrizeMark": gettext_lazy("mark for a prize"),
    "tournament.Round": gettext_lazy("round"),
    "tournament.Seat": gettext_lazy("seat"),
    "tournament.Separation": gettext_lazy("group that does not sit together"),
    "tournament.Separation_entries": gettext_lazy("player of a group that does not sit together"),
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
    "refused": gettext_lazy("Something was tried and refused."),
    "forged": gettext_lazy("Something came with a code that is not valid. Nothing was changed."),
    "more_tries": gettext_lazy("More tries that were refused within ten minutes: %(about)s."),
    "taken_along": gettext_lazy("This was downloaded: %(about)s."),
    "backed_up": gettext_lazy("A backup was asked for, in the folder %(about)s."),
    "place_chosen": gettext_lazy("Backups are copied to %(about)s as well."),
    "place_forgotten": gettext_lazy("Backups are copied to %(about)s no more."),
    "hall_opened": gettext_lazy("Card champion has been opened to the hall, at %(about)s."),
    "hall_closed": gettext_lazy("Card champion has been closed to the hall."),
    "taken_over": gettext_lazy("The second laptop has taken over from %(about)s"),
    "followed": gettext_lazy("A second laptop follows and gets everything: %(about)s."),
    "followed_no_more": gettext_lazy("The second laptop follows no more: %(about)s."),
}
NAMING = (
    "number",
    "name",
    "username",
    "text",
    "about",
    "origin",
)  # columns that say which row it is
# Columns that do not say which row it is.
ASIDE = frozenset(
    {
        *("tournament_id", "author_id", "typed_id", "adjudicated_by_id"),
        *("answered_by_id", "ended_by_id", "undone_by_id"),
    }
)
# Columns that say less than another one of the same row, by model.
LESS: Mapping[str, str] = {
    "scoreforms.Objection": "version_id",
    "scoreforms.Result": "version_id",
    "tournament.Seat": "round_id",
}


def noun_of(row: Row) -> str:
    """Return what a row is called; the name of its table if wk has no such rows any more."""
    model = model_of_table(row.table)
    return str(NOUNS.get(model._meta.label, model._meta.verbose_name)) if model else row.table


def row_words(row: Row, text: str, linked: Mapping[Row, str] | None = None) -> str:
    """Return which row it is: "player 12 Anna de Wit".

    `linked` names the rows that it refers to; without it they are named by their keys.
    """
    values = _values(row, text)
    names = [short_text(values[column]) for column in NAMING if values.get(column)]
    if not any(values.get(column) for column in NAMING[1:]):
        names += [
            f"({name})"
            for column, value in values.items()
            if not _is_aside(row, column) and (name := _linked(row, column, value, linked))
        ]
    nameless = [] if _is_only_one(row) else [str(row.key)]
    return " ".join([noun_of(row), *(names or nameless)])


def change_words(
    row: Row,
    before: str,
    after: str,
    linked: Mapping[Row, str] | None = None,
    at: datetime | None = None,
) -> str:
    """Return what happened to a row: "player 12 Anna: club: De Slag → Troef".

    `at` is when it happened: times of that day are told without the day.
    """
    if not before or not after:
        return _came_or_went(row, before, after, linked)
    old, new = values_of(before), _values(row, after)
    changed = [
        _column_change(row, column, (old[column], value), linked, at)
        for column, value in new.items()
        if column in old and value != old[column]
    ]
    if not changed:  # both texts lost what differed, when a person was taken out of the log
        changed = [_("a name was taken out")]
    return f"{row_words(row, after, linked)}: {'; '.join(changed)}"


def _came_or_went(row: Row, before: str, after: str, linked: Mapping[Row, str] | None) -> str:
    """Return what is said of a row that is new, or that is gone."""
    model = model_of_table(row.table)
    told = (ADDED if after else REMOVED).get(model._meta.label) if model else None
    values = values_of(after or before)
    if told:
        return told(values, lambda column: _linked(row, column, values.get(column), linked))
    text = _("%(row)s added") if after else _("%(row)s removed")
    return text % {"row": row_words(row, after or before, linked)}


def _column_change(
    row: Row,
    column: str,
    values: tuple[Any, Any],
    linked: Mapping[Row, str] | None,
    at: datetime | None,
) -> str:
    """Return what happened to a column: "club: De Slag → Troef", "content changed"."""
    shown = [_shown(row, column, value, linked, at) for value in values]
    if None in shown:
        return _("%(column)s changed") % {"column": _column(row, column)}
    before, after = (text or "–" for text in shown)
    return f"{_column(row, column)}: {before} → {after}"


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
    about = str(values.get("about") or "–")
    if values.get("kind") == "taken_along":
        name, _space, mark = about.partition(" ")
        about = _("%(name)s (mark of the file: %(mark)s)") % {"name": name, "mark": mark}
    return str(words) % {"about": about}


def reference(row: Row, column: str, value: Any) -> Row | None:
    """Return the row that a column refers to, None if it refers to none."""
    model = model_of_table(row.table)
    field = field_of(model, column) if model else None
    if not isinstance(value, int) or not isinstance(field, ForeignKey):
        return None
    return Row(field.related_model._meta.db_table, value)


def references(row: Row, text: str) -> list[Row]:
    """Return the rows that a row refers to, from its text."""
    values = values_of(text)
    found = [reference(row, column, values[column]) for column in values]
    return [other for other in found if other]


def _linked(row: Row, column: str, value: Any, linked: Mapping[Row, str] | None) -> str:
    other = reference(row, column, value)
    if other is None:
        return ""
    return (linked or {}).get(other) or f"{noun_of(other)} #{other.key}"


def _shown(
    row: Row, column: str, value: Any, linked: Mapping[Row, str] | None, at: datetime | None
) -> str | None:
    """Return a value in words, None if no words tell it."""
    return _linked(row, column, value, linked) or value_words(
        model_of_table(row.table), column, value, at
    )


def _column(row: Row, column: str) -> str:
    model = model_of_table(row.table)
    if model and (own := OF_MODEL.get((model._meta.label, column))):
        return str(own)
    name = getattr(field_of(model, column) if model else None, "verbose_name", column)
    # A field without a name of its own is called by its column, in English only.
    return str(name if isinstance(name, Promise) else COLUMNS.get(column, column))


def _is_aside(row: Row, column: str) -> bool:
    model = model_of_table(row.table)
    return column in ASIDE or (model is not None and LESS.get(model._meta.label) == column)


def _is_only_one(row: Row) -> bool:
    """Return whether a tournament has one such row only: its key says nothing to anybody."""
    model = model_of_table(row.table)
    field = field_of(model, "tournament_id") if model else None
    return isinstance(field, OneToOneField)
