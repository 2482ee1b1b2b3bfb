"""Every button is there: those that open and close wk too."""

import pytest


@pytest.fixture(autouse=True)
def _opened_by_button(network):
    """Let a director open and close wk, and not the environment."""
