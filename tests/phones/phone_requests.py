"""Requests of the phone of a table."""

import datetime as dt
import json

from django.utils import timezone

from wk.phones.services import (
    PhoneContent,
    keys_for,
)
from wk.tournament.models import Table

PHONE_PATHS = ["state", "save", "confirm"]


def key_of(table: Table) -> str:
    """Return the key of a table; it is made if there is none."""
    return keys_for(tables=[table], now=timezone.now())[table.pk].key


def player_numbers(table):
    numbers = table.seats.order_by("number").values_list("entry__number", flat=True)
    return " ".join(map(str, numbers))


def phone_request(table, document=None, **fields):
    """Return the POST data with which the phone of a table saves or confirms a document."""
    cells = table.round.rules.to_cells(document or {})
    return {
        "key": key_of(table),
        "revision": 0,
        "players": player_numbers(table),
        "cells": json.dumps(cells),
    } | fields


def post_to_phone(phone, name, data):
    return phone.post(f"/phone/{name}/", data, headers={"accept-language": "nl"})


NOW = dt.datetime(2026, 11, 21, 20, 0, tzinfo=dt.UTC)


LATER = NOW + dt.timedelta(minutes=5)


def phone_content(document, players=(1, 2, 3, 4, 5), now=NOW):
    return PhoneContent(document, players, now)


PHONE = {"locale": "en-GB", "viewport": {"width": 390, "height": 844}}
