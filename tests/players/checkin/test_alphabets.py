"""A Cyrillic letter that looks like a Latin one is told at the desk, in forms and in lists."""

from tests.players.conftest import DESK, ENGLISH, LIVE, page_html
from wk.players.services import NewEntry, enter_many

JAN = "Jаn Kok"  # with a Cyrillic а
TOLD = "the “а” in “Jаn” is a Cyrillic letter: type the name again"


def enter_look_alike(tournament):
    (entry,) = enter_many(tournament=tournament, rows=[NewEntry(JAN, "Tiel")])
    return entry


def test_a_look_alike_is_found_with_latin_letters_and_told(clerk_client, ten_players):
    entry = enter_look_alike(ten_players)
    answer = clerk_client.get(DESK, {"q": "jan kok"}, headers=LIVE)
    assert [each.number for each in answer.context["matches"]] == [2, entry.number, 3]
    assert page_html(answer).count(TOLD) == 1


def test_the_page_of_the_player_and_the_list_of_players_tell_it(
    client, director_client, clerk_client, ten_players
):
    entry = enter_look_alike(ten_players)
    address = f"{DESK}{entry.number}/"
    assert page_html(clerk_client.get(address, headers=ENGLISH)).count(TOLD) == 1
    for reader, told in ((director_client, 1), (clerk_client, 0), (client, 0)):
        page = page_html(reader.get("/t/wk-zaal/players/", headers=ENGLISH))
        assert page.count(TOLD) == told


def test_nobody_is_entered_with_a_word_of_two_alphabets(clerk_client, ten_players):
    page = page_html(clerk_client.post(f"{DESK}late/", {"name": "Pіet"}, headers=ENGLISH))
    assert "Type this name again: the “і” in “Pіet” is a Cyrillic letter" in page
    assert ten_players.entries.count() == 10


def test_a_look_alike_is_a_namesake(clerk_client, ten_players):
    enter_look_alike(ten_players)
    page = page_html(clerk_client.post(f"{DESK}late/", {"name": "Jan Kok"}, headers=ENGLISH))
    assert "2 Jan Kok, 11 Jаn Kok (Tiel) are on the list already." in page


def test_a_name_in_one_other_alphabet_is_entered(clerk_client, ten_players):
    clerk_client.post(f"{DESK}late/", {"name": "Анна Каренина"})
    assert ten_players.entries.filter(name="Анна Каренина").count() == 1
