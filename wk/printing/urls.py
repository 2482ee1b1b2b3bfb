"""Addresses of what is printed."""

from typing import Any

from django.urls import URLPattern, URLResolver, path

from wk.printing import attendance_views, slip_views, views

app_name = "printing"

# The address of a file answers with the PDF when it is made. The address of a button soon leads to
# a page that tells how far it is.
FILE: dict[str, Any] = {"patience": views.UNTIL_MADE}
BUTTON: dict[str, Any] = {"patience": views.A_MOMENT}
ROUND = "t/<slug:slug>/rounds/<int:number>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/slip/", slip_views.new_slip, name="new_slip"),
    path("accounts/<int:pk>/slip/", slip_views.renew_slip, name="renew_slip"),
    path("t/<slug:slug>/attendance.pdf", attendance_views.attendance_pdf, FILE, name="attendance"),
    path(
        "t/<slug:slug>/print/attendance/",
        attendance_views.attendance_pdf,
        BUTTON,
        name="print_attendance",
    ),
    path("t/<slug:slug>/cards.pdf", views.cards_pdf, FILE, name="cards"),
    path("t/<slug:slug>/print/cards/", views.cards_pdf, BUTTON, name="print_cards"),
    path(f"{ROUND}/sheets.pdf", views.sheets_pdf, FILE, name="sheets"),
    path(f"{ROUND}/print/sheets/", views.sheets_pdf, BUTTON, name="print_sheets"),
    path(f"{ROUND}/seating.pdf", views.seating_pdf, FILE, name="seating"),
    path(f"{ROUND}/print/seating/", views.seating_pdf, BUTTON, name="print_seating"),
    path("t/<slug:slug>/print/<str:key>/", views.job_page, name="job"),
    path("t/<slug:slug>/print/<str:key>.pdf", views.job_pdf, name="job_pdf"),
]
