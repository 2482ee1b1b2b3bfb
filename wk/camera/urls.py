"""Addresses of score sheets that come in as photos and scans."""

from django.urls import URLPattern, URLResolver, path

from wk.camera.examples import views as example_views
from wk.camera.scans import check_views, phone_views, table_views, views

app_name = "camera"

SCANS = "t/<slug:slug>/forms/scans/"
EXAMPLES = "t/<slug:slug>/forms/settings/examples/"
urlpatterns: list[URLPattern | URLResolver] = [
    path(SCANS, views.scans, name="scans"),
    path("phone/photo/", table_views.table_photo, name="table_photo"),
    path(f"{SCANS}phone/", phone_views.phone_code, name="phone_code"),
    path(f"{SCANS}phone/<str:key>/", phone_views.phone, name="phone"),
    path(f"{SCANS}<int:page>/", check_views.check, name="check"),
    path(f"{SCANS}<int:page>/drop/", views.drop, name="drop"),
    path(f"{SCANS}<int:page>/again/", views.again, name="again"),
    path(f"{SCANS}<int:page>/type/", views.type_in, name="type"),
    path(f"{SCANS}<int:page>/<slug:kind>.jpg", check_views.picture, name="picture"),
    path(f"{SCANS}<int:page>/cells/<str:path>.jpg", check_views.cell, name="cell"),
    path(f"{EXAMPLES}file/", example_views.download, name="examples"),
    path(f"{EXAMPLES}throw-away/", example_views.throw_away, name="throw_examples_away"),
]
