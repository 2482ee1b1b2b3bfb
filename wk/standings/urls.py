"""Addresses of the standings."""

from django.urls import URLPattern, URLResolver, include, path

from wk.standings import views
from wk.standings.figures import views as figures_views
from wk.standings.years import views as years_views

app_name = "standings"

tournament_urls: list[URLPattern | URLResolver] = [
    path("standings/", views.now, name="standings"),
    path("standings/<int:round>/", views.after_round, name="after_round"),
    path("figures/", figures_views.figures, name="figures"),
    path("players/<int:number>/", views.player, name="player"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:slug>/", include(tournament_urls)),
    path("years/", years_views.years, name="years"),
    path("years/players/", years_views.everybody, name="everybody"),
]
