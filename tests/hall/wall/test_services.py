"""The office holds the screens of the wall, and lets them go."""

import pytest
from django.utils import timezone

from wk.auditlog.sentences import sentence
from wk.hall.models import EVERY_SCREEN
from wk.hall.wall.queries import held_scenes
from wk.hall.wall.scenes import Scene
from wk.hall.wall.services import hold_wall, release_wall

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def act(tournament, director):
    """Return a function that holds a screen on scenes, or lets it go without one."""

    def of(*scenes, screen=EVERY_SCREEN):
        about = {"tournament": tournament, "author": director, "now": timezone.now()}
        if scenes:
            return hold_wall(scenes=scenes, screen=screen, **about)
        return release_wall(screen=screen, **about)

    return of


def test_a_screen_is_held_once_and_let_go_once(act, tournament):
    assert [act(Scene.SEATS, screen=2), act(Scene.SEATS, screen=2)] == [True, False]
    assert held_scenes(tournament) == {2: (Scene.SEATS,)}
    assert [act(Scene.CURTAIN, screen=2), act(screen=3), act(screen=2), act(screen=2)] == [
        *(True, False, True, False)
    ]
    assert held_scenes(tournament) == {}
    told = [sentence(each) for each in tournament.log_entries.order_by("pk")]
    assert told == [
        "Screen 2 is held on: Seats.",
        "Screen 2 is held on: Curtain.",
        "Screen 2 is let go again.",
    ]


def test_all_screens_means_every_one(act, tournament):
    for screen in (1, 2):
        act(Scene.SEATS, screen=screen)
    assert [act(Scene.CURTAIN), act(Scene.CURTAIN)] == [True, False]
    assert held_scenes(tournament) == {EVERY_SCREEN: (Scene.CURTAIN,)}
    act(Scene.SEATS, screen=1)
    assert held_scenes(tournament) == {EVERY_SCREEN: (Scene.CURTAIN,), 1: (Scene.SEATS,)}
    assert [act(), act()] == [True, False]
    assert held_scenes(tournament) == {}
    told = [sentence(each) for each in tournament.log_entries.order_by("-pk")[:3]]
    assert told == [
        "All screens follow the day again.",
        "Screen 1 is held on: Seats.",
        "All screens are held on: Curtain.",
    ]


def test_a_screen_turns_between_several_scenes(act, tournament):
    between = (Scene.SEATS, Scene.PLAY, Scene.STANDINGS)
    assert [act(*between, screen=2), act(*between, screen=2)] == [True, False]
    assert held_scenes(tournament) == {2: between}
    act(Scene.SEATS, Scene.WELCOME)
    told = [sentence(each) for each in tournament.log_entries.order_by("pk")]
    assert told == [
        "Screen 2 turns between: Seats, Clock and tables, Standings.",
        "All screens turn between: Seats, Welcome.",
    ]
