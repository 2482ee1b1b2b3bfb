"""What is told of a row that is new or gone, where “added” and “removed” say too little.

Each function gets the columns of the row, and a function that names the row to which a column
refers.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

Values = Mapping[str, Any]
Names = Callable[[str], str]
Sentence = Callable[[Values, Names], str]


def _address_printed(values: Values, name: Names) -> str:
    about = {"address": values.get("origin"), "round": name("round_id")}
    if about["round"]:
        return _("score sheets of %(round)s printed with the address %(address)s") % about
    return _("cards printed with the address %(address)s") % about


def _taken_out(values: Values, name: Names) -> str:
    return _("taken out of the log: %(about)s") % {"about": values.get("about")}


def _paper_taken(values: Values, name: Names) -> str:
    about = {"form": name("form_id"), "name": name("official_id")}
    return _("paper of %(form)s lies with %(name)s") % about


def _form_begun(values: Values, name: Names) -> str:
    return _("somebody began the form of %(table)s") % {"table": name("table_id")}


def _result(values: Values, name: Names) -> str:
    about = {"seat": name("seat_id"), "points": values.get("points")}
    return _("result of %(seat)s: %(points)s points") % about


def _result_gone(values: Values, name: Names) -> str:
    about = {"seat": name("seat_id"), "points": values.get("points")}
    return _("result of %(seat)s removed: %(points)s points") % about


def _held(values: Values, name: Names) -> str:
    if screen := values.get("screen"):
        return _("screen %(number)s: held") % {"number": screen}
    return _("all screens: held")


def _let_go(values: Values, name: Names) -> str:
    if screen := values.get("screen"):
        return _("screen %(number)s: follows the day again") % {"number": screen}
    return _("all screens: follow the day again")


def _place_of_fixed_seat(values: Values) -> str:
    parts = {
        "table": _("table %(number)s"),
        "seat": _("seat %(number)s"),
        "round": _("round %(number)s"),
    }
    told = [text % {"number": values[key]} for key, text in parts.items() if values.get(key)]
    return ", ".join(told)


def _seat_fixed(values: Values, name: Names) -> str:
    about = {"player": name("entry_id"), "place": _place_of_fixed_seat(values)}
    return _("fixed seat of %(player)s: %(place)s") % about


def _seat_free(values: Values, name: Names) -> str:
    about = {"player": name("entry_id"), "place": _place_of_fixed_seat(values)}
    return _("fixed seat of %(player)s removed: %(place)s") % about


def _joined(values: Values, name: Names) -> str:
    about = {"player": name("entry_id"), "group": name("separation_id")}
    return _("%(player)s is in the group that does not sit together: %(group)s") % about


def _left(values: Values, name: Names) -> str:
    about = {"player": name("entry_id"), "group": name("separation_id")}
    return _("%(player)s is no more in the group that does not sit together: %(group)s") % about


def _group(values: Values, name: Names) -> str:
    text = (
        _("group that must not sit together: %(name)s")
        if values.get("is_hard")
        else _("group that does not sit together if possible: %(name)s")
    )
    return text % {"name": values.get("name") or _("without a name")}


def _looked_at(values: Values, name: Names) -> str:
    if values.get("typed_id"):
        is_same = values.get("agrees")
        text = (
            _("%(form)s typed again: the same") if is_same else _("%(form)s typed again: differs")
        )
    elif values.get("agrees"):
        text = _("%(form)s looked at beside the paper: right")
    else:
        text = _("%(form)s counts without a second look")
    return text % {"form": name("version_id")}


def _seated(values: Values, name: Names) -> str:
    about = {"player": name("entry_id"), "seat": values.get("number"), "table": name("table_id")}
    return _("seat of %(player)s: %(table)s, seat %(seat)s") % about


def _unseated(values: Values, name: Names) -> str:
    about = {"player": name("entry_id"), "seat": values.get("number"), "table": name("table_id")}
    return _("seat of %(player)s removed: %(table)s, seat %(seat)s") % about


# By the model of the row.
ADDED: Mapping[str, Sentence] = {
    "chain.Wiping": _taken_out,
    "hall.WallHold": _held,
    "scoreforms.Check": _looked_at,
    "scoreforms.PaperHolder": _paper_taken,
    "scoreforms.Result": _result,
    "scoreforms.ScoreForm": _form_begun,
    "tournament.FixedSeat": _seat_fixed,
    "tournament.PrintedAddress": _address_printed,
    "tournament.Seat": _seated,
    "tournament.Separation": _group,
    "tournament.Separation_entries": _joined,
}
REMOVED: Mapping[str, Sentence] = {
    "hall.WallHold": _let_go,
    "scoreforms.Result": _result_gone,
    "tournament.FixedSeat": _seat_free,
    "tournament.Seat": _unseated,
    "tournament.Separation_entries": _left,
}
