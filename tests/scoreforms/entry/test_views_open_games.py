"""Entry of games without a fixed number of rows: rubber bridge and kleurenwiezen."""

import datetime as dt
import re
from random import Random

import pytest

from tests.listed_players import tournament_with_players
from tests.markup import without_space_beside_blocks
from tests.scoreforms.submissions import message_levels
from wk.players.services import NewEntry, enter_many
from wk.scoreforms.models import Draft, Result, ScoreForm, Version
from wk.tournament.models import Round
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

NAMES = ["Anna", "Bram", "Cor", "Dirk"]
FORM = "/t/{}/forms/1/1/"
CHECK = FORM + "check/"
TABLE = "/t/{}/rounds/1/tables/1/"
HISTORY = FORM + "history/"
OPEN = ["rubber-bridge", "kleurenwiezen"]
HIDDEN_FIELDS = {"expected_version": "0", "expected_draft": "", "players": "1 2 3 4"}

# The example of the source: declarer, level, strain, doubled, tricks. WIJ (seats 1 and 3) have
# 1690 points, ZIJ 880.
EXAMPLE = [
    (1, 2, "H", "", 10), (2, 4, "S", "1", 8), (2, 3, "NT", "", 10), (4, 3, "S", "", 9),
    (2, 2, "D", "", 6), (3, 6, "H", "1", 13), (4, 1, "NT", "", 8), (1, 3, "C", "", 9),
    (2, 3, "H", "", 9),
]  # fmt: skip
DEAL = ("declarer", "level", "strain", "doubled", "tricks")


def rubber_cells(deals=EXAMPLE, first=0):
    return {
        f"contracts.{first + row}.{name}": str(value)
        for row, deal in enumerate(deals)
        for name, value in zip(DEAL, deal, strict=True)
        if value
    }


def whist_cells(count=20):
    """Return the cells of deals of samen 8 by seats 1 and 3 with 9 tricks: 7 points and one
    overtrick of 3 for each of them."""
    return {
        f"deals.{row}.{name}": value
        for row in range(count)
        for name, value in {
            "contract": "samen-8", "tricks": "9", "declarers.0": "x", "declarers.2": "x",
        }.items()
    }  # fmt: skip


CELLS = {"rubber-bridge": rubber_cells, "kleurenwiezen": whist_cells}


def entry_request(rules, cells, **more):
    """Return the POST data of a page: every cell except unchecked boxes."""
    layout = rules.layout(4, rules.from_cells(cells, 4))
    empty = {field.path: "" for field in layout.fields if field.kind != "yes"}
    return HIDDEN_FIELDS | empty | cells | more


@pytest.fixture
def rules_by_game(db):
    """The rules of each game by key, with a tournament of one table of four in round 1."""
    rules = {}
    for key in OPEN:
        people = [NewEntry(name) for name in NAMES]
        made, entries = tournament_with_players(key, dt.date(2026, 11, 21), people)
        made.game = key
        made.save()
        seat_round(tournament=made, number=1, tables={1: entries}, state=Round.State.STARTED)
        rules[key] = made.rules
    return rules


def stored_points():
    return list(Result.objects.order_by("seat__number").values_list("points", flat=True))


@pytest.mark.parametrize(
    ("key", "expected"),
    [("rubber-bridge", [810, -810, 810, -810]), ("kleurenwiezen", [200, 0, 200, 0])],
)
def test_a_form_is_handed_in(clerk_client, rules_by_game, key, expected):
    data = entry_request(rules_by_game[key], CELLS[key](), action="count")
    assert clerk_client.post(FORM.format(key), data).url == f"/t/{key}/forms/?round=1"
    assert stored_points() == expected


@pytest.mark.parametrize("key", OPEN)
def test_a_practice_form_is_handed_in(clerk_client, rules_by_game, key):
    rules = rules_by_game[key]
    document = rules.practice(4, Random(5))
    data = entry_request(rules, rules.to_cells(document), action="count")
    clerk_client.post(FORM.format(key), data)
    assert Version.objects.get().content == document
    assert stored_points() == [score.points for score in rules.score(document, 4)]


