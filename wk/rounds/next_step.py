"""The progress of a tournament, and its next step."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.players.queries import not_checked_in, participants
from wk.rounds.by_standings import compared_with_standings
from wk.rounds.leavers import Leaver, leavers
from wk.scoreforms.queries import FormCount, form_count
from wk.scoreforms.review.queries import Undecided, undecided
from wk.tournament.finished_rounds import awaits_ceremony
from wk.tournament.models import Round, Tournament

MOST_REASON = 300  # characters of the reason in a log entry


@dataclass(frozen=True, slots=True)
class TournamentProgress:
    """The progress of a tournament.

    - `player_count`: the number of players who take part.
    - `rounds`: all rounds that have been drawn, in order.
    - `forms`: the counts of the forms of the round started last, None before the first start.
    - `step`: the next thing to do: players (enter them), draw, differs (adjudicate forms with two
      typings), objected (answer players), check (review forms), confirm, start, forms (type them
      in), close, ceremony (announce what is held back), final (make the round final) or champion
      (all is done). The most urgent one comes first.
    - `number`: the number of the round that the step is about.
    - `queue`: the forms to be looked at, of all rounds that are not final.
    """

    tournament: Tournament
    player_count: int
    rounds: tuple[Round, ...]
    forms: FormCount | None
    step: str
    number: int
    queue: tuple[Undecided, ...] = ()

    @property
    def is_about_forms(self) -> bool:
        """Return whether a clerk can take the next step too."""
        return self.step in ("differs", "objected", "check", "forms")

    def is_about(self, drawn: Round | None) -> bool:
        """Return whether the next step is one of the draw: of this drawn round, or of a new one."""
        if drawn is None:
            return self.step in ("players", "draw")
        return self.step == "confirm" and self.number == drawn.number

    @property
    def next_draw(self) -> int:
        """Return the number of the round to draw while the one before it is not final, else 0."""
        drawn = len(self.rounds)
        is_waiting = self.step == "final" and drawn < self.tournament.round_count
        return drawn + 1 if is_waiting else 0

    @property
    def differing(self) -> int:
        """Return the number of forms with two typings that differ."""
        return sum(each.differs for each in self.queue)

    @property
    def objected(self) -> int:
        """Return the number of forms that a player finds not right."""
        return sum(each.is_objected for each in self.queue)

    @property
    def seats_of(self) -> int | None:
        """Return the number of the round in which players look for their seats now, or None.

        It is the round in progress while forms are missing, else the next round once it is
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


def progress(
    tournament: Tournament, reader: User | AnonymousUser | None = None
) -> TournamentProgress:
    """Return the progress of a tournament, in a few queries.

    While forms are to come, the next step of a `reader` is no form that he typed himself: somebody
    else has to look at that.
    """
    rounds = tuple(tournament.rounds.all())
    started = [round for round in rounds if round.is_started]
    forms = form_count(started[-1]) if started else None
    players = participants().filter(tournament=tournament).count()
    queue = undecided(tournament) if started else ()
    others = tuple(each for each in queue if not each.waits_for_others_than(reader))
    step, number = _next_step(tournament, players, rounds, forms, others)
    if queue and not others and step != "forms":
        step, number = _most_urgent(queue)
    return TournamentProgress(tournament, players, rounds, forms, step, number, queue)


@dataclass(frozen=True, slots=True)
class DrawnStep:
    """The next step of a round that has been drawn and has not started.

    - `step`: earlier (confirm the round before it), standings (complete them), redraw, leavers
      (settle who sits in the seats of players who have stopped), confirm or start.
    - `why`: what the standings lack, or why the draw is stale, "" if neither.
    - `notes`: sentences about players who do not sit by rank.
    - `leavers`: the players who have stopped and still have a seat.
    """

    round: Round
    step: str
    why: str
    notes: tuple[str, ...]
    leavers: tuple[Leaver, ...] = ()

    @property
    def why_again(self) -> str:
        """Return why the draw is thrown away, "" if there is no need to."""
        if self.step == "redraw":
            return _("The standings have changed.")
        if self.step == "leavers":
            names = ", ".join(str(each.entry) for each in self.leavers)
            return (_("No longer there: %(names)s") % {"names": names})[:MOST_REASON]
        return ""


def drawn_step(round: Round, *, is_first: bool = True) -> DrawnStep:
    """Return the next step of a drawn round.

    `is_first` says whether all rounds before it are confirmed.
    """
    comparison = compared_with_standings(round)
    stopped = leavers(round)
    if not is_first:
        step = "earlier"
    elif comparison.incomplete:
        step = "standings"
    elif comparison.stale:
        step = "redraw"
    elif stopped:
        step = "leavers"
    else:
        step = "start" if round.is_public else "confirm"
    why = comparison.incomplete or comparison.stale
    return DrawnStep(round, step, why, comparison.notes, stopped)


def drawn_step_of(progress: TournamentProgress) -> DrawnStep | None:
    """Return the step of the drawn round that is next, None if no drawn round is next."""
    if progress.round is None or progress.step not in ("confirm", "start"):
        return None
    return drawn_step(progress.round)


def not_here_yet(progress: TournamentProgress) -> int:
    """Return how many players have not come in before a draw or a start that is the next step.

    It is 0 before any other step, and in a tournament that does without check-in. Two queries at
    most.
    """
    if progress.step not in ("draw", "confirm", "start"):
        return 0
    return not_checked_in(progress.tournament).count()


def _next_step(
    tournament: Tournament,
    players: int,
    rounds: tuple[Round, ...],
    forms: FormCount | None,
    queue: tuple[Undecided, ...],
) -> tuple[str, int]:
    """Return the next step and the number of its round, as `TournamentProgress` has them."""
    if not players:
        return "players", 1
    if not rounds:
        return "draw", 1
    if queue:
        return _most_urgent(queue)
    if awaits_ceremony(tournament, rounds):
        return "ceremony", rounds[-1].number
    last = rounds[-1]
    coming = _coming(rounds)
    if coming == last and not last.is_public:
        return "confirm", last.number
    if forms and forms.to_come and forms.round.is_open:
        return "forms", forms.round.number
    begun = (round for round in rounds if round.is_started)
    if going_on := next((each for each in begun if each.state != Round.State.FINAL), None):
        return "close" if going_on.is_open else "final", going_on.number
    if coming:
        return "start" if coming.is_public else "confirm", coming.number
    if last.number < tournament.round_count:
        return "draw", last.number + 1
    return "champion", last.number


def _most_urgent(queue: tuple[Undecided, ...]) -> tuple[str, int]:
    """Return what is to be done first about forms that are to be looked at, and its round."""
    first = min(queue, key=lambda each: (not each.differs, not each.is_objected, each.round))
    if first.differs:
        return "differs", first.round
    return "objected" if first.is_objected else "check", first.round


def _coming(rounds: tuple[Round, ...]) -> Round | None:
    """Return the first round that has not started, None without one."""
    return next((round for round in rounds if not round.is_started), None)
