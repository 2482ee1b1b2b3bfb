"""Every button of the program: what a press changes stands in the chain, with who and where."""

import pytest

from tests.accounts.test_policy import ROUTES
from tests.chain.written import write_links_now
from tests.presses.buttons import BUTTONS
from tests.presses.hall import make_hall
from tests.presses.pressing import request_of
from wk.chain.models import Link
from wk.chain.verifying import OWN, verify
from wk.chain.watched import watched

CHANGED_PAST_WK = OWN[1]  # the hall of these tests is made by no page


def rows_now():
    """Return every row that the chain watches, without the moments at which somebody came in."""
    return [
        list(model._default_manager.order_by("pk").values_list(*names))
        for model in watched()
        if (names := [f.name for f in model._meta.concrete_fields if f.name != "last_login"])
    ]


def test_every_address_that_takes_a_post_has_its_button():
    assert BUTTONS.keys() <= ROUTES.keys()


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(BUTTONS))
def test_what_a_press_changes_stands_in_the_chain(name, network):
    request = request_of(name, make_hall())
    write_links_now()
    end, before = Link.objects.count(), rows_now()
    request.send()
    write_links_now()
    added = Link.objects.filter(number__gt=end)
    by = BUTTONS[name].by
    names = {"director": "dora", "clerk": "kees", "": ""}[by]
    assert (added.exists()) == (rows_now() != before)
    assert set(added.values_list("task", "author", "address")) <= {(name, names, "127.0.0.1")}
    assert [line.words for line in verify().lines if line.result.misfit] == [
        str(CHANGED_PAST_WK.words)
    ]
