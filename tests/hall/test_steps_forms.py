"""What a closed and a final round take of their forms: from whom, and what others are told."""

from io import BytesIO

import pytest
from django.core.cache import cache
from django.test import Client
from PIL import Image

from tests.hall.rounds import NOON, form_in, in_state, played
from tests.phones.hall import key_of, sent
from wk.phones import services as phone
from wk.scoreforms.approval import confirm, let_count, settle
from wk.scoreforms.checks import open_checks
from wk.scoreforms.drafts import Closed, be_present, save_draft, why_closed
from wk.scoreforms.models import Draft, Photo, Presence, Version
from wk.scoreforms.photos import drop_photo, keep_photos, redrawn, turn_photo
from wk.scoreforms.services import Paper, hand_in
from wk.tournament.models import Round, Table

CLOSED = "Round 1 is closed. Only the director can still change something."
FINAL = "Round 1 is final. Only when the director reopens it, it can change."
LIST = "/t/wk-test/forms/"
FORM = "/t/wk-test/forms/1/1/"


@pytest.fixture(autouse=True)
def _in_english(settings):
    settings.LANGUAGE_CODE = "en"
    cache.clear()  # no phone has asked anything yet


@pytest.fixture
def round(tournament) -> Round:
    return tournament.rounds.get()


@pytest.fixture
def table(round) -> Table:
    return round.tables.get(number=1)


def photo_of(table, author):
    file = BytesIO()
    Image.new("RGB", (40, 30), "ivory").save(file, "JPEG")
    (kept,) = keep_photos(table=table, pictures=[redrawn(file)], author=author, now=NOON)
    return kept


def drafted(table, author):
    save_draft(table=table, document=played(table), author=author, now=NOON)


def handed(table, author):
    hand_in(table=table, paper=Paper(played(table), author, NOON))


def corrected(table, author):
    paper = Paper(played(table, seed=2), author, NOON)
    hand_in(table=table, paper=paper, expected_version=1, reason="Verschreven")


def present(table, author):
    be_present(table=table, user=author, now=NOON)


def looked(table, author):
    confirm(version=Version.objects.get(), author=author, now=NOON)


def let_in(table, author):
    let_count(version=Version.objects.get(), author=author, now=NOON, reason="Gezien")


def settled(table, author):
    check = open_checks().get()
    settle(check=check, document=played(table), author=author, now=NOON, reason="Zo staat het er")


def photographed(table, author):
    photo_of(table, author)


def turned(table, author):
    turn_photo(table=table, photo=Photo.objects.get().pk, turn="left", by=author)


def dropped(table, author):
    drop_photo(table=table, photo=Photo.objects.get().pk, by=author)


def stored():
    """Everything of forms, as far as it can be changed."""
    return [
        list(Version.objects.order_by("pk").values_list("pk", "is_counted", "is_waiting")),
        list(Draft.objects.order_by("pk").values_list("pk", "revision")),
        list(Photo.objects.order_by("pk").values_list("pk", flat=True)),
        list(Presence.objects.values_list("user", flat=True)),
        open_checks().count(),
    ]


# Each verb on a form, and what is there before it.
VERBS = [
    (drafted, ""),
    (handed, ""),
    (present, ""),
    (photographed, ""),
    (corrected, "counted"),
    (looked, "waiting"),
    (let_in, "waiting"),
    (settled, "differing"),
    (turned, "photo"),
    (dropped, "photo"),
]


@pytest.fixture
def before(tournament, table, clerk):
    """Bring a form as far as a verb needs it."""

    def prepare(what, bea):
        tournament.second_check = "every" if what in ("waiting", "differing") else "none"
        tournament.save()
        if what == "photo":
            photo_of(table, clerk)
        elif what:
            form_in(1, clerk)
        if what == "differing":
            form_in(1, bea, seed=2)

    return prepare


@pytest.fixture
def bea(django_user_model):
    return django_user_model.objects.create_user("bea", role="clerk")


@pytest.mark.parametrize(("verb", "what"), VERBS)
def test_a_closed_round_takes_nothing_from_a_clerk(round, table, clerk, bea, before, verb, what):
    before(what, bea)
    in_state(round, "closed")
    there = stored()
    for author in (clerk, bea):
        with pytest.raises(Closed) as refused:
            verb(table, author)
        assert str(refused.value) == CLOSED
    assert stored() == there


@pytest.mark.slow
@pytest.mark.parametrize(("verb", "what"), VERBS)
def test_a_closed_round_takes_everything_from_the_director(
    round, table, director, bea, before, verb, what
):
    before(what, bea)
    in_state(round, "closed")
    there = stored()
    verb(table, director)
    assert stored() != there


@pytest.mark.parametrize(("verb", "what"), VERBS)
def test_a_final_round_takes_nothing_from_anybody(
    round, table, clerk, director, bea, before, verb, what
):
    before(what, bea)
    in_state(round, "final")
    there = stored()
    for author in (clerk, director):
        with pytest.raises(Closed) as refused:
            verb(table, author)
        assert str(refused.value) == FINAL
    assert stored() == there


