"""Addresses of the desk, and of the log of the day."""

from django.urls import URLPattern, URLResolver, include, path

from wk.desk import bulk_views, card_views, entry_views, log_views, views

app_name = "desk"

player_urls: list[URLPattern | URLResolver] = [
    path("", entry_views.player, name="player"),
    path("not-here/", views.not_here, name="not_here"),
    path("name/", entry_views.rename, name="rename"),
    path("remove/", entry_views.remove, name="remove"),
    path("leave/", entry_views.leave, name="leave"),
    path("come-back/", entry_views.come_back, name="come_back"),
    path("substitute/<int:round>/", entry_views.substitute, name="substitute"),
    path("replace/", entry_views.replace, name="replace"),
]

desk_urls: list[URLPattern | URLResolver] = [
    path("", views.desk, name="desk"),
    path("check-in/", views.check_in, name="check_in"),
    path("late/", views.enter_late, name="late"),
    path("several/", bulk_views.choose, name="bulk"),
    path("several/preview/", bulk_views.preview, name="bulk_preview"),
    path("several/do/", bulk_views.carry, name="bulk_do"),
    path("<int:number>/", include(player_urls)),
]

log_urls: list[URLPattern | URLResolver] = [
    path("", log_views.log, name="log"),
    path("<int:key>/undo/", log_views.undo, name="undo"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:slug>/desk/", include(desk_urls)),
    path("t/<slug:slug>/log/", include(log_urls)),
    path("t/<slug:slug>/card/<int:number>/", card_views.card, name="card"),
]
