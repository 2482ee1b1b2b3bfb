"""Steps of a round while somebody else acts at the same moment."""

import pytest

from tests.rounds.prepared_rounds import NOON, hand_in_form, logged_steps, noon_plus
from tests.writers import at_once, two_writers
from wk.archive.reader import read
from wk.hall.ceremony.services import withhold
from wk.rounds.lifecycle import services as lifecycle
from wk.rounds.lifecycle.readiness import readiness_of
from wk.rounds.seating_corrections.effect import CorrectionKind
from wk.rounds.seating_corrections.services import correct_swap
from wk.scoreforms.models import Version
from wk.tournament.models import Round


@two_writers
@pytest.mark.django_db(transaction=True)
def test_of_two_directors_at_once_one_closes_the_round(tournament, round, director, clerk, backups):
    for table in (1, 2):
        hand_in_form(table, clerk)

    def closing(minutes):
        return lambda: lifecycle.close(round=round, author=director, now=noon_plus(minutes))

    assert sorted(at_once(closing(0), closing(1))) == ["", "ActionRefused"]
    assert (Round.objects.get().state, len(logged_steps()), len(backups())) == ("closed", 1, 1)


@two_writers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(5))
def test_a_form_at_the_closing_is_in_the_backup_or_refused(
    tournament, round, director, clerk, backups, attempt
):
    hand_in_form(2, clerk)
    seen = readiness_of(round).version_token

    def close():
        lifecycle.close(round=round, author=director, now=NOON, confirmed_token=seen)

    closed, handed = at_once(close, lambda: hand_in_form(1, clerk))
    is_in = Version.objects.filter(form__table__number=1).exists()
    # Either it came first, and the backup has it; or it came too late.
    (path,) = backups()
    (archived,) = read(path.read_bytes()).rounds
    kept = [bool(table.form) for table in archived.tables]
    assert (closed, handed, is_in, kept) in [
        ("", "", True, [True, True]),
        ("", "RoundClosed", False, [False, True]),
    ]


@two_writers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(4))
def test_holding_results_back_does_not_block_seating_corrections(
    tournament, round, director, attempt
):
    entries = list(tournament.entries.all())

    def hold_back(what):
        return lambda: withhold(round=round, what=what, author=director, now=NOON)

    def exchange(one, other):
        first, second = entries[one], entries[other]
        facts = {"how": CorrectionKind.NAMES, "author": director, "now": NOON}
        return lambda: correct_swap(round=round, first=first, second=second, **facts)

    calls = [exchange(n, n + 5) for n in range(4)]
    calls += [hold_back(what) for what in (Round.Withheld.ALL, Round.Withheld.NOTHING) * 2]
    assert at_once(*calls) == [""] * 8
