"""All addresses of a second laptop, until it takes over."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from wk.core.language_views import choose_language
from wk.standby import laptop_views
from wk.standby import views as first_views
from wk.standby.second import views

standby: list[URLPattern | URLResolver] = [
    path("standby/", views.second_page, name="second"),
    path("standby/code/", views.type_code, name="type_code"),
    path("standby/take-over/", views.take_over, name="take_over"),
    path("standby/arrive/", first_views.arrive_page, name="arrive"),
    path("standby/term/", laptop_views.term, name="term"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("", include((standby, "standby"))),
    path("language/<slug:code>/", choose_language, name="choose_language"),
    re_path(r"^", views.closed, name="closed"),
]
