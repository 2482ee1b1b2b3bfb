"""The command new_password: the way back for a director who forgot his password."""

import getpass
from io import StringIO

import pytest
from axes.models import AccessAttempt
from django.core.management import CommandError, call_command

from wk.accounts.management.commands import new_password
from wk.accounts.models import User

NEW = "klaver-boer-9"


@pytest.fixture(autouse=True)
def _english(settings):
    settings.LANGUAGE_CODE = "en"


@pytest.fixture
def type_in(monkeypatch):
    """Return a function that lays down what is typed, one after the other."""

    def lay_down(*lines: str) -> None:
        typed = iter(lines)
        monkeypatch.setattr(new_password, "getpass", lambda prompt: next(typed))

    assert new_password.getpass is getpass.getpass
    return lay_down


def run(*name: str) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("new_password", *name, stdout=out, stderr=err, no_color=True)
    return out.getvalue(), err.getvalue()


def test_a_director_gets_a_new_password_and_waits_no_more(client, director, type_in):
    login = {"username": "dora", "password": "verkeerd-getikt"}
    assert [client.post("/login/", login).status_code for _ in range(8)][-1] == 429
    type_in(NEW, NEW)
    assert run("Dora") == ("dora has a new password.\n", "")
    assert client.post("/login/", login | {"password": NEW}).status_code == 302
    assert AccessAttempt.objects.count() == 0


def test_a_password_that_is_refused_is_asked_again(director, type_in):
    type_in(NEW, "anders", "dora1234", "dora1234", NEW, NEW)
    told = run("dora")
    assert told[0] == "dora has a new password.\n"
    assert told[1].splitlines()[0] == "The two passwords are not the same."
    director.refresh_from_db()
    assert director.check_password(NEW)


def test_after_three_refused_passwords_nothing_has_changed(director, type_in):
    type_in(*[NEW, "anders"] * 3)
    with pytest.raises(CommandError, match=r"^Nothing has been changed\.$"):
        run("dora")
    director.refresh_from_db()
    assert director.check_password("geheim-genoeg")


@pytest.mark.parametrize("name", [(), ("niemand",)])
def test_without_a_known_name_it_lists_the_accounts(director, clerk, name):
    with pytest.raises(CommandError) as told:
        run(*name)
    assert str(told.value) == "Whose password? There are these accounts:\n  dora\n  kees"


def test_a_closed_account_stays_closed_and_the_command_says_so(director, clerk, type_in):
    User.objects.filter(pk=clerk.pk).update(is_active=False)
    type_in(NEW, NEW)
    assert run("kees")[0] == (
        "kees has a new password. "
        "But the account is closed or its day is over: see the page of accounts.\n"
    )
    assert not User.objects.get(pk=clerk.pk).is_active
