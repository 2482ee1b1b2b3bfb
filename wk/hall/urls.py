"""Addresses of the hall: the steps of a round, its clock, announcements and the ceremony."""

from django.urls import URLPattern, URLResolver, include, path

from wk.hall import (
    announcement_views,
    ceremony_views,
    clock_views,
    draw_views,
    hall_views,
    reseat_views,
    step_views,
)

app_name = "hall"

clock_urls: list[URLPattern | URLResolver] = [
    path("pause/", clock_views.pause, name="pause"),
    path("go-on/", clock_views.go_on, name="go_on"),
    path("more/", clock_views.give_time, name="give_time"),
    path("table/", clock_views.give_table_time, name="give_table_time"),
    path("table/back/", clock_views.take_table_time, name="take_table_time"),
    path("end/", clock_views.set_end, name="set_end"),
]

round_urls: list[URLPattern | URLResolver] = [
    path("redraw/", draw_views.redraw, name="redraw"),
    path("fix/", step_views.fix, name="fix"),
    path("unfix/", step_views.unfix, name="unfix"),
    path("start/", step_views.start, name="start"),
    path("unstart/", step_views.unstart, name="unstart"),
    path("close/", step_views.close, name="close"),
    path("withhold/", ceremony_views.withhold, name="withhold"),
    path("final/", step_views.make_final, name="make_final"),
    path("reopen/", step_views.reopen, name="reopen"),
    path("clock/", include(clock_urls)),
    path("reseat/", reseat_views.reseat, name="reseat"),
    path("reseat/table/", reseat_views.join, name="join"),
    path("reseat/<int:key>/undo/", reseat_views.undo, name="undo_reseat"),
]

hall_urls: list[URLPattern | URLResolver] = [
    path("", hall_views.hall_page, name="hall"),
    path("news/", hall_views.news_bar, name="news"),
    path("announcements/", announcement_views.page, name="announcements"),
    path("announcements/back/", announcement_views.take_all_back, name="take_all_back"),
    path("announcements/<int:key>/back/", announcement_views.take_back, name="take_back"),
]

ceremony_urls: list[URLPattern | URLResolver] = [
    path("", ceremony_views.curtain, name="ceremony"),
    path("<int:place>/", ceremony_views.place, name="place"),
    path("end/", ceremony_views.end, name="ceremony_end"),
]

tournament_urls: list[URLPattern | URLResolver] = [
    path("ceremony/", include(ceremony_urls)),
    path("standings/release/", ceremony_views.release, name="release"),
    path("hall/", include(hall_urls)),
    path("rounds/draw/", draw_views.draw, name="draw"),
    path("rounds/draw/all/", draw_views.draw_all, name="draw_all"),
    path("rounds/<int:number>/", include(round_urls)),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:slug>/", include(tournament_urls)),
]