@pytest.mark.parametrize(("state", "why"), [("started", ""), ("closed", CLOSED), ("final", FINAL)])
def test_a_phone_is_told_why(round, table, state, why):
    assert why_closed(in_state(round, state), None) == why


# Pages


def said(response):
    return [str(message) for message in response.context["messages"]]


@pytest.mark.parametrize(("state", "why"), [("closed", CLOSED), ("final", FINAL)])
def test_a_clerk_with_a_paper_is_told_and_sees_the_table(clerk_client, round, state, why):
    in_state(round, state)
    for asked in (FORM, f"{LIST}?table=1"):
        response = clerk_client.get(asked, follow=True)
        assert response.redirect_chain[-1] == ("/t/wk-test/rounds/1/tables/1/", 302)
        assert said(response) == [why]


@pytest.mark.parametrize(("state", "opens"), [("closed", True), ("final", False)])
def test_the_director_opens_a_form_of_a_closed_round(director_client, round, state, opens):
    in_state(round, state)
    response = director_client.get(FORM)
    assert (response.status_code, response.get("Location")) == (
        (200, None) if opens else (302, "/t/wk-test/rounds/1/tables/1/")
    )


def test_what_a_clerk_was_typing_stays_on_his_page(clerk_client, round, table):
    page = {"expected_version": "0", "expected_draft": "0", "players": "1 2 3 4 5"}
    cells = table.round.rules.to_cells(played(table)) | page
    in_state(round, "closed")
    answer = clerk_client.post(f"{FORM}draft/", cells)
    assert (answer.status_code, answer.json()) == (422, {"message": CLOSED})
    answer = clerk_client.post(f"{FORM}present/")
    assert (answer.status_code, Presence.objects.count()) == (200, 0)
    page = clerk_client.post(FORM, cells | {"action": "count"})
    assert (page.status_code, said(page)) == (200, [CLOSED])
    assert page.context["form"].document() == played(table)
    assert (Version.objects.count(), Draft.objects.count()) == (0, 0)


@pytest.mark.parametrize(("state", "why"), [("closed", CLOSED), ("final", FINAL)])
def test_the_list_says_it_and_has_no_field_for_a_paper(clerk_client, round, state, why):
    field = 'id="id_table"'
    page = clerk_client.get(LIST).content.decode()
    assert (why in page, field in page) == (False, True)
    in_state(round, state)
    page = clerk_client.get(LIST).content.decode()
    assert (why in page, field in page) == (True, False)


def test_an_open_list_hears_that_its_round_was_closed(clerk_client, round):
    mark = clerk_client.get(LIST).context["mark"]
    asked = {"mark": mark}, {"HX-Request": "true"}
    assert clerk_client.get(LIST, asked[0], headers=asked[1]).status_code == 204
    in_state(round, "closed")
    part = clerk_client.get(LIST, asked[0], headers=asked[1])
    assert (part.status_code, CLOSED in part.content.decode()) == (200, True)


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ("started", "All forms are in: close the round"),
        ("closed", "Make round 1 final"),
        ("final", "All forms are in"),
    ],
)
def test_the_list_leads_the_director_to_the_next_step(director_client, round, clerk, state, text):
    for number in (1, 2):
        form_in(number, clerk)
    in_state(round, state)
    page = director_client.get(LIST).content.decode()
    leads = {"final": "/t/wk-test/rounds/"}.get(state, "/t/wk-test/rounds/1/")
    assert f"<h2>{text}</h2>" in page
    assert f'id="to-next" href="{leads}"' in page


# Phones


@pytest.mark.slow
@pytest.mark.parametrize(("state", "why"), [("closed", CLOSED), ("final", FINAL)])
def test_a_phone_hears_it_and_is_told_all_the_same_what_it_knows(round, table, state, why):
    document = played(table)
    written = phone.Written(document, (1, 2, 3, 4, 5), NOON)
    phone.save(table=table, written=written, expected=0)
    key_of(table)
    in_state(round, state)
    answers = {
        name: Client().post(
            f"/phone/{name}/",
            sent(table, document, revision=1),
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


def test_a_phone_goes_on_after_its_round_was_reopened(round, table):
    in_state(round, "closed")
    written = phone.Written(played(table), (1, 2, 3, 4, 5), NOON)
    with pytest.raises(Closed):
        phone.confirm(table=table, written=written)
    in_state(round, "started")
    assert phone.confirm(table=table, written=written).is_waiting
    told = Client().post("/phone/state/", sent(table)).json()
    assert (told["closed"], told["standing"]) == ("", "handed-in")


def test_a_final_round_can_be_corrected_once_it_is_reopened(round, table, director, clerk):
    form_in(1, clerk)
    in_state(round, "final")
    with pytest.raises(Closed):
        corrected(table, director)
    in_state(round, "started")
    corrected(table, director)
    assert Version.objects.get(is_counted=True).number == 2
