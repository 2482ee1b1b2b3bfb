"""Addresses of the first start, logging in, and the accounts."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, include, path

from wk.accounts import views

app_name = "accounts"

account_urls: list[URLPattern | URLResolver] = [
    path("", views.change, name="change"),
    path("password/", views.new_password, name="new_password"),
    path("close/", views.close, name="close"),
    path("reopen/", views.reopen, name="reopen"),
    path("another-day/", views.let_in_again, name="let_in_again"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("begin/", views.begin, name="begin"),
    path("login/", views.login, name="login"),
    path("logout/", LogoutView.as_view(http_method_names=["post"]), name="logout"),
    path("password/", views.password, name="password"),
    path("accounts/", views.account_list, name="list"),
    path("accounts/add/", views.add, name="add"),
    path("accounts/<int:pk>/", include(account_urls)),
]
