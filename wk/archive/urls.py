"""Addresses of archives."""

from django.urls import URLPattern, URLResolver, path

from wk.archive import views

app_name = "archive"

urlpatterns: list[URLPattern | URLResolver] = [
    path("import/", views.import_page, name="import"),
    path("practice/", views.practice, name="practice"),
    path("t/<slug:slug>/archive.json", views.export, name="export"),
]
