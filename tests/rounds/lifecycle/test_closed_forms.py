"""Forms of a closed and of a final round: which changes are accepted, and from whom."""

from io import BytesIO

import pytest
from django.core.cache import cache
from django.test import Client
from PIL import Image

from tests.phones.phone_requests import key_of, phone_request
from tests.played import played
from tests.rounds.prepared_rounds import NOON, count_form_of, hand_in_form, set_state
from wk.phones import services as phone
from wk.scoreforms.drafts import mark_present, save_draft
from wk.scoreforms.form_lock import RoundClosed
from wk.scoreforms.models import Draft, Photo, Presence, Version
from wk.scoreforms.photos.services import drop_photo, keep_photos, redrawn, turn_photo
from wk.scoreforms.review.queries import open_checks
from wk.scoreforms.review.services import adjudicate, confirm, let_count
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.round_states import why_closed

pytestmark = pytest.mark.usefixtures("in_english")

CLOSED = "Round 1 is closed. Only the director can still change something."
FINAL = "Round 1 is final. Only when the director reopens it, it can change."
REOPEN = "Round 1 is final. Reopen it first, then you can change something."  # for a director


@pytest.fixture(autouse=True)
def _nobody_asked_yet():
    cache.clear()


def photo_of_table(table, author):
    """Add a photo to the form of a table; return it."""
    file = BytesIO()
    Image.new("RGB", (40, 30), "ivory").save(file, "JPEG")
    (kept,) = keep_photos(table=table, pictures=[redrawn(file)], author=author, now=NOON)
    return kept


def save_a_draft(table, author):
    save_draft(table=table, document=played(table), author=author, now=NOON)


def hand_in_a_form(table, author):
    hand_in(table=table, submission=Submission(played(table), author, NOON))


def correct_the_form(table, author):
    paper = Submission(played(table, seed=2), author, NOON)
    hand_in(table=table, submission=paper, expected_version=1, reason="Verschreven")


def open_the_form(table, author):
    mark_present(table=table, user=author, now=NOON)


def confirm_the_form(table, author):
    confirm(version=Version.objects.get(), author=author, now=NOON)


def let_the_form_count(table, author):
    let_count(version=Version.objects.get(), author=author, now=NOON, reason="Gezien")


def decide_the_form(table, author):
    check = open_checks().get()
    adjudicate(
        check=check, document=played(table), author=author, now=NOON, reason="Zo staat het er"
    )


def add_a_photo(table, author):
    photo_of_table(table, author)


def turn_the_photo(table, author):
    turn_photo(table=table, photo=Photo.objects.get().pk, turn="left", by=author)


def remove_the_photo(table, author):
    drop_photo(table=table, photo=Photo.objects.get().pk, by=author)


def stored_forms():
    """Return everything stored of forms that a change could touch."""
    return [
        list(Version.objects.order_by("pk").values_list("pk", "is_counted", "is_waiting")),
        list(Draft.objects.order_by("pk").values_list("pk", "revision")),
        list(Photo.objects.order_by("pk").values_list("pk", flat=True)),
        list(Presence.objects.values_list("user", flat=True)),
        open_checks().count(),
    ]


# Each verb on a form, and what is there before it.
VERBS = [
    (save_a_draft, ""),
    (hand_in_a_form, ""),
    (open_the_form, ""),
    (add_a_photo, ""),
    (correct_the_form, "counted"),
    (confirm_the_form, "waiting"),
    (let_the_form_count, "waiting"),
    (decide_the_form, "differing"),
    (turn_the_photo, "photo"),
    (remove_the_photo, "photo"),
]


@pytest.fixture
def prepare_form(tournament, table, clerk):
    """Return a function that brings a form to the state in which it can be changed."""

    def prepare(what, bea):
        tournament.second_check = "every" if what in ("waiting", "differing") else "none"
        tournament.save()
        if what == "photo":
            photo_of_table(table, clerk)
        elif what:
            hand_in_form(1, clerk)
        if what == "differing":
            hand_in_form(1, bea, seed=2)

    return prepare


def check_refused(call, why):
    """Check that a call is refused for this reason and changes nothing."""
    there = stored_forms()
    with pytest.raises(RoundClosed) as refused:
        call()
    assert (str(refused.value), stored_forms()) == (why, there)


@pytest.mark.parametrize(("verb", "what"), VERBS)
def test_a_final_round_takes_nothing_and_a_closed_round_only_from_the_director(
    round, table, clerk, director, bea, prepare_form, verb, what
):
    prepare_form(what, bea)
    set_state(round, "final")
    for author in (clerk, bea):
        check_refused(lambda author=author: verb(table, author), FINAL)
    check_refused(lambda: verb(table, director), REOPEN)
    set_state(round, "closed")
    for author in (clerk, bea):
        check_refused(lambda author=author: verb(table, author), CLOSED)
    there = stored_forms()
    verb(table, director)
    assert stored_forms() != there


def test_reason_why_a_round_is_closed_for_phones(round):
    for state, why in (("started", ""), ("closed", CLOSED), ("final", FINAL)):
        assert why_closed(set_state(round, state), None) == why


@pytest.mark.parametrize(("state", "why"), [("closed", CLOSED), ("final", FINAL)])
def test_a_phone_in_a_closed_round_gets_the_reason_and_its_form(round, table, state, why):
    document = played(table)
    written = phone.PhoneContent(document, (1, 2, 3, 4, 5), NOON)
    phone.save(table=table, content=written, expected=0)
    key_of(table)
    set_state(round, state)
    answers = {
        name: Client().post(
            f"/phone/{name}/",
            phone_request(table, document, revision=1),
            headers={"accept-language": "en"},
        )
        for name in ("state", "save", "confirm")
    }
    told = answers["state"].json()
    assert (answers["state"].status_code, told["closed"], told["standing"]) == (200, why, "open")
    assert told["cells"] == table.round.rules.to_cells(document)
    for name in ("save", "confirm"):
        assert answers[name].status_code == 409
        assert answers[name].json() == {"code": "closed", "message": why}
    assert (Draft.objects.get().revision, Version.objects.count()) == (1, 0)


def test_a_phone_may_hand_in_after_its_round_is_reopened(round, table):
    set_state(round, "closed")
    written = phone.PhoneContent(played(table), (1, 2, 3, 4, 5), NOON)
    with pytest.raises(RoundClosed):
        phone.confirm(table=table, content=written)
    set_state(round, "started")
    assert phone.confirm(table=table, content=written).is_waiting
    told = Client().post("/phone/state/", phone_request(table)).json()
    assert (told["closed"], told["standing"]) == ("", "handed-in")


def test_a_form_of_a_final_round_can_be_corrected_once_it_is_reopened(
    round, table, director, clerk
):
    count_form_of(table, clerk)
    set_state(round, "final")
    with pytest.raises(RoundClosed):
        correct_the_form(table, director)
    set_state(round, "started")
    correct_the_form(table, director)
    assert Version.objects.get(is_counted=True).number == 2
