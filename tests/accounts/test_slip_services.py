"""Services that make slips, and let accounts for a day in again."""

import datetime as dt

import pytest
from django.utils import timezone

from tests.writers import at_once, two_writers
from wk.accounts import services, slip_services, slips
from wk.accounts.lasting import Lasting, end_of
from wk.accounts.models import User
from wk.core.refusals import ActionRefused

NOW = dt.datetime(2026, 11, 21, 9, tzinfo=dt.UTC)
END = end_of(Lasting.TODAY, NOW)


@pytest.fixture(autouse=True)
def _english(settings):
    settings.LANGUAGE_CODE = "en"


def refusal(call, **facts) -> str:
    with pytest.raises(ActionRefused) as refused:
        call(**facts)
    return str(refused.value)


@pytest.mark.django_db
def test_a_slip_is_a_clerk_whose_password_is_its_code():
    slip = slip_services.add_clerk(name="Eva van Dam", offered=slips.offer(), ends_at=END)
    made = User.objects.get()
    assert (made.username, made.role, made.has_slip) == ("Eva van Dam", "clerk", True)
    assert (made.ends_at, made.is_active) == (END, True)
    assert made.check_password(slip.letters)
    assert slip.letters not in str(User.objects.values().get())


@pytest.mark.django_db
def test_the_same_offer_makes_one_account_and_shows_the_same_slip():
    facts = {"name": "Eva", "offered": slips.offer(), "ends_at": END}
    first, second = (slip_services.add_clerk(**facts) for _time in range(2))
    assert (second.account, second.letters) == (first.account, first.letters)
    assert User.objects.get().check_password(first.letters)


@two_writers
@pytest.mark.django_db(transaction=True)
def test_the_same_offer_at_once_makes_one_account():
    facts = {"name": "Eva", "offered": slips.offer(), "ends_at": END}
    assert at_once(*[lambda: slip_services.add_clerk(**facts)] * 4) == [""] * 4
    assert User.objects.get().check_password(slips.letters_of(facts["offered"]))


def test_a_taken_name_is_refused_whatever_its_capitals(clerk):
    for name in ("kees", "KEES"):
        facts = {"name": name, "offered": slips.offer(), "ends_at": END}
        assert refusal(slip_services.add_clerk, **facts) == (
            "There is an account with this name already."
        )
    assert User.objects.get().check_password("geheim-genoeg")


def test_a_slip_of_an_account_that_is_closed_is_not_shown_again(director):
    facts = {"name": "Eva", "offered": slips.offer(), "ends_at": END}
    slip = slip_services.add_clerk(**facts)
    services.close(account=slip.account, by=director)
    assert refusal(slip_services.add_clerk, **facts) == (
        "There is an account with this name already."
    )


def test_a_new_slip_replaces_the_one_before(clerk):
    first = slip_services.renew(account=clerk, offered=slips.offer(clerk), ends_at=END)
    clerk.refresh_from_db()
    second = slip_services.renew(account=clerk, offered=slips.offer(clerk), ends_at=None)
    clerk.refresh_from_db()
    assert [clerk.check_password(slip.letters) for slip in (first, second)] == [False, True]
    assert (clerk.has_slip, clerk.ends_at) == (True, None)


def test_the_same_offer_for_an_account_shows_the_same_slip(clerk):
    facts = {"account": clerk, "offered": slips.offer(clerk), "ends_at": END}
    first, second = (slip_services.renew(**facts) for _time in range(2))
    assert first.letters == second.letters
    clerk.refresh_from_db()
    assert clerk.check_password(first.letters)


def test_an_old_offer_brings_no_old_slip_back(clerk):
    facts = {"account": clerk, "offered": slips.offer(clerk), "ends_at": END}
    slip_services.renew(**facts)
    clerk.refresh_from_db()
    newest = slip_services.renew(account=clerk, offered=slips.offer(clerk), ends_at=END)
    changed = "This has changed meanwhile. Look at it again."
    assert refusal(slip_services.renew, **facts) == changed
    clerk.refresh_from_db()
    assert clerk.check_password(newest.letters)
    services.set_password(account=clerk, password="klaver-boer-9")
    assert refusal(slip_services.renew, **facts) == changed
    assert clerk.check_password("klaver-boer-9")


def test_directors_and_closed_accounts_have_no_slip(director, clerk):
    services.close(account=clerk, by=director)
    for account in (director, clerk):
        facts = {"account": account, "offered": slips.offer(account), "ends_at": None}
        assert refusal(slip_services.renew, **facts) == (
            "Only a clerk whose account is open can have a slip."
        )
        account.refresh_from_db()
        assert account.check_password("geheim-genoeg")


def test_an_account_whose_day_is_over_is_let_in_for_another_day_once(clerk):
    now = timezone.now()
    User.objects.filter(pk=clerk.pk).update(ends_at=now - dt.timedelta(minutes=1))
    for _time in range(2):
        let_in = slip_services.let_in_again(account=clerk, now=now)
        assert (let_in.ends_at, let_in.has_ended) == (end_of(Lasting.TODAY, now), False)


@pytest.mark.parametrize("ends_at", [None, timezone.now() + dt.timedelta(days=3)])
def test_letting_in_shortens_nothing(clerk, ends_at):
    User.objects.filter(pk=clerk.pk).update(ends_at=ends_at)
    assert slip_services.let_in_again(account=clerk, now=timezone.now()).ends_at == ends_at


def test_a_closed_account_is_not_let_in(director, clerk):
    User.objects.filter(pk=clerk.pk).update(ends_at=NOW, is_active=False)
    facts = {"account": clerk, "now": timezone.now()}
    assert refusal(slip_services.let_in_again, **facts) == (
        "This has changed meanwhile. Look at it again."
    )
    assert User.objects.get(pk=clerk.pk).ends_at == NOW
