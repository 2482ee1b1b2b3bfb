"""Addresses of the prizes."""

from django.urls import URLPattern, URLResolver, include, path

from wk.prizes import views

app_name = "prizes"

category_urls: list[URLPattern | URLResolver] = [
    path("edit/", views.edit, name="edit"),
    path("remove/", views.remove, name="remove"),
    path("players/", views.mark, name="mark"),
    path("handed/", views.hand_over, name="hand_over"),
    path("handed/back/", views.take_back, name="take_back"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:slug>/prizes/", views.prizes_page, name="list"),
    path("t/<slug:slug>/prizes/add/", views.add, name="add"),
    path("t/<slug:slug>/prizes/<int:key>/", include(category_urls)),
]
