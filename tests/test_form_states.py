"""Whether a form is in, counts or is being looked at: every page, feed and paper says the same."""

import re

import pytest
from django.template.loader import render_to_string
from django.utils import timezone

from tests.markup import on_one_line
from tests.played import played
from tests.scoreforms.started_rounds import shorten, start_round, store_draft
from tests.scoreforms.submissions import object_to, submit
from wk.accounts.models import User
from wk.phones.queries import form_state
from wk.printing.ranking import Ranking
from wk.printing.results import results
from wk.scoreforms.form_status import round_forms
from wk.scoreforms.models import Check, Objection
from wk.scoreforms.objections.services import answer
from wk.scoreforms.queries import public_states
from wk.standings.formats import standings_text
from wk.standings.queries import visible_standings
from wk.standings.visibility import result_visibility
from wk.tournament.models import Round, Table, Tournament
from wk.tournament.seating import seat_round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

HOME = "/"
OVERVIEW = "/t/wk-test/"
FORMS = f"{OVERVIEW}forms/"
TO_COME, CHECKING, COUNTS = "to come", "being looked at", "counts"
RECHECKING = "counts, being looked at"
# What was done with the form of each table, and what everybody is told of it.
ACTS = {
    1: ("nothing", TO_COME),
    2: ("written on the phone", TO_COME),
    3: ("typed", CHECKING),
    4: ("typed differently", CHECKING),
    5: ("typed twice", COUNTS),
    6: ("counts, a player objects", RECHECKING),
    7: ("counts, and was typed differently", RECHECKING),
}
TOLD = {number: told for number, (_act, told) in ACTS.items()}
# The hall knows more of a form that is not in.
IN_HALL = {**TOLD, 2: "deal 1 of 2"}
# The classes of the badges that say how far a form is, or that its result is secret.
CLASSES = "missing|playing|checking|rechecking|counted|withheld"
BADGE = re.compile(rf'<span class="badge (?:{CLASSES})">\s*(.*?)\s*</span>')


@pytest.fixture
def clerks():
    return [User.objects.create_user(name, role=User.Role.CLERK) for name in ("kees", "bea")]


@pytest.fixture
def made(clerks):
    """A round with a table in each state, and one that begins after it."""
    made = start_round(len(ACTS))
    shorten(made)
    Tournament.objects.update(second_check="every")
    for table in Table.objects.select_related("round__tournament").order_by("number"):
        act(ACTS[table.number][0], table, *clerks)
    entries = [seat.entry for seat in Table.objects.get(number=1).seats.order_by("number")]
    seat_round(tournament=made, number=2, tables={1: entries}, state=Round.State.CONFIRMED)
    return made


def act(what, table, kees, bea):
    document = played(table)
    if what == "written on the phone":
        store_draft(table, None, document | {"deals": document["deals"][:1]})
    elif what != "nothing":
        submit(table, document, kees)
    if what.startswith(("typed twice", "counts")):
        submit(table, document, bea)
    if what == "typed differently":
        submit(table, played(table, 2), bea)
    if what == "counts, a player objects":
        object_to(table)
    if what == "counts, and was typed differently":
        version = table.form.counted
        Check.objects.create(version=version, author=bea, at=timezone.now(), agrees=False)


def page_of(client, address):
    return on_one_line(client.get(address).content.decode())


def told(html, *, has_result=False):
    """Return what a piece of a page says of a form; one that shows a result says that it counts."""
    words = BADGE.findall(html)
    return ", ".join(words) if words or not has_result else COUNTS


def in_hall(client):
    """Return what the tile of each table says."""
    tiles = page_of(client, f"{OVERVIEW}hall/").split('id="table-')[1:]
    return {int(each.split('"')[0]): told(each.split("</li>")[0]) for each in tiles}


def at_table(client, number):
    page = page_of(client, f"{OVERVIEW}rounds/1/tables/{number}/").split("<main")[1]
    return told(page, has_result=">Place</th>" in page)


def of_player(client, number, round=1):
    """Return what the strip and the box of a round say on the page of a player at a table.

    Before any result there is no strip.
    """
    page = page_of(client, f"{OVERVIEW}players/{5 * number - 4}/")
    strips = [each.split("</a>")[0] for each in page.split(f'<a href="#round-{round}">')[1:]]
    box = page.split(f'<article class="panel" id="round-{round}">')[1].split("</article>")[0]
    said = {told(each, has_result=" MP" in each) for each in (*strips, box)}
    assert len(said) == 1
    return said.pop()


def said_of_table_1(client):
    """Return what the hall, the page of the table and that of a player say."""
    return [in_hall(client)[1], at_table(client, 1), of_player(client, 1)]


def on_paper():
    """Return the class of what the printed results say of each table."""
    tables = Table.objects.filter(round__number=1).order_by("number")
    return {each.number: str(each.state) for each in results(tables)}


WORDS = {
    "missing": TO_COME,
    "checking": CHECKING,
    "rechecking": RECHECKING,
    "counted": COUNTS,
}


def test_the_pages_of_hall_table_and_player_use_the_same_words(client, made):
    assert in_hall(client) == IN_HALL
    assert {number: at_table(client, number) for number in ACTS} == TOLD
    assert {number: of_player(client, number) for number in ACTS} == TOLD
    assert {number: WORDS[state] for number, state in on_paper().items()} == TOLD


