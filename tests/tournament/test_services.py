"""Creating and changing a tournament, and setting the rules of its game."""

import datetime as dt

import pytest

from scoring.problems import Invalid
from tests.tournament.rule_tournaments import create_with_players, seat, start_round, stored_options
from wk.core.refusals import ActionRefused
from wk.rounds.draws import draw_service as draws
from wk.tournament import services
from wk.tournament.models import Round, Tournament

pytestmark = pytest.mark.usefixtures("english")


def create(name="WK 2027", **changes):
    return services.create_tournament(name=name, date=dt.date(2027, 11, 20), **changes)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "slug"),
    [("WK Boerenbridge", "wk-boerenbridge-2027"), ("WK 2027", "wk-2027"), ("♠♠♠", "wk-2027")],
)
def test_the_slug_is_made_from_name_and_year(name, slug):
    assert create(name).slug == slug


def test_a_taken_slug_gets_a_number(db):
    assert [create().slug, create().slug, create().slug] == ["wk-2027", "wk-2027-2", "wk-2027-3"]


def test_a_slug_is_unique(tournament):
    with pytest.raises(ActionRefused):
        create(slug="wk-test")
    other = create(slug="wk-ander")
    with pytest.raises(ActionRefused):
        services.update_tournament(tournament=other, slug="wk-test")
    assert set(Tournament.objects.values_list("slug", flat=True)) == {"wk-test", "wk-ander"}


def test_the_game_is_fixed_by_the_first_draw(tournament):
    with pytest.raises(ActionRefused):
        services.update_tournament(tournament=tournament, game="another")
    assert Tournament.objects.get().game == "wk-boerenbridge"


def test_the_number_of_rounds_is_at_least_those_drawn(tournament):
    services.update_tournament(tournament=tournament, round_count=1)
    with pytest.raises(ActionRefused):
        services.update_tournament(tournament=tournament, round_count=0)
    assert Tournament.objects.get().round_count == 1


def test_only_rules_that_differ_from_the_game_are_stored(bollen):
    services.update_options(tournament=bollen, options={"base": 20, "per_trick": 2})
    assert stored_options() == {"base": 20}
    services.update_options(tournament=bollen, options={})
    assert stored_options() == {}


def test_invalid_rules_are_refused_with_every_problem(bollen):
    with pytest.raises(Invalid) as refused:
        services.update_options(tournament=bollen, options={"base": "veel", "kleur": 1})
    assert {problem.path for problem in refused.value.problems} == {"base", "kleur"}
    assert stored_options() == {}


def test_rules_are_fixed_once_a_round_has_started(bollen):
    start_round(bollen, 4, 4)
    with pytest.raises(ActionRefused) as refused:
        services.update_options(tournament=bollen, options={"base": 20})
    assert str(refused.value) == "The rules cannot change any more: round 1 has started."
    assert stored_options() == {}


@pytest.mark.parametrize("state", [Round.State.DRAWN, Round.State.CONFIRMED])
def test_rules_may_change_after_a_draw_that_still_fits(bollen, state):
    seat(bollen, 4, 4, state=state)
    services.update_options(tournament=bollen, options={"base": 20})
    assert stored_options() == {"base": 20}


@pytest.mark.parametrize("state", [Round.State.DRAWN, Round.State.CONFIRMED])
def test_rules_for_smaller_tables_need_another_draw(bollen, state):
    seat(bollen, 8, state=state)
    deals = [{"cards": 12, "trump": True, "blind": False}]
    with pytest.raises(ActionRefused, match="Round 1"):
        services.update_options(tournament=bollen, options={"deals": deals})
    assert stored_options() == {}
    bollen.rounds.get().delete()
    services.update_options(tournament=bollen, options={"deals": deals})
    assert stored_options() == {"deals": deals}


def test_another_partner_rule_needs_another_draw(db):
    pairs = create_with_players(key="rubber-bridge")
    draws.draw_round(tournament=pairs, seed=1)
    with pytest.raises(ActionRefused, match="Round 1"):
        services.update_options(tournament=pairs, options={"partners": "rotating"})
    draws.discard_round(round=pairs.rounds.get())
    services.update_options(tournament=pairs, options={"partners": "rotating"})
    assert stored_options() == {"partners": "rotating"}


def test_the_rules_of_the_championship_are_fixed(tournament):
    with pytest.raises(ActionRefused, match="fixed"):
        services.update_options(tournament=tournament, options={})


def test_another_game_starts_with_its_own_rules(db):
    made = create_with_players(base=20)
    services.update_tournament(tournament=made, name="Bollen", game="bollen")
    assert stored_options() == {"base": 20}
    services.update_tournament(tournament=made, game="luciferen")
    assert (Tournament.objects.get().game, stored_options()) == ("luciferen", {})


def test_a_game_changed_meanwhile_refuses_new_rules(bollen):
    services.update_tournament(tournament=bollen, game="luciferen")
    with pytest.raises(ActionRefused, match="changed meanwhile"):
        services.update_options(tournament=bollen, options={"base": 20})
    assert stored_options() == {}
