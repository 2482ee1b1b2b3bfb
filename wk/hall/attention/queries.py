"""What the director has to do now: what needs him, and the next step of the tournament."""

from dataclasses import dataclass

from wk.core.version_token import version_token
from wk.hall.attention.items import Item, items_of
from wk.rounds.next_step import DrawnStep, TournamentProgress, drawn_step_of, not_here_yet

# The kind of an item that says what a next step says too, by that step.
SAYS = {"differs": "conflict", "leavers": "stopped"}


@dataclass(frozen=True, slots=True)
class Attention:
    """The top of the director's page: the items, and the next step below them.

    `absent_count`: how many players have not come in before a draw or a start.
    """

    items: tuple[Item, ...]
    progress: TournamentProgress
    drawn_step: DrawnStep | None
    absent_count: int

    @property
    def shows_step(self) -> bool:
        """Return whether the next step is none of the items: nothing is said twice."""
        step = self.drawn_step.step if self.drawn_step else self.progress.step
        said = {each.kind for each in self.items}
        return SAYS.get(step) not in said

    @property
    def version_token(self) -> str:
        """Return a token that changes with everything that is shown."""
        now, drawn = self.progress, self.drawn_step
        forms = now.forms and (now.forms.round.number, now.forms.handed_in, now.forms.total)
        looks = (len(now.queue), now.differing, now.objected)
        why = drawn and (drawn.step, drawn.why)
        step = (now.step, now.number, self.absent_count)
        return version_token(self.items, step, forms, looks, why)


def attention(progress: TournamentProgress) -> Attention:
    """Return what the director has to do now in a tournament."""
    items = items_of(progress.tournament)
    return Attention(items, progress, drawn_step_of(progress), not_here_yet(progress))
