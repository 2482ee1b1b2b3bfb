"""The address of the page about this computer."""

from django.urls import URLPattern, URLResolver, path

from wk.machine import views

app_name = "machine"

urlpatterns: list[URLPattern | URLResolver] = [
    path("computer/", views.machine_page, name="machine"),
]