def test_the_list_of_officials_and_the_phone_of_a_table_say_more_and_nothing_else(
    director_client, made
):
    cards = page_of(director_client, f"{FORMS}?round=1").split('<li class="table-card"')[1:]
    badge = re.compile(r'<span class="badge [^"]*">(.*?)\s*</span>')
    said = [badge.findall(card) for card in cards]
    tables = made.rounds.get(number=1).tables.order_by("number")
    on_phones = [form_state(table).state for table in tables]
    assert list(zip(said, on_phones, strict=True)) == [
        (["to come"], "open"),
        (["playing"], "open"),
        (["to be looked at"], "typed"),
        (["typed differently"], "differs"),
        (["counts"], "counted"),
        (["counts", "player: not right"], "counted"),
        (["typed differently", "counts"], "differs"),
    ]


def test_the_state_by_query_is_that_of_the_list_of_forms(made):
    round = made.rounds.get(number=1)
    by_list = {form.table: WORDS[form.public_state] for form in round_forms(round)}
    by_key = public_states(round.tables.values_list("pk", flat=True))
    by_query = {
        number: WORDS[by_key.get(key, "missing")]
        for key, number in round.tables.values_list("pk", "number")
    }
    assert (by_list, by_query) == (TOLD, TOLD)


def numbers():
    """Return how many forms are in, count, are looked at, and do both of these."""
    of_each = [*TOLD.values()]
    in_, counts = len(of_each) - of_each.count(TO_COME), of_each.count(COUNTS)
    both = of_each.count(RECHECKING)
    return in_, counts + both, of_each.count(CHECKING) + both, both


def test_every_page_and_feed_counts_them_alike(client, director_client, made):
    in_, counts, looked_at, both = numbers()
    assert (in_, counts, looked_at, both) == (5, 3, 4, 2)
    total = len(ACTS)
    missing = f"{total - in_} not in yet, {in_ - counts} being looked at"
    overview = page_of(client, OVERVIEW)
    tile = re.sub(r"<[^>]*>", "", overview.split("Forms of round 1")[1].split("</dd>")[0])
    assert " ".join(tile.split()) == (
        f"{in_} of {total} in · {counts} in the standings · {in_ - counts} being looked at"
    )
    assert f"{in_} of {total} forms are in." in page_of(client, HOME)
    for address in (OVERVIEW, f"{OVERVIEW}standings/", f"{OVERVIEW}players/1/"):
        note = page_of(client, address).split('<p class="provisional-note">')[1].split("</p>")[0]
        assert " ".join(re.sub(r"<[^>]*>", "", note).split()) == (
            f"provisional {total - in_} of {total} forms of round 1 not in yet,"
            f" {in_ - counts} being looked at"
        )
    wall = page_of(client, f"{OVERVIEW}wall/?show=standings")
    assert f"<small>{missing}</small>" in wall
    shown = visible_standings(result_visibility(made, sees_all=False))
    whole = f"{total - counts} forms do not count yet ({missing})"
    assert f"provisional, {whole}\n" in standings_text(shown)
    paper = render_to_string("printing/_ranking.html", {"ranking": Ranking("", shown, (), ())})
    assert f"<b>Provisional</b>: {whole}.</p>" in on_one_line(paper)
    for page in (page_of(client, f"{OVERVIEW}hall/"), page_of(director_client, FORMS)):
        assert f'<b class="hero">{in_}</b> of {total} forms in' in page
    rounds = client.get(f"{OVERVIEW}rounds.json").json()["rounds"]
    assert [each["counted"] for each in rounds] == [counts, 0]
    tables = client.get(f"{OVERVIEW}tables.json").json()["tables"]
    counted = [each["table"] for each in tables if each["round"] == 1 and each["counted"]]
    assert counted == [number for number, words in TOLD.items() if words.startswith(COUNTS)]


def test_withheld_results_leave_no_page_saying_more_than_the_hall(client, made):
    """The hall says how far each form is. Pages of results say no more than that."""
    Round.objects.filter(number=1).update(withheld=Round.Withheld.ALL)
    assert in_hall(client) == IN_HALL
    assert {at_table(client, number) for number in (1, 3, 5, 7)} == {""}
    for number, words in TOLD.items():
        secret = "still secret" if words.startswith(COUNTS) else words
        assert of_player(client, number) == secret


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (Round.State.CONFIRMED, "not started"),
        (Round.State.CLOSED, TO_COME),
        (Round.State.FINAL, "no form"),
    ],
)
def test_a_form_that_is_not_in_is_to_come_until_its_round_is_final(
    client, director_client, made, state, words
):
    """A director can still type in a form of a closed round (A17)."""
    Round.objects.filter(number=2).delete()
    Round.objects.filter(number=1).update(state=state)
    assert said_of_table_1(client) == [words] * 3
    if state != Round.State.CONFIRMED:  # it has no list of forms yet
        card = page_of(director_client, f"{FORMS}?round=1").split('id="table-1"')[1]
        assert told(card.split("</li>")[0]) == words


def test_a_kept_page_says_at_once_what_becomes_of_a_form(client, clerks, director, kept_pages):
    shorten(start_round(1))
    Tournament.objects.update(second_check="every")
    table, (kees, bea) = Table.objects.get(), clerks
    assert said_of_table_1(client) == [TO_COME] * 3
    submit(table, played(table), kees)
    assert said_of_table_1(client) == [CHECKING] * 3
    submit(table, played(table), bea)
    assert said_of_table_1(client) == [COUNTS] * 3
    object_to(table)
    assert said_of_table_1(client) == [RECHECKING] * 3
    objection = Objection.objects.get()
    answer(objection=objection, author=director, words="It stands so.", now=timezone.now())
    assert said_of_table_1(client) == [COUNTS] * 3
    assert len(kept_pages._pages) == 3
