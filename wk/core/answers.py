"""One way to answer an action that a service refused: in words, on the page that follows."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import TracebackType

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest

from wk.core.refusals import ActionRefused


@dataclass(frozen=True, slots=True)
class RefusalsTold:
    """A `with` block that an ActionRefused ends early, with its words given to `tell`.

    What comes after the block is the answer to a refused action. The answer to a done one either
    comes after it too, or is returned within it.
    """

    tell: Callable[[str], object]

    def __enter__(self) -> None:
        """Begin to try an action."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        refusal: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        """Tell a refusal; any other exception goes on."""
        if not isinstance(refusal, ActionRefused):
            return False
        self.tell(str(refusal))
        return True


def refusals_as_messages(request: HttpRequest) -> RefusalsTold:
    """Show a refusal as an error message on the next page."""
    return RefusalsTold(partial(messages.error, request))


def refusals_as_errors(form: BaseForm, field: str | None = None) -> RefusalsTold:
    """Show a refusal as an error of a field, or of the whole form."""
    return RefusalsTold(partial(form.add_error, field))
