"""Addresses of the first start, logging in, and the accounts."""

from django.urls import URLPattern, URLResolver, include, path

from wk.accounts import second_step_views, views

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
    path("login/code/", second_step_views.login_code, name="login_code"),
    path("logout/", views.logout, name="logout"),
    path("password/", views.password, name="password"),
    path("second-step/", second_step_views.second_step_page, name="second_step"),
    path("second-step/codes/", second_step_views.recovery_codes, name="recovery_codes"),
    path("second-step/off/", second_step_views.second_step_off, name="second_step_off"),
    path("accounts/", views.account_list, name="list"),
    path("accounts/add/", views.add, name="add"),
    path("accounts/<int:pk>/", include(account_urls)),
]
