"""Addresses of rounds: draws, constraints, changes by hand, steps, seating corrections."""

from django.urls import URLPattern, URLResolver, include, path

from wk.rounds import views
from wk.rounds.constraints import views as constraint_views
from wk.rounds.draws import views as draw_views
from wk.rounds.lifecycle.views import take_step
from wk.rounds.seat_swaps import views as swap_views
from wk.rounds.seating_corrections import views as correction_views

app_name = "rounds"

constraint_urls: list[URLPattern | URLResolver] = [
    path("", constraint_views.page, name="constraints"),
    path("apart/", constraint_views.separate, name="separate"),
    path("apart/<int:key>/remove/", constraint_views.remove_separation, name="remove_separation"),
    path("clubs/", constraint_views.separate_clubs, name="separate_clubs"),
    path("place/", constraint_views.fix_seat, name="fix_seat"),
    path("place/<int:key>/remove/", constraint_views.remove_fixed_seat, name="remove_fixed_seat"),
    path("fours/", constraint_views.choose_fours, name="choose_fours"),
]

round_urls: list[URLPattern | URLResolver] = [
    path("", views.round_page, name="round"),
    path("discard/", views.discard, name="discard"),
    path("redraw/", draw_views.redraw, name="redraw"),
    path("hand/", swap_views.move, name="change_seats"),
    path("hand/cost/", swap_views.impact, name="change_impact"),
    path("hand/<int:key>/undo/", swap_views.undo, name="undo_change"),
    path("fix/", take_step, {"step": "confirm"}, name="confirm"),
    path("unfix/", take_step, {"step": "unconfirm"}, name="unconfirm"),
    path("start/", take_step, {"step": "start"}, name="start"),
    path("unstart/", take_step, {"step": "unstart"}, name="unstart"),
    path("close/", take_step, {"step": "close"}, name="close"),
    path("final/", take_step, {"step": "make_final"}, name="make_final"),
    path("reopen/", take_step, {"step": "reopen"}, name="reopen"),
    path("reseat/", correction_views.correct_swap, name="correct_seats"),
    path("reseat/table/", correction_views.correct_table, name="join_table"),
    path("reseat/<int:key>/undo/", correction_views.undo, name="undo_correction"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:slug>/rounds/", views.rounds, name="list"),
    path("t/<slug:slug>/rounds/draw/", draw_views.draw, name="draw"),
    path("t/<slug:slug>/rounds/draw/all/", draw_views.draw_all, name="draw_all"),
    path("t/<slug:slug>/rounds/wishes/", include(constraint_urls)),
    path("t/<slug:slug>/rounds/<int:number>/", include(round_urls)),
]
