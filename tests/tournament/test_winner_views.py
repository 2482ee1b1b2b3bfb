"""The page that names the winner of a trick: public, asked by its address, storing nothing."""

import html
import re
from urllib.parse import quote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.registry import GAMES
from tests.cases import cases
from tests.markup import on_one_line
from tests.samples import some
from wk.tournament.models import Tournament

pytestmark = pytest.mark.usefixtures("english")

PAGE = "/t/wk-test/rules/winner/"


def set_game(key):
    """Let the tournament play another game."""
    Tournament.objects.filter(slug="wk-test").update(game=key)


def page_text(response):
    """Return the text of the content of a page."""
    main = page_html(response).partition("<main")[2]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main)).split())


def page_html(response):
    return on_one_line(response.content.decode())


def headline(response):
    """Return the sentence with the answer, without the picture of a card before it."""
    [found] = re.findall(
        r'"winner-headline" aria-live="polite"> ?(.*?) ?</h2>', page_html(response)
    )
    spans = re.findall(r"<span>(.*?)</span>", found)
    return html.unescape(spans[-1] if spans else found)


def errors(response):
    found = re.findall(r'class="(?:message )?error">(.*?)</p>', page_html(response))
    return [" ".join(html.unescape(re.sub(r"<[^>]+>", " ", each)).split()) for each in found]


def buttons(response, name):
    """Return the values of the buttons of this name, in order."""
    return re.findall(rf'name="{name}" value="([^"]+)"', page_html(response))


def used_cards(response):
    """Return the cards that cannot be laid again."""
    found = re.findall(r'value="(\w+)"[^>]* aria-disabled', page_html(response))
    return sorted(found)


def chosen_values(response, name):
    """Return the chosen value of a question."""
    pattern = rf'name="{name}" value="([^"]*)" checked'
    return re.findall(pattern, page_html(response))


# Access


def test_the_page_is_public(client, clerk_client, director_client, tournament):
    for browser in (client, clerk_client, director_client):
        assert browser.get(PAGE).status_code == 200
        assert browser.head(PAGE).status_code == 200


def test_the_page_takes_only_get(client, tournament):
    for method in ("post", "put", "patch", "delete"):
        response = getattr(client, method)(PAGE)
        assert (method, response.status_code, response["Allow"]) == (method, 405, "GET, HEAD")


def test_an_unknown_tournament_is_not_found(client, db):
    assert client.get("/t/nergens/rules/winner/").status_code == 404


def test_the_rules_page_links_to_it(client, tournament):
    assert f'href="{PAGE}"' in client.get("/t/wk-test/rules/").content.decode()


def test_cards_take_no_more_queries_and_no_writes(client, tournament):
    with CaptureQueriesContext(
        connection,
    ) as empty:
        client.get(PAGE)
    with CaptureQueriesContext(connection) as full:
        client.get(PAGE + "?cards=9H.KH.2S.AH.3H&hand4=5H.6H")
    assert len(full) == len(empty)
    assert all(query["sql"].startswith("SELECT") for query in full.captured_queries)


# Laying cards


def test_every_game_has_the_page(client, tournament):
    @cases("key", sorted(GAMES))
    def has_it(key):
        set_game(key)
        response = client.get(PAGE)
        assert response.status_code == 200
        assert headline(response) == "Touch the cards in the order in which they were played."
        assert len(buttons(response, "add")) == 52
        assert buttons(response, "drop") == []

    has_it()


def test_games_with_a_choice_of_trump_ask_for_it_first(client, tournament):
    @cases("key", sorted(set(GAMES) - {"wk-boerenbridge"}))
    def asks_for_it(key):
        set_game(key)
        assert headline(client.get(PAGE + "?cards=9H")) == "Choose the trump first."
        assert headline(client.get(PAGE + "?trump=S&cards=9H")) == "Player 1 is winning with ♥ 9"

    asks_for_it()


def test_each_button_redirects_to_the_address_of_the_new_cards(client, tournament):

    @cases(
        "asked, leads_to",
        [
            ("add=9H", "cards=9H"),
            ("cards=9H&add=KH", "cards=9H.KH"),
            ("cards=9H.KH&drop=table", "cards=9H"),
            ("cards=9H.KH&to=2&add=5H", "to=2&cards=9H.KH&hand2=5H"),
            ("cards=9H&hand2=5H.6H&to=2&drop=2", "to=2&cards=9H&hand2=5H"),
            ("leader=3&players=5&cards=9H&hand2=5H&drop=all", "leader=3"),
            ("players=5&leader=1&cards=&to=table", ""),
            ("leader=2&cards=9H&utm_source=x", "leader=2&cards=9H"),
            ("players=4&hand5=5H&to=5&cards=9H", "players=4&cards=9H"),
        ],
    )
    def redirects(asked, leads_to):
        response = client.get(f"{PAGE}?{asked}")
        assert (response.status_code, response["Location"]) == (
            302,
            f"{PAGE}?{leads_to}" if leads_to else PAGE,
        )
        if "hand" in leads_to:
            assert client.get(response["Location"]).status_code == 200

    redirects()


def test_the_answer_names_winner_and_rules(client, tournament):
    response = client.get(PAGE + "?leader=2&cards=9H.KH.2S.AH.3H")
    assert headline(response) == "Player 4 wins with ♠ 2"
    said = page_text(response)
    assert "The 2 of spades is the only trump in the trick." in said
    assert "WK-30 The highest spade wins the trick." in said
    assert "Could not be played" not in said
    assert chosen_values(response, "leader") == ["2"]
    assert used_cards(response) == ["2S", "3H", "9H", "AH", "KH"]


