"""Addresses of the hall: its wall, clock, announcements and ceremony, and access to it."""

from django.urls import URLPattern, URLResolver, include, path

from wk.hall import find_views, wall_views
from wk.hall.access import views as access_views
from wk.hall.announcements import views as announcement_views
from wk.hall.attention import views as attention_views
from wk.hall.ceremony import views as ceremony_views
from wk.hall.clock import views as clock_views
from wk.hall.wall import views as the_wall_views

app_name = "hall"

clock_urls: list[URLPattern | URLResolver] = [
    path("pause/", clock_views.pause, name="pause"),
    path("go-on/", clock_views.go_on, name="go_on"),
    path("more/", clock_views.give_time, name="give_time"),
    path("table/", clock_views.give_table_time, name="give_table_time"),
    path("table/back/", clock_views.take_table_time, name="take_table_time"),
    path("end/", clock_views.set_end, name="set_end"),
]

hall_urls: list[URLPattern | URLResolver] = [
    path("", wall_views.hall_page, name="hall"),
    path("news/", wall_views.news_bar, name="news"),
    path("announcements/", announcement_views.page, name="announcements"),
    path("announcements/back/", announcement_views.take_all_back, name="take_all_back"),
    path("announcements/<int:key>/back/", announcement_views.take_back, name="take_back"),
]

wall_urls: list[URLPattern | URLResolver] = [
    path("", the_wall_views.wall_page, name="wall"),
    path("<int:screen>/", the_wall_views.wall_page, name="wall_screen"),
    path("control/", the_wall_views.control, name="wall_control"),
]

ceremony_urls: list[URLPattern | URLResolver] = [
    path("", ceremony_views.curtain, name="ceremony"),
    path("<int:place>/", ceremony_views.place, name="place"),
    path("announce/", ceremony_views.announce, name="announce_place"),
    path("end/", ceremony_views.end, name="ceremony_end"),
]

attention_urls: list[URLPattern | URLResolver] = [
    path("", attention_views.attention_part, name="attention"),
    path("<int:key>/", attention_views.answer, name="answer_call"),
]

access_urls: list[URLPattern | URLResolver] = [
    path("", access_views.access_page, name="access"),
    path("open/", access_views.open_access, name="open_access"),
    path("close/", access_views.close_access, name="close_access"),
]

tournament_urls: list[URLPattern | URLResolver] = [
    path("ceremony/", include(ceremony_urls)),
    path("standings/release/", ceremony_views.release, name="release"),
    path("hall/", include(hall_urls)),
    path("attention/", include(attention_urls)),
    path("find/", find_views.find, name="find"),
    path("wall/", include(wall_urls)),
    path("rounds/<int:number>/withhold/", ceremony_views.withhold, name="withhold"),
    path("rounds/<int:number>/clock/", include(clock_urls)),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:slug>/", include(tournament_urls)),
    path("in-the-hall/", include(access_urls)),
]
