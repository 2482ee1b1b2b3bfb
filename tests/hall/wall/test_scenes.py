"""Which scene the wall shows, by the state of the day."""

import pytest

from wk.hall.wall.scenes import Day, Scene, scene_of, scenes_shown

CONFIRMED = Day(has_seats=True, waits_for_start=True)
PLAYED = Day(has_seats=True, is_played=True)
RESULTS = Day(has_seats=True, has_results=True)
FINAL = Day(has_seats=True, has_results=True, is_final=True)
ANNOUNCED = Day(has_seats=True, has_results=True, is_hidden=True, is_announced=True)


@pytest.mark.parametrize(
    ("day", "scene"),
    [
        (Day(), Scene.WELCOME),
        (CONFIRMED, Scene.SEATS),
        (PLAYED, Scene.PLAY),
        # the next round is confirmed while tables still play
        (Day(has_seats=True, is_played=True, waits_for_start=True), Scene.PLAY),
        (Day(has_seats=True, is_played=True, has_results=True), Scene.PLAY),
        (Day(has_seats=True, is_played=True, is_hidden=True), Scene.PLAY),
        (RESULTS, Scene.STANDINGS),
        # all forms of round 1 are in, and round 2 is confirmed
        (Day(has_seats=True, waits_for_start=True, has_results=True), Scene.SEATS),
        (Day(has_seats=True, waits_for_start=True, is_hidden=True), Scene.SEATS),
        (Day(has_seats=True, has_results=True, is_hidden=True), Scene.CURTAIN),
        (FINAL, Scene.CEREMONY),
        (ANNOUNCED, Scene.CEREMONY),
        # a round was closed without any form
        (Day(has_seats=True), Scene.PLAY),
    ],
)
def test_the_scene_follows_the_day(day, scene):
    assert scene_of(day) == scene


SEATS, PLAY, STANDINGS, CURTAIN = Scene.SEATS, Scene.PLAY, Scene.STANDINGS, Scene.CURTAIN


@pytest.mark.parametrize(
    ("day", "held", "wish", "shown"),
    [
        (PLAYED, (), None, (PLAY,)),
        (PLAYED, (), SEATS, (SEATS,)),
        (PLAYED, (CURTAIN,), SEATS, (CURTAIN,)),
        (Day(), (SEATS,), None, (Scene.WELCOME,)),  # nobody has a seat yet
        (CONFIRMED, (STANDINGS,), Scene.WELCOME, (Scene.WELCOME,)),
        (RESULTS, (), Scene.CEREMONY, (STANDINGS,)),  # there is no winner yet
        (FINAL, (), STANDINGS, (STANDINGS,)),
        # a screen that turns leaves out what cannot be shown yet
        (RESULTS, (SEATS, PLAY, STANDINGS), None, (SEATS, PLAY, STANDINGS)),
        (PLAYED, (SEATS, PLAY, STANDINGS), CURTAIN, (SEATS, PLAY)),
        (Day(), (SEATS, STANDINGS), None, (Scene.WELCOME,)),
        # all screens follow the ceremony but those that the office holds
        (ANNOUNCED, (), STANDINGS, (Scene.CEREMONY,)),
        (ANNOUNCED, (STANDINGS,), None, (STANDINGS,)),
    ],
)
def test_the_office_goes_before_the_screen_and_both_before_the_day(day, held, wish, shown):
    assert scenes_shown(day, held, wish) == shown
