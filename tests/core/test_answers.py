"""How views answer a refused action."""

import pytest
from django import forms
from django.contrib.messages import get_messages
from django.contrib.messages.storage.base import BaseStorage

from tests.cases import cases
from wk.core.answers import ShownRefusals, refusals_as_errors, refusals_as_messages
from wk.core.refusals import ActionRefused


class TableForm(forms.Form):
    table = forms.IntegerField()


class LaterClosed(ActionRefused):
    """A subclass of ActionRefused, as rooms define them."""


class RequestStorage(BaseStorage):
    """Messages of one request that are not stored."""

    def _get(self, *args, **kwargs):
        return [], True


@pytest.fixture
def request_with_messages(rf):
    request = rf.post("/")
    request._messages = RequestStorage(request)
    return request


def shown_messages(request) -> list[tuple[str, str]]:
    return [(message.level_tag, message.message) for message in get_messages(request)]


@cases("refusal", [ActionRefused("Too late."), LaterClosed("Too late.")])
def test_a_refusal_ends_the_block_and_is_shown(refusal):
    told, done = [], []
    with ShownRefusals(told.append):
        done.append("before")
        raise refusal
        done.append("after")
    assert (told, done) == (["Too late."], ["before"])


def test_a_block_without_a_refusal_shows_nothing():
    told = []
    with ShownRefusals(told.append):
        pass
    assert told == []


def test_another_exception_is_raised():
    told = []
    with pytest.raises(ValueError, match="bug"), ShownRefusals(told.append):
        raise ValueError("bug")
    assert told == []


def test_a_refusal_becomes_a_message(request_with_messages):
    with refusals_as_messages(request_with_messages):
        raise ActionRefused("Too late.")
    assert shown_messages(request_with_messages) == [("error", "Too late.")]


@cases(("field", "key"), [("table", "table"), (None, "__all__")])
def test_a_refusal_becomes_a_form_error(field, key):
    form = TableForm({"table": "3"})
    with refusals_as_errors(form, field):
        raise ActionRefused("Too late.")
    assert form.errors == {key: ["Too late."]}
