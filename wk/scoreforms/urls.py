"""Addresses of score forms."""

from django.urls import URLPattern, URLResolver, include, path

from wk.scoreforms import views

app_name = "scoreforms"

form_urls: list[URLPattern | URLResolver] = [
    path("", views.enter, name="enter"),
    path("check/", views.check, name="check"),
    path("history/", views.history, name="history"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:slug>/forms/", views.form_list, name="list"),
    path("t/<slug:slug>/forms/<int:round>/<int:table>/", include(form_urls)),
    path("t/<slug:slug>/rounds/<int:round>/tables/<int:table>/", views.table_page, name="table"),
]
