"""Taking codes of a second step, switching it on and off: what counts, and how often."""

import datetime as dt

import pyotp
import pytest
from django.db import connection

from tests.chain.written import write_links_now
from wk.accounts import second_step
from wk.accounts.models import User
from wk.accounts.second_step import WrongCode
from wk.accounts.second_step_services import (
    may_take,
    renew_recovery_codes,
    switch_off,
    switch_off_here,
    switch_on,
    take_code,
)
from wk.chain.models import Event, Link

NOW = dt.datetime(2026, 11, 26, 12, 0, tzinfo=dt.UTC)
STEP = dt.timedelta(seconds=30)


@pytest.fixture
def offered() -> str:
    return second_step.offer()


def code(offered: str, steps: int = 0) -> str:
    """Return the code that the app shows so many steps after NOW."""
    return pyotp.TOTP(second_step.secret_of(offered)).at(NOW + steps * STEP)


@pytest.fixture
def account(director, offered) -> User:
    """A director whose second step is on; the code of NOW is taken."""
    return switch_on(account=director, offered=offered, typed=code(offered), now=NOW)


def test_what_would_be_taken_is_known_before(account, offered, director):
    soon = NOW + STEP
    for typed, expected in [(code(offered, 1), True), (code(offered), False), ("123", False)]:
        assert may_take(account=account, typed=typed, now=soon) is expected
    assert may_take(account=account, typed=second_step.recovery_codes_of(offered)[0], now=soon)
    assert may_take(account=User(), typed="", now=soon)
    take_code(account=account, typed=code(offered, 1), now=soon)
    account.refresh_from_db()
    assert not may_take(account=account, typed=code(offered, 1), now=soon)


def test_a_code_of_the_app_counts_once(account, offered):
    soon = NOW + STEP
    taken = take_code(account=account, typed=code(offered, 1), now=soon)
    assert (taken.is_recovery, taken.left) == (False, 10)
    for steps in (1, 0, -1):
        with pytest.raises(WrongCode):
            take_code(account=account, typed=code(offered, steps), now=soon)
    take_code(account=account, typed=code(offered, 2), now=soon)


def test_the_code_that_switched_it_on_logs_nobody_in(account, offered):
    with pytest.raises(WrongCode):
        take_code(account=account, typed=code(offered), now=NOW)


def test_a_code_counts_however_it_is_typed(account, offered):
    digits = code(offered, 1)
    take_code(account=account, typed=f" {digits[:3]} {digits[3:]} ", now=NOW)
    paper = second_step.recovery_codes_of(offered)[4]
    assert take_code(account=account, typed=paper.lower().replace("-", " "), now=NOW).is_recovery


def test_each_recovery_code_counts_once(account, offered):
    codes = second_step.recovery_codes_of(offered)
    left = []
    for each in codes:
        account.refresh_from_db()
        left.append(take_code(account=account, typed=each, now=NOW).left)
    assert left == list(range(9, -1, -1))
    stale = User(pk=account.pk, recovery_codes=second_step.hashes_of(codes[:1]))
    for known in (stale, User.objects.get()):  # one that was read before the code was taken
        with pytest.raises(WrongCode):
            take_code(account=known, typed=codes[0], now=NOW)


def test_no_code_is_right_without_a_second_step(director, offered):
    for typed in (code(offered), second_step.recovery_codes_of(offered)[0], "", "000000"):
        with pytest.raises(WrongCode):
            take_code(account=director, typed=typed, now=NOW)


def test_switched_on_twice_it_is_on_once(account, offered):
    before = User.objects.values().get()
    switch_on(account=account, offered=offered, typed="", now=NOW)
    switch_on(account=User(pk=account.pk), offered=offered, typed="", now=NOW)
    assert User.objects.values().get() == before


def test_another_secret_does_not_replace_one_that_is_there(account):
    other = second_step.offer()
    with pytest.raises(WrongCode):
        switch_on(account=account, offered=other, typed=code(other), now=NOW)


def test_a_wrong_code_switches_nothing_on(director, offered):
    with pytest.raises(WrongCode):
        switch_on(account=director, offered=offered, typed="000000", now=NOW)
    assert not User.objects.get().has_second_step


def test_new_recovery_codes_replace_the_old_ones(account, offered):
    new = second_step.offer()
    typed = code(offered, 1)
    with pytest.raises(WrongCode):
        renew_recovery_codes(account=account, offered=new, typed="000000", now=NOW)
    renew_recovery_codes(account=account, offered=new, typed=typed, now=NOW)
    account.refresh_from_db()
    renew_recovery_codes(account=account, offered=new, typed=typed, now=NOW)
    with pytest.raises(WrongCode):
        take_code(account=account, typed=second_step.recovery_codes_of(offered)[0], now=NOW)
    taken = take_code(account=account, typed=second_step.recovery_codes_of(new)[0], now=NOW)
    assert taken.left == 9


def test_it_is_switched_off_by_a_code_of_the_app_or_of_paper(director):
    for paper in (False, True):
        offered = second_step.offer()
        account = switch_on(account=director, offered=offered, typed=code(offered), now=NOW)
        with pytest.raises(WrongCode):
            switch_off(account=account, typed="000000", now=NOW)
        typed = second_step.recovery_codes_of(offered)[2] if paper else code(offered, 1)
        account = switch_off(account=account, typed=typed, now=NOW)
        assert (account.second_secret, account.recovery_codes) == ("", [])
        assert switch_off(account=account, typed="", now=NOW) == account
        director.refresh_from_db()


def test_writers_do_not_wait_for_the_hashes_of_recovery_codes(account, offered, monkeypatch):
    judge, depths = second_step.hash_among, []

    def noted(hashes, typed):
        depths.append(len(connection.savepoint_ids))
        return judge(hashes, typed)

    monkeypatch.setattr(second_step, "hash_among", noted)
    codes, before = second_step.recovery_codes_of(offered), len(connection.savepoint_ids)
    take_code(account=account, typed=codes[0], now=NOW)
    account.refresh_from_db()
    switch_off(account=account, typed=codes[1], now=NOW)
    assert depths == [before, before]


def test_the_chain_has_what_happened_and_no_secret(account, offered):
    take_code(account=account, typed=second_step.recovery_codes_of(offered)[0], now=NOW)
    switch_off_here(account=account)
    switch_off_here(account=account)
    kinds = list(Event.objects.order_by("pk").values_list("kind", "about"))
    assert kinds == [("second_step_on", "dora"), ("second_step_off", "dora")]
    write_links_now()
    written = "\n".join(f"{each.before}\n{each.after}" for each in Link.objects.all())
    secrets = [second_step.secret_of(offered), code(offered), *account.recovery_codes]
    assert [secret for secret in secrets if secret in written] == []


def test_sessions_that_began_without_the_code_end(director, offered):
    before = director.get_session_auth_hash()
    account = switch_on(account=director, offered=offered, typed=code(offered), now=NOW)
    assert account.get_session_auth_hash() != before
    assert switch_off_here(account=account).get_session_auth_hash() == before
