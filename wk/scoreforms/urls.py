"""Addresses of score forms."""

from django.urls import URLPattern, URLResolver, include, path

from wk.scoreforms import (
    check_views,
    entry_views,
    history_views,
    list_views,
    photo_views,
    setting_views,
    views,
)

app_name = "scoreforms"

form_urls: list[URLPattern | URLResolver] = [
    path("photos/", photo_views.photos, name="photos"),
    path("photos/<int:photo>/", photo_views.photo, name="photo"),
    path("photos/<int:photo>/drop/", photo_views.drop, name="drop_photo"),
    path("photos/<int:photo>/turn/", photo_views.turn, name="turn_photo"),
    path("", entry_views.enter, name="enter"),
    path("check/", entry_views.check, name="check"),
    path("draft/", entry_views.draft, name="draft"),
    path("present/", entry_views.present, name="present"),
    path("second/", check_views.second, name="second"),
    path("settle/", check_views.settle, name="settle"),
    path("count/", check_views.let_count, name="let_count"),
    path("history/", history_views.history, name="history"),
    path("history/restore/", history_views.restore, name="restore"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:slug>/forms/", list_views.form_list, name="list"),
    path("t/<slug:slug>/forms/pile/", check_views.pile_page, name="pile"),
    path("t/<slug:slug>/forms/settings/", setting_views.settings, name="settings"),
    path("t/<slug:slug>/forms/<int:round>/<int:table>/", include(form_urls)),
    path("t/<slug:slug>/rounds/<int:round>/tables/<int:table>/", views.table_page, name="table"),
]
