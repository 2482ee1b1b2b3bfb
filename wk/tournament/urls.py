"""Addresses of a tournament and its rules."""

from django.urls import URLPattern, URLResolver, path

from wk.tournament import rule_views, views, winner_views

app_name = "tournament"

urlpatterns: list[URLPattern | URLResolver] = [
    path("new/", views.create, name="create"),
    path("t/<slug:slug>/edit/", views.edit, name="edit"),
    path("t/<slug:slug>/rules/", rule_views.rules, name="rules"),
    path("t/<slug:slug>/rules/winner/", winner_views.winner, name="winner"),
]
