"""Names get their usual capitals."""

import pytest

from tests.players.conftest import (
    DESK,
    LIVE,
    page_html,
)
from wk.players.checkin.names import with_capitals


class TestCapitals:
    @pytest.mark.parametrize(
        ("typed", "written"),
        [
            ("jan de vries", "Jan de Vries"),
            ("JAN VAN DER BERG", "Jan van der Berg"),
            ("jan van den berg-de wit", "Jan van den Berg-de Wit"),
            ("anne-marie in 't veld", "Anne-Marie in 't Veld"),
            ("piet op ’t hof", "Piet op ’t Hof"),
            ("els ter horst ten kate", "Els ter Horst ten Kate"),
            ("kees van het reve", "Kees van het Reve"),
            ("j.d. van dam", "J.D. van Dam"),
            ("jan v.d. berg", "Jan v.d. Berg"),
            ("guy d'hondt", "Guy d'Hondt"),
            ("pat o'neill", "Pat O'Neill"),
            ("ijsbrand ijzer", "IJsbrand IJzer"),
            ("émile élan", "Émile Élan"),
            ("van dam", "Van Dam"),
            ("'t hart", "'t Hart"),
            (" jan  kok ", "Jan Kok"),
            ("Jan De Vries", "Jan De Vries"),
            ("jan de Vries", "jan de Vries"),
            ("McKay", "McKay"),
            ("", ""),
            ("7", "7"),
        ],
    )
    def test_names_without_capitals_get_the_usual_ones(self, typed, written):
        assert with_capitals(typed) == written

    def test_the_page_proposes_capitals_before_entering(self, clerk_client, ten_players):
        page = page_html(clerk_client.get(DESK, {"q": "joke van dijk"}, headers=LIVE))
        assert 'name="name" value="Joke van Dijk"' in page
        assert "“joke van dijk” is not on the list." in page

    def test_a_typed_name_keeps_its_capitals(self, clerk_client, ten_players):
        clerk_client.post(f"{DESK}late/", {"name": "joke van dijk"})
        assert ten_players.entries.get(number=11).name == "joke van dijk"
