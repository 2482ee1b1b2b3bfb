"""Addresses of the audit log."""

from django.urls import URLPattern, URLResolver, path

from wk.auditlog import views

app_name = "auditlog"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:slug>/log/", views.log, name="log"),
    path("t/<slug:slug>/log/<int:key>/undo/", views.undo, name="undo"),
]
