"""Addresses of what is printed."""

from collections.abc import Callable, Iterator
from typing import Any

from django.http import HttpResponseBase
from django.urls import URLPattern, URLResolver, path

from wk.printing import (
    attendance_views,
    logo_views,
    prize_views,
    round_views,
    slip_views,
    tournament_views,
    views,
)
from wk.printing.answers import A_MOMENT, UNTIL_MADE

app_name = "printing"

ROUND = "t/<slug:slug>/rounds/<int:number>"
TOURNAMENT = "t/<slug:slug>"


def paper(kind: str, of: str, view: Callable[..., HttpResponseBase]) -> Iterator[URLPattern]:
    """Yield the two addresses of a kind of paper.

    The address of a file answers with the PDF when it is made. The address of a button soon leads
    to a page that tells how far it is.
    """
    name = kind.replace("_", "-")
    file: dict[str, Any] = {"patience": UNTIL_MADE}
    button: dict[str, Any] = {"patience": A_MOMENT}
    yield path(f"{of}/{name}.pdf", view, file, name=kind)
    yield path(f"{of}/print/{name}/", view, button, name=f"print_{kind}")


urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/slip/", slip_views.new_slip, name="new_slip"),
    path("accounts/<int:pk>/slip/", slip_views.renew_slip, name="renew_slip"),
    path("t/<slug:slug>/print/", views.papers_page, name="papers"),
    path("t/<slug:slug>/print/logo/", logo_views.logo_page, name="logo"),
    path("t/<slug:slug>/print/logo/picture.png", logo_views.logo_picture, name="logo_picture"),
    path("t/<slug:slug>/print/logo/remove/", logo_views.remove_logo, name="remove_logo"),
    *paper("cards", TOURNAMENT, tournament_views.cards_pdf),
    *paper("blank_cards", TOURNAMENT, tournament_views.blank_cards_pdf),
    *paper("blank_sheets", TOURNAMENT, tournament_views.blank_sheets_pdf),
    *paper("signs", TOURNAMENT, tournament_views.signs_pdf),
    *paper("standings", TOURNAMENT, tournament_views.standings_pdf),
    *paper("certificates", TOURNAMENT, tournament_views.certificates_pdf),
    *paper("booklet", TOURNAMENT, tournament_views.booklet_pdf),
    *paper("attendance", TOURNAMENT, attendance_views.attendance_pdf),
    *paper("prizes", TOURNAMENT, prize_views.prizes_pdf),
    *paper("sheets", ROUND, round_views.sheets_pdf),
    *paper("seating", ROUND, round_views.seating_pdf),
    *paper("by_table", ROUND, round_views.by_table_pdf),
    *paper("results", ROUND, round_views.results_pdf),
    *paper("standings_after", ROUND, round_views.standings_after_pdf),
    path("t/<slug:slug>/print/<str:key>/", views.job_page, name="job"),
    path("t/<slug:slug>/print/<str:key>.pdf", views.job_pdf, name="job_pdf"),
]
