"""Show the reason why a service refused an action, on the page that follows."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import TracebackType

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest

from wk.core.refusals import ActionRefused


@dataclass(frozen=True, slots=True)
class ShownRefusals:
    """A context manager that catches ActionRefused and passes its message to `show`.

    A view calls the service inside the `with` block. A refusal ends the block early, and the view
    goes on after the block. A view that answers success differently returns inside the block.
    """

    show: Callable[[str], object]

    def __enter__(self) -> None:
        """Start the block; nothing to prepare."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        refusal: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        """Show a refusal and suppress it. Return False for any other exception: it propagates."""
        if not isinstance(refusal, ActionRefused):
            return False
        self.show(str(refusal))
        return True


def refusals_as_messages(request: HttpRequest) -> ShownRefusals:
    """Return a block that shows a refusal as an error message on the next page."""
    return ShownRefusals(partial(messages.error, request))


def refusals_as_errors(form: BaseForm, field: str | None = None) -> ShownRefusals:
    """Return a block that shows a refusal as a form error: of `field`, or of the whole form."""
    return ShownRefusals(partial(form.add_error, field))
