"""Addresses of the list of players and of check-in.

The desk is the earlier word for check-in; addresses stay as they were.
"""

from django.urls import URLPattern, URLResolver, include, path

from wk.players import views
from wk.players.checkin import bulk_views, card_views, payment_views, player_views
from wk.players.checkin import views as checkin_views
from wk.players.kiosk import views as kiosk_views
from wk.players.list_import import views as import_views

app_name = "players"

player_urls: list[URLPattern | URLResolver] = [
    path("", views.edit_player, name="edit"),
    path("remove/", views.remove_player, name="remove"),
    path("withdraw/", views.withdraw_player, name="withdraw"),
    path("readmit/", views.readmit_player, name="readmit"),
]

list_urls: list[URLPattern | URLResolver] = [
    path("", views.players, name="list"),
    path("add/", views.add_player, name="add"),
    path("import/", import_views.import_players, name="import"),
    path("import/confirm/", import_views.confirm_import, name="confirm_import"),
    path("<int:number>/edit/", include(player_urls)),
]

player_at_checkin_urls: list[URLPattern | URLResolver] = [
    path("", player_views.player, name="at_checkin"),
    path("not-here/", checkin_views.undo_check_in, name="undo_check_in"),
    path("paid/", payment_views.note, name="note_payment"),
    path("not-paid/", payment_views.undo, name="undo_payment"),
    path("name/", player_views.rename, name="rename"),
    path("remove/", player_views.remove, name="remove_at_checkin"),
    path("leave/", player_views.leave, name="leave"),
    path("come-back/", player_views.come_back, name="come_back"),
    path("substitute/<int:round>/", player_views.substitute, name="substitute"),
    path("replace/", player_views.replace, name="replace"),
]

checkin_urls: list[URLPattern | URLResolver] = [
    path("", checkin_views.checkin_page, name="checkin"),
    path("check-in/", checkin_views.check_in, name="check_in"),
    path("late/", checkin_views.enter_late, name="enter_late"),
    path("kiosk/", kiosk_views.kiosk_setting, name="kiosk_setting"),
    path("kiosk/open/", kiosk_views.open_kiosk, name="open_kiosk"),
    path("kiosk/close/", kiosk_views.close_kiosk, name="close_kiosk"),
    path("several/", bulk_views.choose, name="bulk"),
    path("several/preview/", bulk_views.preview, name="bulk_preview"),
    path("several/do/", bulk_views.execute, name="bulk_do"),
    path("<int:number>/", include(player_at_checkin_urls)),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:slug>/players/", include(list_urls)),
    path("t/<slug:slug>/desk/", include(checkin_urls)),
    path("t/<slug:slug>/kiosk/<str:key>/", kiosk_views.kiosk, name="kiosk"),
    path("t/<slug:slug>/card/<int:number>/", card_views.card, name="card"),
]
