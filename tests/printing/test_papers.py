"""The list of all papers, and the papers that tell who sits where and how they stand."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.chain.written import write_links_now
from tests.printing.pdf_pages import pages_of, texts_in, without_spaces
from tests.samples import some
from tests.standings.tournaments import close_rounds, make_tournament, play_round
from tests.standings.withheld import (
    ALL,
    NAMES,
    NOTHING,
    ORDER,
    TOP,
    first_points,
    last_points,
    withhold,
)
from wk.chain.queries import proof
from wk.players.services import NewEntry, enter_many
from wk.printing.jobs import FOLDER
from wk.printing.signs import last_table
from wk.tournament.models import Round, Substitute, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(db):
    """Twelve players and two closed rounds of three tables; points occur nowhere else."""
    made = make_tournament(NAMES, rounds=2)
    for round, points in ((1, first_points), (2, last_points)):
        play_round(made, round, {t: {n: points(n) for n in ORDER[t - 1 :: 3]} for t in (1, 2, 3)})
    close_rounds(made)
    return made


def text_of(client: Client, address: str, language="nl") -> str:
    """Return the text of a PDF without spaces."""
    response = client.get(f"/t/{address}", headers={"Accept-Language": language})
    return without_spaces("".join(texts_in(response)))


def refusal_of(client: Client, address: str) -> tuple[int, str]:
    response = client.get(f"/t/{address}", headers={"Accept-Language": "en"})
    return response.status_code, response.context["message"]


LARGE = 155  # players: MOST_ON_ONE_PAGE in a browser is 150
ALL_DAY = ("cards", "attendance", "signs", "blank-sheets", "blank-cards")


def links(client: Client, slug: str) -> list[str]:
    """Return the papers on the list, by the last part of their address."""
    page = client.get(f"/t/{slug}/print/").content.decode()
    return re.findall(rf'action="/t/{slug}/(?:rounds/)?([^"]+)/"', page)


def test_the_list_has_all_papers_in_the_order_of_the_day(
    clerk_client, hall, django_assert_num_queries
):
    with django_assert_num_queries(7):
        found = links(clerk_client, "hal")
    of_round = ["sheets", "seating", "by-table", "results", "standings-after"]
    assert found == [
        *(f"print/{kind}" for kind in ALL_DAY),
        *(f"{number}/print/{kind}" for number in (1, 2) for kind in of_round),
        *(f"print/{kind}" for kind in ("standings", "prizes", "certificates", "booklet")),
    ]


def test_results_that_are_held_back_are_not_on_the_list(clerk_client, hall):
    withhold(hall, ALL)
    found = links(clerk_client, "hal")
    assert [kind for kind in found if kind.startswith("2/")] == [
        f"2/print/{kind}" for kind in ("sheets", "seating", "by-table")
    ]
    assert found[-2:] == ["print/prizes", "print/certificates"]


def test_a_tournament_without_players_has_blanks_only(director_client):
    make_tournament([], slug="leeg")
    assert links(director_client, "leeg") == ["print/blank-sheets", "print/blank-cards"]
    assert "/t/leeg/print/logo/" in director_client.get("/t/leeg/print/").content.decode()


def test_only_a_director_is_led_to_the_logo(clerk_client, hall):
    assert "/print/logo/" not in clerk_client.get("/t/hal/print/").content.decode()


@pytest.mark.slow
def test_standings_on_paper_have_every_player_with_all_rounds(clerk_client, hall):
    text = text_of(clerk_client, "hal/standings.pdf")
    assert "EindstandWKhal·21november2026" in text
    ranked = re.findall("|".join(NAMES), text)
    assert ranked == [NAMES[number - 1] for number in ORDER]
    assert text.count(str(first_points(ORDER[0]) + last_points(ORDER[0]))) == 1
    after = text_of(clerk_client, "hal/rounds/1/standings-after.pdf")
    assert "Standnaronde1WKhal" in after
    assert str(last_points(ORDER[0])) not in after


@pytest.mark.slow
@pytest.mark.parametrize(
    "address", some(["standings.pdf", "rounds/1/standings-after.pdf", "rounds/1/seating.pdf"], 1)
)
def test_a_list_of_a_large_hall_is_whole_with_the_proof_of_its_moment_on_each_page(
    clerk_client, address
):
    """More players than a page in a browser shows, and than fit on a sheet of paper."""
    made = make_tournament([f"Speler {n:03}" for n in range(1, LARGE + 1)], rounds=1)
    numbers = [entry.number for entry in made.entries.all()]
    play_round(made, 1, {t + 1: numbers[5 * t : 5 * t + 5] for t in range(LARGE // 5)})
    write_links_now()
    told = without_spaces(f"Controlecode van dit papier: {proof()}")
    texts = [*map(without_spaces, texts_in(clerk_client.get(f"/t/hal/{address}")))]
    assert [text.count(told) for text in texts] == [1] * len(texts)
    assert len(texts) > 1
    named = re.findall(r"Speler(\d{3})|(\d{3}),Speler", "".join(texts))
    assert [one or other for one, other in named] == [f"{n:03}" for n in range(1, LARGE + 1)]


@pytest.mark.slow
@pytest.mark.parametrize("what", [TOP, ALL])
def test_no_paper_for_everybody_has_what_is_held_back(director_client, hall, what):
    """Also not for a director: these papers hang on the wall."""
    withhold(hall, what)
    secret = [str(last_points(number)).replace("-", "−") for number in ORDER[:3]]
    text = text_of(director_client, "hal/standings.pdf")
    assert [points for points in secret if points in text] == []
    if what == TOP:
        assert [NAMES[number - 1] in text for number in ORDER] == [False] * 10 + [True] * 2
    else:
        assert "Standnaronde1WKhal" in text
    held_back = 409, "The results of this round are still held back."
    assert refusal_of(director_client, "hal/rounds/2/results.pdf") == held_back
    assert refusal_of(director_client, "hal/booklet.pdf") == (409, "Results are still held back.")
    if what == ALL:
        assert refusal_of(director_client, "hal/rounds/2/standings-after.pdf") == held_back


@pytest.mark.slow
def test_certificates_that_are_held_back_are_for_directors_only(
    director_client, clerk_client, hall
):
    withhold(hall, TOP)
    status, message = refusal_of(clerk_client, "hal/certificates.pdf")
    assert (status, message.partition(":")[0]) == (409, "The results are still held back")
    response = director_client.get("/t/hal/certificates.pdf?places=1-2")
    first, second = map(without_spaces, texts_in(response))
    assert (NAMES[6] in first, NAMES[1] in second) == (True, True)
    # Whoever is no director does not get the file of a director by its address.
    key = newest_key()
    assert director_client.get(f"/t/hal/print/{key}.pdf").status_code == 200
    for address in (f"/t/hal/print/{key}.pdf", f"/t/hal/print/{key}/"):
        assert clerk_client.get(address).status_code == 404
    withhold(hall, NOTHING)
    assert clerk_client.get("/t/hal/certificates.pdf?places=1").status_code == 200


def newest_key() -> str:
    """Return the key of the PDF that was asked for last."""
    jobs = (Path(settings.DATA_DIR) / FOLDER).glob("*.job")
    return max(jobs, key=lambda path: path.stat().st_mtime).stem


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "title"), [("WK hal", "wereldkampioen"), ("Fries kampioenschap", "kampioen")]
)
def test_certificate_and_booklet_give_the_winner_the_title_of_the_tournament(
    director_client, hall, name, title
):
    Tournament.objects.update(name=name)
    certificate = text_of(director_client, "hal/certificates.pdf?places=1")
    cover = text_of(director_client, "hal/booklet.pdf").partition(NAMES[ORDER[0] - 1])[2]
    assert re.findall(rf"{NAMES[ORDER[0] - 1]}(\w*kampioen)van", certificate) == [title]
    assert cover.startswith(title)


def test_there_are_no_certificates_before_the_end(director_client, tournament):
    assert refusal_of(director_client, "wk-test/certificates.pdf") == (
        409,
        "Certificates come when all forms count and all rounds are closed.",
    )


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("?places=x", "Write one number or a range: 3 or 3-7."),
        ("?players=99", "There are no such players."),
        ("?places=1&players=6", "There are no such players."),
    ],
)
def test_invalid_certificates_are_refused(director_client, hall, query, message):
    assert refusal_of(director_client, f"hal/certificates.pdf{query}") == (400, message)


@pytest.mark.slow
def test_results_of_a_table_are_in_order_of_place_with_substitutes(clerk_client, hall):
    seat = hall.rounds.get(number=1).seats.get(entry__number=ORDER[0])
    Substitute.objects.create(seat=seat, name="Piet Kok", from_deal=8)
    text = text_of(clerk_client, "hal/rounds/1/results.pdf?tables=1")
    at_table = ORDER[0::3]
    told = [f"{number}{NAMES[number - 1]}" for number in at_table]
    assert re.findall("|".join(told), text) == told
    assert "PietKok" in text
    assert [text.count(str(first_points(n))) for n in at_table] == [1] * 4
    assert NAMES[ORDER[1] - 1] not in text


@pytest.mark.slow
def test_a_note_about_a_substitute_says_the_round_apart_from_the_club(clerk_client, hall):
    seat = hall.rounds.get(number=1).seats.get(entry__number=ORDER[0])
    seat.entry.club = "Troef"
    seat.entry.save()
    Substitute.objects.create(seat=seat, name="Piet Kok", from_deal=8)
    text = text_of(clerk_client, "hal/standings.pdf")
    assert "Troef·ronde1:vanafspelletje8gespeelddoorPietKok" in text


@pytest.mark.slow
def test_a_table_without_a_form_says_so(clerk_client, tournament):
    text = text_of(clerk_client, "wk-test/rounds/1/results.pdf", "en")
    assert text.count("tocome") == 2


@pytest.mark.slow
def test_who_sits_where_by_table(clerk_client, tournament):
    text = text_of(clerk_client, "wk-test/rounds/1/by-table.pdf")
    names = ["1Anna", "2Bram", "3Cor", "4Dirk", "5Els", "6Femke", "7Gijs", "8Hans", "9Ingrid"]
    assert re.findall("|".join([*names, "Tafel."]), text) == [
        "Tafel1", *names[:5], "Tafel2", *names[5:],
    ]  # fmt: skip
    assert text.count("NOORD") == 2


@pytest.mark.slow
def test_the_seating_list_has_letters_in_its_margin(clerk_client, tournament):
    enter_many(tournament=tournament, rows=[NewEntry("Ad van Bree")])
    text = text_of(clerk_client, "wk-test/rounds/1/seating.pdf")
    assert "A1B1C1D1E1F2G2H2I2" in text


@pytest.mark.slow
def test_the_seating_list_of_120_takes_two_pages(clerk_client):
    names = [f"{first} van der {last}" for first in NAMES for last in NAMES[:10]]
    made = make_tournament(names, rounds=1)
    numbers = [entry.number for entry in made.entries.all()]
    seated = {t + 1: numbers[5 * t : 5 * t + 5] for t in range(24)}
    play_round(made, 1, seated, state=Round.State.CONFIRMED)
    assert len(texts_in(clerk_client.get("/t/hal/rounds/1/seating.pdf"))) == 2


@pytest.mark.slow
def test_a_sign_has_the_number_of_its_table_on_both_sides(clerk_client, hall):
    pages = pages_of(clerk_client.get("/t/hal/signs.pdf?tables=2-3"))
    told = [re.findall(r"Tafel(\d)", without_spaces(page.extract_text())) for page in pages]
    assert told == [["2", "2"], ["3", "3"]]


def test_signs_are_for_the_tables_of_all_rounds_and_of_the_next_one(hall):
    assert last_table(hall) == 3
    empty = make_tournament([], slug="leeg")
    assert last_table(empty) == 0
    enter_many(tournament=empty, rows=[NewEntry(f"Speler {n}") for n in range(31)])
    assert last_table(empty) == 7


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("?tables=0", "Write one table or a range: 3 or 3-7."),
        ("?tables=7-3", "Write one table or a range: 3 or 3-7."),
        ("?tables=1-999999999", "Print at most 300 signs at a time."),
    ],
)
def test_invalid_signs_are_refused(clerk_client, hall, query, message):
    assert refusal_of(clerk_client, f"hal/signs.pdf{query}") == (400, message)


def test_without_players_there_are_no_signs(clerk_client):
    make_tournament([], slug="leeg")
    assert refusal_of(clerk_client, "leeg/signs.pdf") == (
        400,
        "How many tables there are is known once there are players.",
    )


@pytest.mark.slow
def test_blank_sheets_have_no_names_and_one_for_each_size(clerk_client, tournament):
    five, four = texts_in(clerk_client.get("/t/wk-test/blank-sheets.pdf"))
    for page, count in ((five, 5), (four, 4)):
        text = without_spaces(page)
        assert (text.count("eerstegever"), len(re.findall(r"plaats\d", text))) == (count, count)
        assert ("None" in text, "Anna" in text, "Ronde" in text) == (False, False, True)


@pytest.mark.slow
def test_blank_cards_fill_a_page(clerk_client, tournament):
    (page,) = texts_in(clerk_client.get("/t/wk-test/blank-cards.pdf"))
    text = without_spaces(page)
    assert [text.count(word) for word in ("naam", "Ronde3", "Anna", "None")] == [8, 8, 0, 0]


@pytest.mark.parametrize("kind", ["by-table", "results", "standings-after"])
def test_a_drawn_round_has_no_such_paper(clerk_client, tournament, kind):
    tournament.rounds.update(state=Round.State.DRAWN)
    assert clerk_client.get(f"/t/wk-test/rounds/1/{kind}.pdf").status_code == 409


def test_before_the_first_round_there_are_no_standings(clerk_client, tournament):
    tournament.rounds.update(state=Round.State.CONFIRMED)
    nothing = 409, "There are no standings to print yet."
    assert refusal_of(clerk_client, "wk-test/standings.pdf") == nothing
    assert refusal_of(clerk_client, "wk-test/booklet.pdf") == nothing
    assert refusal_of(clerk_client, "wk-test/rounds/1/standings-after.pdf") == (
        409,
        "This round has not started yet.",
    )


@pytest.mark.slow
def test_lists_are_tagged_for_screen_readers(clerk_client, hall):
    response = clerk_client.get("/t/hal/standings.pdf", headers={"Accept-Language": "nl"})
    root = pages_of(response)[0].pdf.trailer["/Root"]
    assert (root["/MarkInfo"]["/Marked"], root["/Lang"]) == (True, "nl")
    assert "/StructTreeRoot" in root
