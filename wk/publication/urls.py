"""Addresses of what is published beside the pages."""

from django.urls import URLPattern, URLResolver, path

from wk.publication import views

app_name = "publication"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:slug>/changes.json", views.changes, name="changes"),
]
