"""Which scene the wall shows, by the state of the day."""

import pytest

from wk.hall.wall.scenes import Day, Scene, scene_of, scene_shown

CONFIRMED = Day(has_seats=True, waits_for_start=True)
PLAYED = Day(has_seats=True, is_played=True)
RESULTS = Day(has_seats=True, has_results=True)
FINAL = Day(has_seats=True, has_results=True, is_final=True)


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
        # a round was closed without any form
        (Day(has_seats=True), Scene.PLAY),
    ],
)
def test_the_scene_follows_the_day(day, scene):
    assert scene_of(day) == scene


@pytest.mark.parametrize(
    ("day", "wishes", "scene"),
    [
        (PLAYED, [None, None], Scene.PLAY),
        (PLAYED, [None, Scene.SEATS], Scene.SEATS),
        (PLAYED, [Scene.CURTAIN, Scene.SEATS], Scene.CURTAIN),
        (Day(), [Scene.SEATS, None], Scene.WELCOME),  # nobody has a seat yet
        (CONFIRMED, [Scene.STANDINGS, Scene.WELCOME], Scene.WELCOME),
        (RESULTS, [Scene.CEREMONY], Scene.STANDINGS),  # there is no winner yet
        (FINAL, [Scene.STANDINGS], Scene.STANDINGS),
    ],
)
def test_a_wish_goes_before_the_day_where_there_is_something_to_show(day, wishes, scene):
    assert scene_shown(day, wishes) == scene
