"""Services that change accounts, and their refusals."""

import datetime as dt

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.writers import at_once, two_writers
from wk.accounts import services, setup_code
from wk.accounts.lasting import Lasting, end_of
from wk.accounts.models import User
from wk.chain.models import Event
from wk.core.refusals import ActionRefused

ONLY_DIRECTOR = "This is the only director. Make somebody else director first."


@pytest.fixture(autouse=True)
def _english_and_own_data(settings, tmp_path):
    settings.LANGUAGE_CODE = "en"
    settings.DATA_DIR = tmp_path


@pytest.fixture
def second_director(db) -> User:
    return User.objects.create_user("tweede", password="geheim-genoeg", role=User.Role.DIRECTOR)


@pytest.mark.django_db
def test_begin_makes_a_director_and_removes_the_code(tmp_path):
    setup_code.current()
    made = services.begin(name="dora", password="geheim-genoeg")
    assert list(User.objects.values_list("username", "role")) == [("dora", "director")]
    assert made.check_password("geheim-genoeg")
    assert list(tmp_path.iterdir()) == []


def test_begin_is_over_once_an_account_exists(clerk):
    with pytest.raises(services.AlreadyBegun):
        services.begin(name="dora", password="geheim-genoeg")
    assert User.objects.count() == 1


@two_writers
@pytest.mark.django_db(transaction=True)
def test_of_two_who_begin_at_once_one_succeeds():
    outcome = at_once(
        lambda: services.begin(name="anna", password="geheim-genoeg"),
        lambda: services.begin(name="bram", password="geheim-genoeg"),
    )
    assert sorted(outcome) == ["", "AlreadyBegun"]
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_a_taken_name_is_refused():
    services.add(name="anna", password="geheim-genoeg", role="clerk")
    with pytest.raises(ActionRefused) as refused:
        services.add(name="anna", password="geheim-genoeg", role="director")
    assert str(refused.value) == "There is an account with this name already."
    assert list(User.objects.values_list("username", "role")) == [("anna", "clerk")]


def test_roles_change_both_ways(director, clerk):
    services.change_role(account=clerk, role="director")
    services.change_role(account=director, role="clerk")
    stored = dict(User.objects.values_list("username", "role"))
    assert stored == {"dora": "clerk", "kees": "director"}


def test_the_second_step_of_a_director_ends_with_the_role(director, second_director):
    User.objects.update(second_secret="A" * 32, recovery_codes=["hash"])
    services.change_role(account=second_director, role="clerk")
    known = User.objects.order_by("username").values_list("pk", "second_secret", "recovery_codes")
    assert {key: (secret, codes) for key, secret, codes in known} == {
        director.pk: ("A" * 32, ["hash"]),
        second_director.pk: ("", []),
    }
    about = Event.objects.filter(kind=Event.Kind.SECOND_STEP_OFF).values_list("about", flat=True)
    assert list(about) == [second_director.username]


def test_the_last_director_keeps_the_role(director, clerk):
    with pytest.raises(ActionRefused) as refused:
        services.change_role(account=director, role="clerk")
    assert str(refused.value) == ONLY_DIRECTOR
    assert User.objects.get(pk=director.pk).role == User.Role.DIRECTOR


def test_a_closed_director_is_no_second_director(director, second_director):
    services.close(account=second_director, by=director)
    with pytest.raises(ActionRefused) as refused:
        services.change_role(account=director, role="clerk")
    assert str(refused.value) == ONLY_DIRECTOR


def test_a_user_cannot_close_his_own_account(director, second_director):
    with pytest.raises(ActionRefused) as refused:
        services.close(account=director, by=director)
    assert str(refused.value) == "You cannot close your own account. Another director can."
    assert User.objects.get(pk=director.pk).is_active


def test_the_last_director_cannot_be_closed(director, clerk):
    with pytest.raises(ActionRefused) as refused:
        services.close(account=director, by=clerk)
    assert str(refused.value) == ONLY_DIRECTOR
    assert User.objects.get(pk=director.pk).is_active


def test_an_account_is_closed_and_reopened(director, clerk):
    services.close(account=clerk, by=director)
    assert not User.objects.get(pk=clerk.pk).is_active
    services.reopen(account=clerk, now=timezone.now())
    assert User.objects.get(pk=clerk.pk).is_active


def test_an_account_of_a_day_that_is_over_is_reopened_for_another_day(director, clerk):
    now = timezone.now()
    User.objects.filter(pk=clerk.pk).update(ends_at=now - dt.timedelta(days=1), is_active=False)
    clerk.refresh_from_db()
    services.reopen(account=clerk, now=now)
    clerk.refresh_from_db()
    assert (clerk.is_active, clerk.ends_at) == (True, end_of(Lasting.TODAY, now))


def test_a_clerk_who_becomes_director_has_no_end_any_more(director, clerk):
    User.objects.filter(pk=clerk.pk).update(ends_at=timezone.now())
    services.change_role(account=clerk, role="director")
    clerk.refresh_from_db()
    assert (clerk.role, clerk.ends_at) == ("director", None)


def test_a_clerk_with_a_slip_becomes_director_after_a_new_password_only(director, clerk):
    User.objects.filter(pk=clerk.pk).update(has_slip=True)
    with pytest.raises(ActionRefused) as refused:
        services.change_role(account=clerk, role="director")
    assert str(refused.value) == (
        "A slip is for clerks. Set a new password for this account first."
    )
    services.set_password(account=clerk, password="klaver-boer-9")
    services.change_role(account=clerk, role="director")
    clerk.refresh_from_db()
    assert (clerk.role, clerk.has_slip) == ("director", False)


@pytest.mark.parametrize("facts", [{"has_slip": True}, {"ends_at": timezone.now()}])
def test_the_database_keeps_no_director_with_a_slip_or_an_end(director, facts):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=director.pk).update(**facts)


@two_writers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(5))
def test_many_who_close_each_other_wait_for_nobody_for_ever(director, second_director, attempt):
    """Who waited for a director that is none any more held his row, and waited for the other."""
    calls = [
        lambda: services.close(account=director, by=second_director),
        lambda: services.close(account=second_director, by=director),
        lambda: services.change_role(account=director, role=User.Role.CLERK),
    ]
    assert set(at_once(*calls * 8)) <= {"", "ActionRefused"}
    assert User.objects.filter(is_active=True, role=User.Role.DIRECTOR).count() == 1


@two_writers
@pytest.mark.django_db(transaction=True)
def test_of_two_directors_who_close_each_other_one_stays_open(director, second_director):
    outcome = at_once(
        lambda: services.close(account=director, by=second_director),
        lambda: services.close(account=second_director, by=director),
    )
    assert sorted(outcome) == ["", "ActionRefused"]
    assert User.objects.filter(is_active=True).count() == 1
