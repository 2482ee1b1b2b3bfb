"""Addresses of what is printed."""

from django.urls import URLPattern, URLResolver, path

from wk.printing import views

app_name = "printing"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:slug>/cards.pdf", views.cards_pdf, name="cards"),
    path("t/<slug:slug>/rounds/<int:number>/sheets.pdf", views.sheets_pdf, name="sheets"),
    path("t/<slug:slug>/rounds/<int:number>/seating.pdf", views.seating_pdf, name="seating"),
]
