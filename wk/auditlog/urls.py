"""Addresses of the audit log."""

from django.urls import URLPattern, URLResolver, path

from wk.auditlog import views
from wk.auditlog.changes import views as change_views

app_name = "auditlog"

urlpatterns: list[URLPattern | URLResolver] = [
    path("changes/", change_views.changes, name="changes"),
    path("changes/<int:number>/", change_views.occasion, name="occasion"),
    path("changes/verify/", change_views.verify, name="verify"),
    path("t/<slug:slug>/log/", views.log, name="log"),
    path("t/<slug:slug>/log/<int:key>/undo/", views.undo, name="undo"),
]
