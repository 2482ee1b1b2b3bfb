"""Addresses of tournaments, players and rounds."""

from django.urls import URLPattern, URLResolver, include, path

from wk.tournament import hand_views, round_views, rule_views, views, wish_views

app_name = "tournament"

player_urls: list[URLPattern | URLResolver] = [
    path("", views.edit_player, name="edit_player"),
    path("remove/", views.remove_player, name="remove_player"),
    path("withdraw/", views.withdraw_player, name="withdraw_player"),
    path("readmit/", views.readmit_player, name="readmit_player"),
]

round_urls: list[URLPattern | URLResolver] = [
    path("", round_views.round_page, name="round"),
    path("discard/", round_views.discard, name="discard"),
    path("hand/", hand_views.move, name="move"),
    path("hand/cost/", hand_views.cost, name="hand_cost"),
    path("hand/<int:key>/undo/", hand_views.undo, name="undo_by_hand"),
]

wish_urls: list[URLPattern | URLResolver] = [
    path("", wish_views.page, name="wishes"),
    path("apart/", wish_views.keep_apart, name="keep_apart"),
    path("apart/<int:key>/remove/", wish_views.remove_apart, name="remove_apart"),
    path("clubs/", wish_views.keep_clubs_apart, name="keep_clubs_apart"),
    path("place/", wish_views.fix_place, name="fix_place"),
    path("place/<int:key>/remove/", wish_views.remove_place, name="remove_place"),
    path("fours/", wish_views.choose_fours, name="choose_fours"),
]

tournament_urls: list[URLPattern | URLResolver] = [
    path("edit/", views.edit, name="edit"),
    path("rules/", rule_views.rules, name="rules"),
    path("players/", views.players, name="players"),
    path("players/add/", views.add_player, name="add_player"),
    path("players/import/", views.import_players, name="import_players"),
    path("players/import/confirm/", views.confirm_import, name="confirm_import"),
    path("players/<int:number>/edit/", include(player_urls)),
    path("rounds/", round_views.rounds, name="rounds"),
    path("rounds/wishes/", include(wish_urls)),
    path("rounds/<int:number>/", include(round_urls)),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("new/", views.create, name="create"),
    path("t/<slug:slug>/", include(tournament_urls)),
]
