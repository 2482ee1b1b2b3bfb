"""Who is called world champion: the winner of a world championship, and nobody else."""

from tests.cases import cases
from tests.tournament.test_views_round_settings import EDIT, FACTS
from wk.tournament.champion_titles import ChampionTitle, champion_title
from wk.tournament.models import Tournament

WORLD, CHAMPION = ChampionTitle.WORLD_CHAMPION, ChampionTitle.CHAMPION


@cases(
    ("name", "chosen", "title"),
    [
        ("WK Boerenbridge 2026", "", WORLD),
        ("Het 12e wk van Utrecht", "", WORLD),
        ("Open Wereldkampioenschap kaarten", "", WORLD),
        ("World Championships Boerenbridge", "", WORLD),
        ("Fries Kaartkampioenschap 2026", "", CHAMPION),
        ("NK Boerenbridge", "", CHAMPION),
        ("Wijkfeest, Awk en WKB", "", CHAMPION),
        ("Voorronde van het WK", "champion", CHAMPION),
        ("De grote dag", "world", WORLD),
    ],
)
def test_the_name_decides_unless_the_organiser_chose(name, chosen, title):
    assert champion_title(name, chosen) == title


def test_the_title_is_chosen_on_the_page_of_settings(director_client, tournament):
    tournament.rounds.update(seed=5)
    stored = [tournament.champion]
    for sent in ({"champion": "champion"}, {"champion": "emperor"}, {"champion": "world"}, {}):
        director_client.post(EDIT, FACTS | sent)
        stored.append(Tournament.objects.get().champion)
    assert stored == ["", "champion", "champion", "world", ""]


def test_the_title_is_in_the_language_of_the_reader(english):
    assert Tournament(name="WK 2026").champion_title == "world champion"
    assert Tournament(name="Fries kampioenschap").champion_title == "champion"
