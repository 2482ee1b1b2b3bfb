"""Every button, pressed many times at the same moment: the outcome is that of once."""

import pytest

from tests.presses.buttons import BUTTONS
from tests.presses.faults import faults_of
from tests.samples import so_many, some

pytestmark = pytest.mark.slow
TOLD_BY_STATE = sorted(name for name, button in BUTTONS.items() if not button.is_told_by_page)


@pytest.mark.parametrize("name", some(sorted(BUTTONS), 10))
def test_a_button_pressed_many_times_at_once_does_what_it_does_once(halls, name):
    assert faults_of(name, halls, so_many(8, of=30)) == []


@pytest.mark.parametrize("name", some(TOLD_BY_STATE, 10))
def test_a_service_judges_under_its_lock(halls, name):
    """A script sends the same many times at once, without the token of a page."""
    assert faults_of(name, halls, so_many(8, of=30), by_script=True) == []
