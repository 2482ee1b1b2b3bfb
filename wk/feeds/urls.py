"""Addresses of the feeds: a name for each, such as feeds:players_csv."""

from django.urls import URLPattern, URLResolver, include, path

from wk.feeds import views
from wk.feeds.kinds import FEEDS, FILE_KINDS
from wk.feeds.pictures import views as picture_views

app_name = "feeds"

tournament_urls: list[URLPattern] = [
    path(f"{name}.{suffix}", views.feed, {"name": name, "suffix": suffix}, f"{name}_{suffix}")
    for name in FEEDS
    for suffix in FILE_KINDS
]
tournament_urls += [
    path(
        f"standings/<int:round>.{suffix}",
        views.feed,
        {"name": "standings", "suffix": suffix},
        f"standings_after_{suffix}",
    )
    for suffix in FILE_KINDS
]
tournament_urls += [
    path("news.atom", views.news, name="news"),
    path("day.ics", views.day, name="day"),
    path("standings/embed/", views.embed, name="embed"),
    path("standings.png", picture_views.standings, name="standings_picture"),
    path("players/<int:number>.png", picture_views.player, name="player_picture"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:slug>/", include(tournament_urls)),
]
