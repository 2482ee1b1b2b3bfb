"""What alone the page of all changes can show."""

from collections.abc import Mapping

from django.apps import apps
from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

PAST = "past"  # what no page and no command of wk changed
# The filters of the page: their names, and the models that they show.
FILTERS: Mapping[str, tuple[Promise, tuple[str, ...]]] = {
    "logins": (gettext_lazy("Logging in, files, refused"), ("chain.Event",)),
    "accounts": (gettext_lazy("Accounts"), ("accounts.User",)),
    "players": (
        gettext_lazy("Players"),
        ("tournament.Entry", "tournament.Payment", "tournament.Substitute"),
    ),
    "seats": (
        gettext_lazy("Rounds and seats"),
        ("tournament.Round", "tournament.Table", "tournament.Seat", "tournament.FixedSeat"),
    ),
    "forms": (
        gettext_lazy("Forms"),
        ("scoreforms.Version", "scoreforms.Result", "scoreforms.Check", "scoreforms.Objection"),
    ),
    "settings": (gettext_lazy("Settings"), ("tournament.Tournament", "printing.Logo")),
    "hall": (
        gettext_lazy("Hall and prizes"),
        (
            *("hall.Announcement", "hall.WallHold", "hall.CeremonyStep"),
            *("tournament.PrizeCategory", "tournament.PrizeMark", "tournament.HandedPrize"),
        ),
    ),
    PAST: (gettext_lazy("Changed directly on the computer"), ()),
}


def models_of(kind: str) -> list[type[Model]]:
    """Return the models that a filter shows."""
    return [apps.get_model(label) for label in FILTERS[kind][1]]
