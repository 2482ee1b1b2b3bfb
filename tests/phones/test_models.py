"""Table keys in the database."""

import re

import pytest
from django.db import IntegrityError, transaction

from tests.phones.phone_requests import NOW
from wk.phones.models import TableKey, new_key
from wk.phones.services import (
    keys_for,
)


def test_a_key_has_144_random_bits():
    keys = {new_key() for _ in range(1000)}
    assert len(keys) == 1000
    assert {len(key) for key in keys} == {24}  # of 64 letters: 6 bits each
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", key) for key in keys)


def test_a_key_belongs_to_one_table(table, other_table):
    key = keys_for(tables=[table], now=NOW)[table.pk].key
    with pytest.raises(IntegrityError), transaction.atomic():
        TableKey.objects.create(table=other_table, key=key, created_at=NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        TableKey.objects.create(table=table, created_at=NOW)
