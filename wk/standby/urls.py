"""Addresses of the second laptop, at the first."""

from django.urls import URLPattern, URLResolver, path

from wk.standby import laptop_views, views

app_name = "standby"

urlpatterns: list[URLPattern | URLResolver] = [
    path("standby/", views.first_page, name="first"),
    path("standby/code/", views.show_code, name="show_code"),
    path("standby/forget/", views.forget, name="forget"),
    path("standby/alone/", views.alone_page, name="alone"),
    path("standby/alone/forms.json", views.alone_forms_file, name="alone_file"),
    path("standby/bring/", views.bring_forms, name="bring"),
    path("standby/arrive/", views.arrive_page, name="arrive"),
    path("standby/join/", laptop_views.join, name="join"),
    path("standby/feed/", laptop_views.feed, name="feed"),
    path("standby/overtaken/", laptop_views.overtaken, name="overtaken"),
    path("standby/term/", laptop_views.term, name="term"),
]
