"""Addresses of backups."""

from django.urls import URLPattern, URLResolver, path

from wk.backups import views

app_name = "backups"

urlpatterns: list[URLPattern | URLResolver] = [
    path("backups/", views.backups_page, name="list"),
    path("backups/make/", views.make, name="make"),
    path("backups/place/", views.choose_place, name="choose_place"),
    path("backups/place/forget/", views.forget_place, name="forget_place"),
    path("backups/at/<str:key>/", views.moment_page, name="moment"),
    path("backups/at/<str:key>/back/", views.bring_back, name="bring_back"),
    path(
        "backups/at/<str:key>/back/<slug:slug>/",
        views.bring_tournament_back,
        name="bring_tournament_back",
    ),
]
