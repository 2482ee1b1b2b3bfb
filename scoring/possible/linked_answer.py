"""The answer for open tables that share players: bounds from below and above that come together."""

from dataclasses import dataclass, field

from scoring.possible.linked_tables import fewest_over_linked
from scoring.possible.prices import Pricing
from scoring.possible.question import Budget, Found, Question
from scoring.possible.shares import Sharing

MOST_SEARCHED = 10_000  # steps: where many links close circles it would hardly ever end
FEW = 10
A_LOOK, PATIENCE = 12, 60  # forests without a gain
NEAR = 3  # players between the bounds: an outcome may close that


@dataclass(slots=True)
class LinkedAnswer:
    """What is known of a question without free rounds: at least `bound` pass their caps.

    An outcome with `most` is known. Work is taken up where it was left.
    """

    question: Question
    bound: int
    most: int = field(init=False)
    _is_searched: bool = field(default=False, init=False)
    _sharing: Sharing | None = field(default=None, init=False)
    _pricing: Pricing | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.most = len(self.question.caps)

    @property
    def found(self) -> Found:
        """Return what is known now."""
        return Found(self.bound, self.bound >= self.most)

    @property
    def is_open(self) -> bool:
        """Return whether more steps can bring the bounds closer together."""
        return self.bound < self.most and not (self._pricing and self._pricing.is_done)

    @property
    def _has_few_circles(self) -> bool:
        tables_of = self.question.tables_of.values()
        links = sum(len(tables) - 1 for tables in tables_of)
        return links - len(self.question.tables) < FEW

    def look(self, budget: Budget) -> None:
        """Find what costs little: exact without a circle, and mostly where few must be over."""
        self._take(fewest_over_linked(self.question, self.most, Budget(-1)))
        self._share(A_LOOK, budget)

    def search(self, budget: Budget) -> None:
        """Bring the bounds together as far as the steps go."""
        if self.bound < self.most and not self._is_searched:
            self._is_searched = True
            with budget.part(MOST_SEARCHED if self._has_few_circles else 0) as part:
                self._take(fewest_over_linked(self.question, self.most, part))
        if self.most - self.bound <= NEAR:
            self._share(PATIENCE, budget)
        while self.is_open and budget.steps >= 0:
            self._pricing = self._pricing or Pricing(self.question)
            self.bound = self._pricing.bound(self.bound, self.most, budget)
            self._share(PATIENCE, budget)

    def _share(self, patience: int, budget: Budget) -> None:
        if self.bound < self.most:
            self._sharing = self._sharing or Sharing(self.question)
            self.most = min(self.most, self._sharing.fewest_over(self.bound, patience, budget))

    def _take(self, found: Found) -> None:
        self.bound = max(self.bound, found.over)
        if found.is_exact:
            self.most = found.over