@pytest.mark.parametrize(
    ("key", "changes", "code"),
    [
        ("rubber-bridge", {"contracts.1.level": "8"}, "LEVEL_INVALID"),
        ("rubber-bridge", {"contracts.1.strain": "TROEF"}, "STRAIN_UNKNOWN"),
        ("kleurenwiezen", {"deals.1.contract": "samen-7"}, "UNKNOWN_CONTRACT"),
        ("kleurenwiezen", {"deals.1.tricks": "14"}, "TRICKS_GT_CARDS"),
    ],
)
def test_an_invalid_cell_is_refused_and_keeps_its_text(
    clerk_client, rules_by_game, key, changes, code
):
    (path, value) = next(iter(changes.items()))
    response = clerk_client.post(
        FORM.format(key), entry_request(rules_by_game[key], CELLS[key]() | changes)
    )
    shown = response.context["sheet"]
    assert message_levels(response) == ["error"]
    assert [(p.code, p.path) for p in shown.wrong] == [(code, path)]
    cell = next(cell for row in shown.rows for cell in row.cells if cell.field.path == path)
    assert (cell.value, cell.is_wrong) == (value, True)
    assert f'value="{value}"' in response.content.decode()
    assert Version.objects.count() == 0


def test_checking_invalid_input_is_no_server_error(clerk_client, rules_by_game):
    data = entry_request(rules_by_game["rubber-bridge"], rubber_cells())
    for changes in (
        {"contracts.999999999.level": "1"},
        {"contracts.-1.level": "1"},
        {"contracts.x": "1"},
        {"contracts.0.level": "\0"},
        {"contracts.0.strain": "x" * 41},
        {"unfinished": "x" * 5},
    ):
        assert clerk_client.post(CHECK.format("rubber-bridge"), data | changes).status_code == 200
    assert ScoreForm.objects.count() == 0


def added_rows(response):
    return [row.path for row in response.context["new_rows"]]


def test_checking_adds_rows_once_the_last_rows_are_used(clerk_client, rules_by_game):
    url, rules = CHECK.format("rubber-bridge"), rules_by_game["rubber-bridge"]
    empty = entry_request(rules, {})
    assert added_rows(clerk_client.post(url, empty)) == []
    twelfth = rubber_cells(EXAMPLE[:1], first=11)
    response = clerk_client.post(url, empty | twelfth)
    assert added_rows(response) == [f"contracts.{row}" for row in (12, 13, 14, 15)]
    page = response.content.decode()
    assert page.count('name="contracts.12.level"') == 1
    assert 'name="contracts.11.level"' not in page  # what is being typed is left alone
    assert 'id="points-13-1-1" hx-swap-oob' not in page  # nobody has that cell yet


def test_checking_adds_cells_for_another_penalty(clerk_client, db):
    made = create_tournament(
        name="Bollen", slug="bollen", date=dt.date(2026, 11, 21), game="boerenbridge"
    )
    entries = enter_many(tournament=made, rows=[NewEntry(name) for name in NAMES])
    seat_round(tournament=made, number=1, tables={1: entries}, state=Round.State.STARTED)
    rules = made.rounds.get().rules
    first = {"deals.2.penalties.0.seat": "1", "deals.2.penalties.0.points": "-5"}
    response = clerk_client.post(CHECK.format("bollen"), entry_request(rules, {}) | first)
    ((row, cells),) = response.context["new_notes"]
    assert row.path == "deals.2"
    assert [cell.field.path for cell in cells] == [
        f"deals.2.penalties.1.{name}" for name in ("seat", "points", "why")
    ]


def test_a_long_rubber_is_saved_and_opened_again(clerk_client, rules_by_game):
    url, rules = FORM.format("rubber-bridge"), rules_by_game["rubber-bridge"]
    passed = {f"contracts.{row}.passed": "x" for row in range(30)}
    clerk_client.post(url, entry_request(rules, passed, action="draft"))
    assert len(Draft.objects.get().content["contracts"]) == 30
    shown = clerk_client.get(url).context["sheet"]
    assert len(shown.rows) == 34
    assert [row.path for row in shown.rows if row.is_written] == list(
        {path.removesuffix(".passed"): None for path in passed}
    )


