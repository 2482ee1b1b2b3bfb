"""Tournaments at a glance: players, rounds in progress, and the next step."""

from dataclasses import dataclass

from wk.players.queries import participants
from wk.rounds.by_standings import compared_with_standings
from wk.scoreforms.queries import FormCount, form_count
from wk.tournament.models import Round, Tournament


@dataclass(frozen=True, slots=True)
class Overview:
    """The progress of a tournament.

    `step` is the next thing to do: players, draw, look, start, forms, check, close, final or
    champion; `number` is the round that it is about. `forms` are those of the round started last.
    """

    tournament: Tournament
    player_count: int
    rounds: tuple[Round, ...]
    forms: FormCount | None
    step: str
    number: int

    @property
    def seats_of(self) -> int | None:
        """Return the number of the round with the seats to look for now, None without one.

        That is the round in progress while forms are missing, else the next round once it is
        confirmed.
        """
        if self.forms and self.forms.missing and self.forms.round.is_open:
            return self.forms.round.number
        coming = _coming(self.rounds)
        return coming.number if coming and coming.is_public else None

    @property
    def round(self) -> Round | None:
        """Return the round of the next step, None if it has not been drawn."""
        return next((round for round in self.rounds if round.number == self.number), None)


def overview(tournament: Tournament) -> Overview:
    """Return the progress of a tournament, in a few queries."""
    rounds = tuple(tournament.rounds.all())
    started = [round for round in rounds if round.is_started]
    forms = form_count(started[-1]) if started else None
    players = participants().filter(tournament=tournament).count()
    step, number = _next_step(tournament, players, rounds, forms)
    return Overview(tournament, players, rounds, forms, step, number)


@dataclass(frozen=True, slots=True)
class DrawnStep:
    """What to do with a round that has been drawn and has not started.

    `step` is earlier (confirm the round before it), standings (complete them), redraw, confirm or
    start. `why` says what the standings lack, or why the draw is stale; `notes` say where the draw
    does not go by rank.
    """

    round: Round
    step: str
    why: str
    notes: tuple[str, ...]


def drawn_step(round: Round, *, is_first: bool = True) -> DrawnStep:
    """Return what to do with a drawn round; `is_first` if all rounds before it are confirmed."""
    comparison = compared_with_standings(round)
    if not is_first:
        step = "earlier"
    elif comparison.incomplete:
        step = "standings"
    elif comparison.stale:
        step = "redraw"
    else:
        step = "start" if round.is_public else "confirm"
    return DrawnStep(round, step, comparison.incomplete or comparison.stale, comparison.notes)


def look_of(overview: Overview) -> DrawnStep | None:
    """Return what to do with the round of the next step, None if that is another kind of step."""
    is_drawn = overview.step in ("look", "start") and overview.round
    return drawn_step(overview.round) if is_drawn and overview.round else None


def _next_step(
    tournament: Tournament, players: int, rounds: tuple[Round, ...], forms: FormCount | None
) -> tuple[str, int]:
    if not players:
        return "players", 1
    if not rounds:
        return "draw", 1
    last = rounds[-1]
    coming = _coming(rounds)
    if coming == last and not last.is_public:
        return "look", last.number
    if forms and forms.missing and forms.round.is_open:
        return "forms" if forms.to_come else "check", forms.round.number
    begun = (round for round in rounds if round.is_started)
    if going_on := next((each for each in begun if each.state != Round.State.FINAL), None):
        return "close" if going_on.is_open else "final", going_on.number
    if coming:
        return "start" if coming.is_public else "look", coming.number
    if last.number < tournament.round_count:
        return "draw", last.number + 1
    return "champion", last.number


def _coming(rounds: tuple[Round, ...]) -> Round | None:
    """Return the first round that has not started, None without one."""
    return next((round for round in rounds if not round.is_started), None)
