"""What a draw reached stands beside the button to confirm it."""

import pytest

from tests.markup import on_one_line
from tests.rounds.constraints.tournaments import fix_seat, make_tournament, separate_players
from wk.rounds.draw_facts import DrawFact, draw_facts
from wk.rounds.draw_quality import outcome_so_far
from wk.rounds.draws import draw_service as draws
from wk.tournament.queries import seatings

pytestmark = pytest.mark.usefixtures("in_english")


def facts_of(round):
    """Return the facts about a round, with all rounds drawn so far."""
    drawn = seatings(round.tournament)
    return draw_facts(round, outcome_so_far(round.tournament, drawn), drawn)


def test_a_first_round_has_no_meetings_before(championship):
    round = draws.draw_round(tournament=championship, seed=1)
    assert facts_of(round) == (
        DrawFact("Meetings", "Nobody has met anybody before.", "good"),
        DrawFact("Tables", "3 tables of 5 and 2 tables of 4.", "good"),
        DrawFact("Wishes", "Nothing was asked."),
    )


def test_later_rounds_tell_meetings_and_tables_of_four(championship):
    *_, last = draws.draw_all_rounds(tournament=championship, seed=1)
    fours = "4 times somebody sits at a table of four again; fewer cannot be."
    assert facts_of(last)[:2] == (
        DrawFact("Meetings", "Nobody meets anybody twice.", "good"),
        DrawFact("Tables", f"3 tables of 5 and 2 tables of 4. {fours}", "good"),
    )


def test_wishes_are_met_or_counted_and_a_must_is_bad(tournament_of_24):
    separate_players(tournament_of_24, 1, 2, is_hard=False)
    round = draws.draw_round(tournament=tournament_of_24, seed=1)
    assert facts_of(round)[2] == DrawFact("Wishes", "All that was asked is so: 1 wish.", "good")
    here = seatings(tournament_of_24)[0][0]
    separate_players(tournament_of_24, *here[:2], is_hard=False)
    assert facts_of(round)[2] == DrawFact("Wishes", "1 is not met.")
    fix_seat(tournament_of_24, here[0], table=5)
    assert facts_of(round)[2] == DrawFact("Wishes", "2 are not met.", "bad")


def test_pairs_have_no_wishes(db):
    made = make_tournament(16, game="rubber-bridge")
    facts = facts_of(draws.draw_round(tournament=made, seed=1))
    assert [fact.label for fact in facts][:1] == ["Meetings"]
    assert "Wishes" not in [fact.label for fact in facts]


def test_they_stand_beside_the_button_and_changes_by_hand_behind_one(
    director_client, english, championship
):
    round = draws.draw_round(tournament=championship, seed=1)
    page = on_one_line(director_client.get(round.get_absolute_url()).content.decode())
    beside = page[page.index('<div class="reached-beside">') :].partition("</section>")[0]
    assert "<dd>3 tables of 5 and 2 tables of 4.</dd>" in beside
    assert "Confirm this draw" in beside
    hand = page[page.index('<details class="panel no-print" id="change-by-hand">') :]
    assert "Let two players change seats" in hand.partition("</details>")[0]
