"""Addresses of score forms."""

from django.urls import URLPattern, URLResolver, include, path

from wk.scoreforms import views

app_name = "scoreforms"

table_urls: list[URLPattern | URLResolver] = [
    path("", views.table_page, name="table"),
    path("form/", views.enter, name="enter"),
    path("form/check/", views.check, name="check"),
    path("form/history/", views.history, name="history"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:slug>/forms/", views.form_list, name="list"),
    path("t/<slug:slug>/rounds/<int:round>/tables/<int:table>/", include(table_urls)),
]
