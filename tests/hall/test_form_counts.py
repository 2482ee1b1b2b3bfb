"""What is in, to be looked at, and counts: the same numbers on every page, and one next step."""

import re

import pytest
from django.utils import timezone

from tests.markup import on_one_line
from tests.played import played
from tests.scoreforms.started_rounds import shorten, start_round
from tests.scoreforms.submissions import object_to
from wk.accounts.models import User
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.form_status import round_forms
from wk.scoreforms.queries import count_forms, form_count
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Round, Table, Tournament

HOME, OVERVIEW, FORMS = "/", "/t/wk-test/", "/t/wk-test/forms/"
DIFFER = "1 form was typed differently by two of you"
OBJECTED = "1 form is not right, a player says"
WAIT = "{} form waits for a second pair of eyes"


def typed(table, author, seed=1):
    paper = Submission(played(table, seed), author, timezone.now())
    return hand_in(table=table, submission=paper)


def do(acts, kees, bea):
    """Let two clerks do something with the forms of tables 1, 2 and 3."""
    for table, act in zip(Table.objects.order_by("number"), acts, strict=True):
        if act == "draft":
            save_draft(table=table, document=played(table), author=kees, now=timezone.now())
        elif act:
            typed(table, kees)
            if act != "waits":
                typed(table, bea, seed=2 if act == "differs" else 1)
            if act == "objected":
                object_to(table)


@pytest.fixture
def two_clerks(db):
    return [User.objects.create_user(name, role=User.Role.CLERK) for name in ("kees", "bea")]


@pytest.mark.parametrize(
    ("acts", "counts", "step"),
    [
        # counts: in, to be looked at, of them typed differently, and those that count
        (["", "", ""], (0, 0, 0, 0), ("forms", "3 forms are still to come")),
        (["draft", "", ""], (0, 0, 0, 0), ("forms", "3 forms are still to come")),
        (["counts", "", ""], (1, 0, 0, 1), ("forms", "2 forms are still to come")),
        (["counts", "waits", ""], (2, 1, 0, 1), ("check", WAIT.format(1))),
        (["waits", "differs", ""], (2, 2, 1, 0), ("differs", DIFFER)),
        (["counts", "differs", "counts"], (3, 1, 1, 2), ("differs", DIFFER)),
        (["objected", "", ""], (1, 1, 0, 1), ("objected", OBJECTED)),
        (["objected", "waits", ""], (2, 2, 0, 1), ("objected", OBJECTED)),
        (["objected", "differs", "waits"], (3, 3, 1, 1), ("differs", DIFFER)),
        (["counts", "counts", "counts"], (3, 0, 0, 3), ("close", "Close round 1")),
    ],
)
def test_every_page_counts_alike_and_has_the_most_urgent_step(
    client, director_client, english, two_clerks, acts, counts, step
):
    shorten(start_round(3))
    Tournament.objects.update(second_check="every")
    do(acts, *two_clerks)
    round = Round.objects.get()
    forms = round_forms(round)
    by_query, by_state = form_count(round), count_forms(round, forms)
    assert by_query == by_state
    found = (by_query.handed_in, by_query.to_look_at, by_query.differing, by_query.counted)
    assert found == counts
    both = by_query.counted_to_look_at
    assert both == sum(form.counts and form.needs_review for form in forms)
    answers = {path: director_client.get(path) for path in (HOME, OVERVIEW, FORMS)}
    pages = {path: on_one_line(answer.content.decode()) for path, answer in answers.items()}
    assert answers[OVERVIEW].context["progress"].step == step[0]
    urgent = step[0] in ("differs", "objected", "check")
    shows_step = [f"<h2>{step[1]}</h2>" in pages[path] for path in (HOME, OVERVIEW, FORMS)]
    # On the director's own page two typings that differ are in the box above, and not said twice.
    is_in_box = '<li class="conflict">' in pages[OVERVIEW]
    assert is_in_box == (step[0] == "differs")
    assert shows_step == [True, not is_in_box, urgent]
    shows_both = ("already)" in pages[OVERVIEW], "counts already and is to be" in pages[FORMS])
    assert shows_both == (both > 0, both == 1)
    in_hall = on_one_line(client.get(f"{OVERVIEW}hall/").content.decode())
    shown = re.findall(r'class="hall-table ([\w-]+)"', in_hall)
    assert sum(state in ("checking", "rechecking", "counted") for state in shown) == counts[0]
    assert sum(state in ("checking", "rechecking") for state in shown) == counts[1]
    told = re.search(
        r"<small>of 3 in(.*?)</small>", on_one_line(client.get(OVERVIEW).content.decode())
    )
    waiting = counts[0] - counts[3]  # as the standings: what counts already is no news there
    assert re.findall(r"(\d+) being looked at", told[1]) == ([str(waiting)] if waiting else [])
    for page in (pages[FORMS], in_hall):
        assert f'<b class="hero">{counts[0]}</b> of 3 forms in' in page
    missing = client.get(f"{OVERVIEW}standings/").context["standings"].missing
    not_counted = (missing.to_come, missing.to_look_at, missing.total) if missing else (0, 0, 3)
    assert not_counted == (3 - counts[0], counts[0] - counts[3], 3)