def test_a_card_that_could_not_be_played_is_named_by_rule(client, tournament):
    said = page_text(client.get(PAGE + "?leader=2&cards=9H.KH.2S.AH.3H&hand4=5H"))
    assert (
        "Could not be played Player 4: The 2 of spades could not be played: the suit led was "
        "hearts, and the hand still had the 5 of hearts. (WK-16)"
    ) in said
    assert "WK-21 After a revoke the deal stops at once." in said


def test_special_rules_of_boerenbridge_decide_the_trick(client, tournament):
    set_game("boerenbridge")
    response = client.get(PAGE + "?players=4&trump=C&marshall=x&cards=AH.2H.KD.QD")
    assert headline(response) == "Player 2 wins with ♥ 2"
    assert "W-18 Marshall: the 2 beats the ace" in page_text(response)
    assert '<details class="winner-more" open>' in page_html(response)
    plain = client.get(PAGE + "?players=4&trump=C&cards=AH.2H.KD.QD")
    assert '<details class="winner-more">' in plain.content.decode()


def test_there_are_four_wizards_beside_the_pack(client, tournament):
    set_game("boerenbridge")
    response = client.get(PAGE + "?trump=C&wizards=x&cards=9H.W.W.W.W")
    assert headline(response) == "Player 2 wins with wizard"
    assert len(buttons(response, "add")) == 54
    assert used_cards(response) == ["9H", "W"]


def test_the_page_is_translated_into_dutch(client, tournament):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "nl"
    response = client.get(PAGE + "?cards=9H.KH.2S.AH.3H")
    assert headline(response) == "Speler 3 wint met ♠ 2"
    assert "Schoppen 2 is de enige troef in de slag." in page_text(response)


# Invalid addresses


def test_an_impossible_card_is_refused_and_the_others_stay(client, tournament):

    @cases(
        "asked, said",
        [
            ("cards=9H&add=9H", "Error ♥ 9 is there too often: there is only one of each card."),
            ("cards=9H&add=ZZ", "Error “ZZ” is not a card of this game."),
            (
                "cards=9H&to=2&add=9H",
                "Error ♥ 9 is there too often: there is only one of each card.",
            ),
            (
                "players=4&cards=9H.8H.7H.6H&add=5H",
                "Error The trick is complete already: 4 cards lie on the table.",
            ),
        ],
    )
    def is_refused(asked, said):
        response = client.get(f"{PAGE}?{asked}")
        assert (response.status_code, errors(response)) == (200, [said])
        assert "9H" in used_cards(response)
        assert headline(response).endswith("♥ 9")

    is_refused()


def test_an_invalid_address_is_explained(client, tournament):

    @cases(
        "asked, said",
        [
            ("leader=9", ["Choose one of the possibilities."]),
            ("leader=5&players=4", ["Choose one of the possibilities."]),
            ("players=99", ["Choose one of the possibilities."]),
            ("cards=9H.9H", ["Error ♥ 9 is there too often: there is only one of each card."]),
            ("cards=<script>", ["Error “<script>” is not a card of this game."]),
            ("cards=" + "9H." * 90, None),
        ],
    )
    def is_explained(asked, said):
        response = client.get(f"{PAGE}?{asked}", follow=True)
        assert response.status_code == 200
        assert said is None or errors(response) == said
        assert b"<script>\xe2" not in response.content

    is_explained()


BROKEN_ADDRESS = "Error This address is not right. Begin here once more."
INVALID_VALUES = [
    "\x00",
    "\ud800",
    "😀" * 50,
    "9H" * 200,
    "' OR 1=1 --",
    "{card}",
    "%s%n",
    "-1",
    "²",
    "\u202e",
]
PARAMETERS = [
    "cards",
    "to",
    "add",
    "drop",
    "leader",
    "players",
    "hand1",
    "hand8",
    "marshall",
    "trump",
]


@pytest.mark.parametrize("key", ["wk-boerenbridge", "boerenbridge", "kleurenwiezen"])
def test_any_parameter_value_is_answered(client, tournament, key):
    """Games differ in their questions, so the parameters they share are tried one by one once."""
    set_game(key)
    alone = ("cards", "hand1", "leader") if key == "boerenbridge" else ()
    tried_alone = some(INVALID_VALUES, 4)

    @cases("value", INVALID_VALUES)
    def is_answered(value):
        written = quote(value, errors="replace")
        everywhere = "&".join(f"{name}={written}" for name in PARAMETERS)
        names = alone if value in tried_alone else ()
        for asked in (everywhere, *(f"{name}={written}" for name in names)):
            response = client.get(f"{PAGE}?{asked}", follow=True)
            assert (response.status_code, len(response.redirect_chain) <= 1) == (200, True)

    is_answered()


def test_a_broken_address_starts_with_an_empty_table(client, tournament):

    @cases("asked", ["to=9", "drop=x", "to=²", "add=%00", "cards=%EF%BF%BD", "hand1=" + "9" * 301])
    def starts_empty(asked):
        response = client.get(f"{PAGE}?{asked}")
        assert (response.status_code, errors(response), used_cards(response)) == (
            200,
            [BROKEN_ADDRESS],
            [],
        )

    starts_empty()
