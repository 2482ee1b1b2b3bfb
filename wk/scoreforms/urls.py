"""Addresses of score forms."""

from django.urls import URLPattern, URLResolver, include, path

from wk.scoreforms import list_views, views
from wk.scoreforms.entry import live_views
from wk.scoreforms.entry import views as entry_views
from wk.scoreforms.history import views as history_views
from wk.scoreforms.objections import views as objection_views
from wk.scoreforms.papers import views as paper_views
from wk.scoreforms.photos import views as photo_views
from wk.scoreforms.review import setting_views
from wk.scoreforms.review import views as review_views

app_name = "scoreforms"

# Public addresses stay as they are; their names in the code may be newer words.
form_urls: list[URLPattern | URLResolver] = [
    path("photos/", photo_views.photos, name="photos"),
    path("photos/<int:photo>/", photo_views.photo, name="photo"),
    path("photos/<int:photo>/drop/", photo_views.drop, name="drop_photo"),
    path("photos/<int:photo>/turn/", photo_views.turn, name="turn_photo"),
    path("", entry_views.enter, name="enter"),
    path("check/", live_views.check, name="check"),
    path("draft/", live_views.draft, name="draft"),
    path("present/", live_views.present, name="present"),
    path("second/", review_views.review_form, name="review"),
    path("settle/", review_views.adjudicate, name="adjudicate"),
    path("count/", review_views.let_count, name="let_count"),
    path("objections/<int:objection>/", objection_views.answer, name="answer_objection"),
    path("history/", history_views.history, name="history"),
    path("history/restore/", history_views.restore, name="restore"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:slug>/forms/", list_views.form_list, name="list"),
    path("t/<slug:slug>/forms/pile/", review_views.review_queue_page, name="review_queue"),
    path("t/<slug:slug>/forms/papers/", paper_views.take, name="take_paper"),
    path("t/<slug:slug>/forms/settings/", setting_views.settings, name="settings"),
    path("t/<slug:slug>/forms/<int:round>/<int:table>/", include(form_urls)),
    path("t/<slug:slug>/rounds/<int:round>/tables/<int:table>/", views.table_page, name="table"),
]