def test_a_conflict_compares_every_row_of_the_longer_form(clerk_client, rules_by_game):
    url, rules = FORM.format("rubber-bridge"), rules_by_game["rubber-bridge"]
    passed = {f"contracts.{row}.passed": "x" for row in range(20)}
    clerk_client.post(url, entry_request(rules, passed, action="draft"))
    mine = {"contracts.0.passed": "x", "contracts.1.strain": "H"}
    response = clerk_client.post(url, entry_request(rules, mine, action="draft"))
    found = {d.field.path: (d.mine, d.theirs) for d in response.context["differences"]}
    assert found == {
        "contracts.1.strain": ("H", ""),
        **{f"contracts.{row}.passed": ("", "x") for row in range(1, 20)},
    }
    difference = next(d for d in response.context["differences"] if d.mine)
    assert difference.mine_in_words.nl == "♥ harten"


def text_of(page):
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_the_public_page_shows_the_bridge_pad_and_the_suits(client, clerk_client, rules_by_game):
    key = "rubber-bridge"
    clerk_client.post(
        FORM.format(key), entry_request(rules_by_game[key], rubber_cells(), action="count")
    )
    response = client.get(TABLE.format(key), headers={"Accept-Language": "nl"})
    shown = response.context["sheet"]
    assert len(shown.rows) == 9  # the empty ones are left out
    assert [field.path.rpartition(".")[2] for field in shown.columns] == list(DEAL)
    page = without_space_beside_blocks(response.content.decode())
    assert page.count('<span class="suit red" aria-hidden="true">♥</span>') == 3
    assert page.count('<span class="visually-hidden">schoppen</span>') == 2
    pad = re.search(r'<table class="pad">.*?</table>', page, re.DOTALL)[0]
    parts = [text_of(part) for part in re.findall(r"<tbody.*?</tbody>", pad, re.DOTALL)]
    assert parts == [  # from left to right and downwards, as the source prints it
        "500 (f) 50 (f) 100 (f) 200 (e) 500 (i) 300 (b) 30 (g) 60 (a) 30 (c)",
        "60 (a) 100 (c)",
        "360 (f) 90 (d)",
        "60 (h) 40 (g) 90 (i)",
    ]
    assert text_of(pad).endswith("1690 880")


def test_each_version_keeps_its_own_number_of_rows(clerk_client, director_client, rules_by_game):
    key = "rubber-bridge"
    clerk_client.post(
        FORM.format(key), entry_request(rules_by_game[key], rubber_cells(), action="count")
    )
    more = rubber_cells([*EXAMPLE[:4], (1, 1, "C", "", 7), *EXAMPLE[4:]])
    data = entry_request(rules_by_game[key], more, action="count", reason="Een spel vergeten")
    director_client.post(FORM.format(key), data | {"expected_version": "1"})
    lengths = [
        len(director_client.get(HISTORY.format(key), {"version": n}).context["sheet"].rows)
        for n in (1, 2)
    ]
    assert lengths == [9, 10]


def test_a_missing_referee_is_a_notice_and_blocks_nothing(clerk_client, rules_by_game):
    key = "kleurenwiezen"
    high = {"deals.3.contract": "grote-miserie", "deals.3.tricks": "0", "deals.3.declarers.0": "x"}
    cells = whist_cells() | high
    del cells["deals.3.declarers.2"]
    response = clerk_client.post(CHECK.format(key), entry_request(rules_by_game[key], cells))
    shown = response.context["sheet"]
    assert [(p.code, p.place.deal) for p in shown.notices] == [("REFEREE_NOT_NOTED", 4)]
    assert (shown.wrong, shown.missing) == ((), ())
    clerk_client.post(FORM.format(key), entry_request(rules_by_game[key], cells, action="count"))
    assert Version.objects.count() == 1
