"""Filters that write our numbers and words on a page."""

from django import template

from wk.tournament.numbers import aligned, halves, signed, words

register = template.Library()
for write in (words, halves, aligned, signed):
    register.filter(write)
