"""A form with implausible content has to be confirmed."""

import pytest
from django.utils import timezone

from scoring import likely
from tests.played import played
from tests.scoreforms.entry.entry_requests import (
    CHECK,
    FORM,
    LIST,
    form_request,
    paper_cells_of,
)
from wk.scoreforms.entry.plausibility import plausibility_problems, plausibility_token
from wk.scoreforms.models import Result, Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Table


def test_an_implausible_form_is_confirmed_once(clerk_client, table):
    data = form_request(table) | paper_cells_of(table, **{"written.1": "999"})
    checked = clerk_client.post(CHECK, data).context["sheet"]
    assert (checked.is_right, checked.doubtful_paths) == (True, "written.1")
    response = clerk_client.post(FORM, data)
    unsure = response.context["unsure"]
    assert [(p.code, p.path) for p in unsure.problems] == [("WRITTEN_TOTAL_DIFFERS", "written.1")]
    page = response.content.decode()
    assert f'name="sure" value="{unsure.version_token}">' in page  # the script gives it the focus
    assert f'value="{data["deals.0.bids.0"]}"' in page
    # The answer to another question does not count.
    other = [int(data[f"written.{seat}"]) for seat in range(5)]
    other[1] = 998
    sure = plausibility_token(plausibility_problems(table, played(table), other))
    assert "unsure" in clerk_client.post(FORM, data | {"sure": sure}).context
    assert Version.objects.count() == 0
    assert clerk_client.post(FORM, data | {"sure": unsure.version_token}).url == LIST
    assert Version.objects.get().paper_totals[1] == 999


@pytest.mark.usefixtures("whole_game")
def test_totals_are_compared_with_those_of_the_other_tables(tournament, clerk, monkeypatch):
    monkeypatch.setattr(likely, "ENOUGH", 4)
    first, second = Table.objects.order_by("number")
    document = {"totals": [100, 102, 98, 100, 40]}
    submitted = Submission({"totals": [100] * 4}, clerk, timezone.now())
    hand_in(table=second, submission=submitted)
    found = plausibility_problems(first, document, ())
    assert [(p.code, p.path) for p in found] == [
        ("UNLIKELY_FAR", f"totals.{seat}") for seat in (1, 2, 4)
    ]
    # What this table had before, as its form is corrected, is not compared with.
    token = plausibility_token(found)
    hand_in(
        table=first,
        submission=Submission(document, clerk, timezone.now()),
        confirmed_token=token,
    )
    assert plausibility_problems(first, document, ()) == found


@pytest.mark.usefixtures("whole_game")
def test_a_form_that_comes_in_meanwhile_asks_the_same_question_no_second_time(
    tournament, clerk, monkeypatch
):
    monkeypatch.setattr(likely, "ENOUGH", 4)
    first, second = Table.objects.order_by("number")
    document = {"totals": [100, 102, 98, 100, 40]}
    hand_in(
        table=second, submission=Submission({"totals": [100, 100, 100, 98]}, clerk, timezone.now())
    )
    before = plausibility_problems(first, document, ())
    Result.objects.filter(seat__table=second, points=98).update(points=96)
    now = plausibility_problems(first, document, ())
    assert [each.text for each in before] != [each.text for each in now]
    assert plausibility_token(before) == plausibility_token(now)
    changed = plausibility_problems(first, {"totals": [100, 102, 98, 100, 42]}, ())
    assert plausibility_token(changed) != plausibility_token(now)
