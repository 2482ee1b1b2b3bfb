"""What a press leaves in the chain: a link for each row that it changed, with who and where."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.chain.written import write_links_now
from tests.presses.buttons import BUTTONS
from tests.presses.rows import which_have_rows
from wk.chain.models import Link
from wk.chain.verifying import OWN, verify
from wk.chain.watched import watched

CHANGED_PAST_WK = OWN[1]  # the hall of these tests is made by no page
NAMES = {"director": "dora", "clerk": "kees", "": ""}


@contextmanager
def linked(name: str) -> Iterator[None]:
    """Hold that what one press of a button changes in this block stands in the chain."""
    write_links_now()
    end, before = Link.objects.count(), _rows_now()
    yield
    write_links_now()
    added = Link.objects.filter(number__gt=end)
    assert added.exists() == (_rows_now() != before)
    by = NAMES[BUTTONS[name].by]
    assert set(added.values_list("task", "author", "address")) <= {(name, by, "127.0.0.1")}
    assert [line.words for line in verify().lines if line.result.misfit] == [
        str(CHANGED_PAST_WK.words)
    ]


def _rows_now() -> list[list[tuple[Any, ...]]]:
    """Return every row that the chain watches, without the moments at which somebody came in."""
    moments = {"last_login", "second_used"}
    return [
        list(model._default_manager.order_by("pk").values_list(*names))
        for model, has_rows in which_have_rows(watched()).items()
        if has_rows
        and (names := [f.name for f in model._meta.concrete_fields if f.name not in moments])
    ]
