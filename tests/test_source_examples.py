"""The two examples that the source works out, through the pages and the commands."""

import datetime as dt
import json
import re

import pytest
from django.core.management import call_command

from tests.paper import form_with_totals
from wk.players.services import NewEntry, enter_many
from wk.tournament.models import Round
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

pytestmark = pytest.mark.slow

# WK-25: two winners share 5 and 4, two numbers three share 3 and 2.
TIES = [120, 120, 96, 96, 40]
TIES_MATCH_POINTS = ["4½", "4½", "2½", "2½", "1"]

# WK-29: A has 14 WP and 594 points, B 14 and 524, C 15 and 512. Each leads a table of his own, with
# four others who come behind him, or one of them before him once.
ROUNDS = [
    [[200, 100, 98, 96, 94], [176, 100, 98, 96, 94], [172, 100, 98, 96, 94]],
    [[200, 100, 98, 96, 94], [172, 190, 98, 96, 94], [170, 100, 98, 96, 94]],
    [[194, 196, 98, 96, 94], [176, 100, 98, 96, 94], [170, 100, 98, 96, 94]],
]
NAMES = {1: "Speler A", 6: "Speler B", 11: "Speler C"}
EXPECTED = [
    (1, "Speler C", "15", 512),
    (2, "Speler A", "14", 594),
    (3, "Speler B", "14", 524),
]


@pytest.fixture
def championship(db):
    """Fifteen players at three tables, with the same seats in each of three rounds."""
    made = create_tournament(name="WK", slug="wk", date=dt.date(2026, 11, 21))
    rows = [NewEntry(NAMES.get(n, f"Ander {n}")) for n in range(1, 16)]
    entries = enter_many(tournament=made, rows=rows)
    for number in (1, 2, 3):
        seat_round(
            tournament=made,
            number=number,
            tables={t: entries[5 * t - 5 : 5 * t] for t in (1, 2, 3)},
            state=Round.State.STARTED,
        )
    return made


def hand_in(client, tournament, round, table, totals):
    """Type a form with these totals and hand it in."""
    cells = tournament.rules.to_cells(form_with_totals(totals))
    players = " ".join(str(5 * table - 5 + seat) for seat in range(1, 6))
    hidden = {"expected_version": "0", "players": players, "action": "count"}
    url = f"/t/{tournament.slug}/forms/{round}/{table}/"
    assert client.post(url, cells | hidden).status_code == 302


def play_rounds(client, tournament):
    for round, tables in enumerate(ROUNDS, 1):
        for table, totals in enumerate(tables, 1):
            hand_in(client, tournament, round, table, totals)


def standings(capsys):
    call_command("standings", "wk", "--format", "json")
    return json.loads(capsys.readouterr().out)


def test_wk_25_ties_through_the_pages(clerk_client, client, championship):
    hand_in(clerk_client, championship, 1, 1, TIES)
    page = client.get("/t/wk/rounds/1/tables/1/").content.decode()
    shown = [
        re.sub("<[^>]*>", "", row.split('<td class="num">')[-1].split("</td>")[0]).strip()
        for row in page.split("<tbody>")[1].split("</tbody>")[0].split("</tr>")[:5]
    ]
    assert shown == TIES_MATCH_POINTS


def test_wk_25_ties_through_the_commands(clerk_client, championship, capsys):
    hand_in(clerk_client, championship, 1, 1, TIES)
    rows = {row["number"]: row for row in standings(capsys)["standings"]}
    first_round = [rows[number]["rounds"][0] for number in range(1, 6)]
    assert [(r["wp"], r["points"]) for r in first_round] == [
        ("4.5", 120), ("4.5", 120), ("2.5", 96), ("2.5", 96), ("1", 40),
    ]  # fmt: skip


def test_wk_29_speakers_a_b_c_through_the_pages(clerk_client, client, championship):
    play_rounds(clerk_client, championship)
    current = client.get("/t/wk/standings/").context["standings"]
    assert [
        (row.rank, row.name, str(row.match_points), row.points) for row in current.rows[:3]
    ] == EXPECTED
    assert current.complete


def test_wk_29_speakers_a_b_c_through_the_commands(clerk_client, championship, capsys, tmp_path):
    play_rounds(clerk_client, championship)
    file = tmp_path / "wk.json"
    call_command("export_tournament", "wk", "-o", str(file))
    championship.delete()
    call_command("import_tournament", str(file))
    capsys.readouterr()
    found = standings(capsys)
    top = found["standings"][:3]
    assert [(row["rank"], row["name"], row["wp"], row["points"]) for row in top] == EXPECTED
    assert (found["after_round"], found["complete"]) == (3, True)
