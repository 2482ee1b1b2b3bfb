"""What the director has to do now: what needs him, and the next step of the tournament."""

from dataclasses import dataclass

from wk.core.version_token import version_token
from wk.hall.attention.items import Item, items_of
from wk.rounds.next_step import DrawnStep, TournamentProgress, drawn_step_of


@dataclass(frozen=True, slots=True)
class Attention:
    """The top of the director's page: the items, and the next step below them."""

    items: tuple[Item, ...]
    progress: TournamentProgress
    drawn_step: DrawnStep | None

    @property
    def shows_step(self) -> bool:
        """Return whether the next step is none of the items: nothing is said twice."""
        has_conflict = any(each.kind == "conflict" for each in self.items)
        return self.progress.step != "differs" or not has_conflict

    @property
    def version_token(self) -> str:
        """Return a token that changes with everything that is shown."""
        now, drawn = self.progress, self.drawn_step
        forms = now.forms and (now.forms.round.number, now.forms.handed_in, now.forms.total)
        looks = (len(now.queue), now.differing, now.objected)
        why = drawn and (drawn.step, drawn.why)
        return version_token(self.items, now.step, now.number, forms, looks, why)


def attention(progress: TournamentProgress) -> Attention:
    """Return what the director has to do now in a tournament."""
    return Attention(items_of(progress.tournament), progress, drawn_step_of(progress))
