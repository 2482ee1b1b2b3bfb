"""The tournaments of today on the first page of wk, and what is going on in each."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.contrib.auth.models import AnonymousUser

from wk.accounts.models import User
from wk.rounds.next_step import TournamentProgress, progress
from wk.standings.queries import Standing, visible_standings
from wk.standings.visibility import result_visibility, running_rounds
from wk.tournament.models import Tournament


class Moment(StrEnum):
    """What is going on in a tournament, as everybody may know it."""

    BEFORE = "before"  # nobody has a seat yet
    SEATS = "seats"  # players look for their seats
    PLAYING = "playing"  # forms come in
    BETWEEN = "between"  # a round is over, and the next one has no seats yet
    PLAYED = "played"  # all rounds are over, and the end is not public
    OVER = "over"  # there is a champion


@dataclass(frozen=True, slots=True)
class TodaysTournament:
    """One tournament at the top of the first page.

    - `when`: today, next or last: by its date, or today for one that is being played.
    - `number`: the number of the round that the moment is about, 0 for none.
    - `champions`: several if they are equal (A16), none before the end.
    """

    tournament: Tournament
    when: str
    progress: TournamentProgress
    moment: Moment
    number: int = 0
    champions: tuple[Standing, ...] = ()


def todays_tournaments(
    tournaments: Sequence[Tournament], today: date, reader: User | AnonymousUser | None = None
) -> tuple[TodaysTournament, ...]:
    """Return the tournaments of today, or else the next one, or else the last one.

    Practice tournaments count only if there are no others. Their progress is that of `progress`
    for this `reader`.
    """
    real = [each for each in tournaments if not each.is_practice] or tournaments
    return tuple(_todays(each, when, reader) for each, when in _chosen(real, today))


def _chosen(tournaments: Iterable[Tournament], today: date) -> list[tuple[Tournament, str]]:
    by_date = sorted(tournaments, key=lambda each: (each.date, each.name))
    playing = {round.tournament_id for round in running_rounds()}
    now = [each for each in by_date if each.date == today]
    # A tournament of two days, and one with a wrong date, are there while they are played.
    now += [each for each in by_date if each.date != today and each.pk in playing]
    if now:
        return [(each, "today") for each in now]
    to_come = [(each, "next") for each in by_date if each.date > today]
    return to_come[:1] or [(each, "last") for each in by_date[-1:]]


def _todays(
    tournament: Tournament, when: str, reader: User | AnonymousUser | None
) -> TodaysTournament:
    now = progress(tournament, reader)
    moment, number = _moment(now)
    if moment != Moment.PLAYED:
        return TodaysTournament(tournament, when, now, moment, number)
    shown = visible_standings(result_visibility(tournament, sees_all=False))
    moment = Moment.OVER if shown.champions else moment
    return TodaysTournament(tournament, when, now, moment, number, shown.champions)


def _moment(now: TournamentProgress) -> tuple[Moment, int]:
    """Return what is going on, and the number of its round."""
    forms, seats_of = now.forms, now.seats_of
    if forms and seats_of == forms.round.number and forms.handed_in:
        return Moment.PLAYING, seats_of
    if seats_of:
        return Moment.SEATS, seats_of
    if forms is None:
        return Moment.BEFORE, 0
    number = forms.round.number
    return (Moment.PLAYED if number >= now.tournament.round_count else Moment.BETWEEN), number
