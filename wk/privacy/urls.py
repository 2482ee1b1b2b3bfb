"""Addresses of the page of a person."""

from django.urls import URLPattern, URLResolver, include, path

from wk.privacy import views

app_name = "privacy"

person_urls: list[URLPattern | URLResolver] = [
    path("", views.person, name="person"),
    path("initials/", views.use_initials, name="use_initials"),
    path("full/", views.use_name, name="use_name"),
    path("take-out/", views.take_person_out, name="take_out"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:slug>/desk/<int:number>/privacy/", include(person_urls)),
]
