"""Actions on tournaments: create one, change its settings, set the rules of its game.

Each is one transaction, and raises ActionRefused if it is not allowed.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.registry import DEFAULT, game
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.tournament.models import Round, Tournament
from wk.tournament.round_states import is_by_standings

_DRAWN_OTHERWISE = gettext_lazy(
    "Round %(number)d has been drawn for other rules. Discard that draw first."
)


@transaction.atomic
def create_tournament(
    *,
    name: str,
    date: dt.date,
    slug: str = "",
    venue: str = "",
    game: str = DEFAULT,
    options: Mapping[str, Any] | None = None,
    round_count: int = 3,
    last_round: str = Tournament.LastRound.LOT,
    round_minutes: int | None = None,
    odds: bool = False,
) -> Tournament:
    """Create a tournament and return it. An empty slug is made from name and year.

    Raises ActionRefused if the slug is taken.
    """
    tournament = Tournament(
        name=name,
        slug=slug or free_slug(name, date),
        date=date,
        venue=venue,
        game=game,
        options=dict(options or {}),
        round_count=round_count,
        last_round=last_round,
        round_minutes=round_minutes,
        odds=odds,
    )
    return _saved(tournament)


def _saved(tournament: Tournament) -> Tournament:
    """Save a tournament and return it. Raises ActionRefused if its slug is taken.

    The database checks the slug: two requests may choose the same one at the same moment.
    """
    try:
        with transaction.atomic():
            tournament.save()
    except IntegrityError as error:
        raise ActionRefused(_("Another tournament has this address.")) from error
    return tournament


def free_slug(name: str, date: dt.date) -> str:
    """Return a free slug made from name and year, with a number if that is taken."""
    # 40 of the 50 characters of the field: the rest is for the year and the number.
    base = slugify(name)[:40].strip("-") or "wk"
    if str(date.year) not in base:
        base = f"{base}-{date.year}"
    taken = set(Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    count = 1
    while (slug := base if count == 1 else f"{base}-{count}") in taken:
        count += 1
    return slug


@transaction.atomic
def update_tournament(*, tournament: Tournament, **changes: Any) -> Tournament:
    """Change fields of a tournament; `changes` has the new values by name of the field.

    Another game starts with its default rules, because options belong to one game. Raises
    ActionRefused if the changes do not fit the rounds that are drawn already.
    """
    locked = lock_row(Tournament.objects.filter(pk=tournament.pk))
    drawn = locked.rounds.aggregate(last=Max("number"))["last"] or 0
    if drawn and changes.get("game", locked.game) != locked.game:
        raise ActionRefused(_("The game cannot change any more: a round has been drawn."))
    if is_drawn_here(locked) and changes.get("last_round", locked.last_round) != locked.last_round:
        raise ActionRefused(_("How the last round is seated is chosen before the first is drawn."))
    if changes.get("round_count", drawn) < drawn:
        raise ActionRefused(
            ngettext(
                "%(count)d round has been drawn already.",
                "%(count)d rounds have been drawn already.",
                drawn,
            )
            % {"count": drawn}
        )
    if changes.get("game", locked.game) != locked.game:
        locked.options = {}
    # Another number of rounds may turn the drawn round into the last one, or into an earlier one.
    before = is_by_standings(locked, drawn)
    for field, value in changes.items():
        setattr(locked, field, value)
    unconfirmed = locked.rounds.filter(number=drawn, state=Round.State.DRAWN)
    if is_by_standings(locked, drawn) != before and unconfirmed.exists():
        raise ActionRefused(_DRAWN_OTHERWISE % {"number": drawn})
    return _saved(locked)


def is_drawn_here(tournament: Tournament) -> bool:
    """Return whether wk drew a round of this tournament. Imported rounds have no draw number."""
    return tournament.rounds.exclude(seed=None).exists()


@transaction.atomic
def update_options(*, tournament: Tournament, options: Mapping[str, Any]) -> Tournament:
    """Set the options of the game of a tournament, and return the tournament.

    `options` are those of `tournament.game`. Raises Invalid with every problem of the options.
    Raises ActionRefused if a round has started, if the tournament has another game by now, or if a
    drawn round does not fit the new rules.
    """
    locked = lock_row(Tournament.objects.filter(pk=tournament.pk))
    if locked.game != tournament.game:
        raise ActionRefused(_("This has changed meanwhile. Look at it again."))
    if why := cannot_set_rules(locked):
        raise ActionRefused(why)
    rules = game(locked.game, options)
    # No round has started, but some may be drawn: their tables and pairs have to fit.
    for round in locked.rounds.all():
        fits = round.table_sizes <= set(rules.table_sizes)
        if not fits or rules.partners != locked.rules.partners:
            raise ActionRefused(_DRAWN_OTHERWISE % {"number": round.number})
    locked.options = dict(rules.options)
    locked.save(update_fields=["options"])
    return locked


def cannot_set_rules(tournament: Tournament) -> str:
    """Return why the rules of a tournament cannot be set now, "" if they can."""
    if not tournament.rules.settings.fields:
        return _("The rules of this game are fixed.")
    started = tournament.rounds.started().first()
    if started:
        text = _("The rules cannot change any more: round %(number)d has started.")
        return text % {"number": started.number}
    return ""
