"""Addresses of the phones at the tables, and of their keys in the office."""

from django.urls import URLPattern, URLResolver, path

from wk.phones import (
    call_views,
    key_views,
    objection_views,
    paper_views,
    phone_views,
    player_key_views,
)

app_name = "phones"

# Public addresses stay as they are; their names in the code may be newer words.
urlpatterns: list[URLPattern | URLResolver] = [
    path("phone/", phone_views.phone, name="phone"),
    path("phone/worker.js", phone_views.worker, name="worker"),
    path("phone/state/", phone_views.state, name="state"),
    path("phone/news/", phone_views.news, name="news"),
    path("phone/save/", phone_views.save, name="save"),
    path("phone/confirm/", phone_views.confirm, name="confirm"),
    path("phone/call/", call_views.call, name="call"),
    path("phone/paper/", paper_views.paper, name="paper"),
    path("phone/objections/", objection_views.objections, name="objections"),
    path("phone/object/", objection_views.say, name="object"),
    path("t/<slug:slug>/phones/<int:round>/", key_views.keys, name="keys"),
    path("t/<slug:slug>/phones/<int:round>/take-back/", key_views.revoke_keys, name="take_back"),
    path("t/<slug:slug>/phones/<int:round>/renew/", key_views.renew, name="renew"),
    path("t/<slug:slug>/desk/<int:number>/card/", player_key_views.card_code, name="card"),
    path(
        "t/<slug:slug>/desk/<int:number>/card/take-back/",
        player_key_views.revoke_card,
        name="take_back_card",
    ),
    path(
        "t/<slug:slug>/desk/<int:number>/card/renew/",
        player_key_views.renew_card,
        name="renew_card",
    ),
]
