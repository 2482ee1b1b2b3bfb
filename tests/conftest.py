"""What most tests need: officials, their browsers, and a small tournament."""

import datetime as dt

import pytest
from django.test import Client

from wk.accounts.models import User
from wk.tournament.draws import seat_round
from wk.tournament.models import Round, Tournament
from wk.tournament.services import NewEntry, create_tournament, enter_many

NAMES = ["Anna", "Bram", "Cor", "Dirk", "Els", "Femke", "Gijs", "Hans", "Ingrid"]


@pytest.fixture(autouse=True)
def _fast_passwords(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def director(db) -> User:
    return User.objects.create_user("dora", password="geheim-genoeg", role=User.Role.DIRECTOR)


@pytest.fixture
def clerk(db) -> User:
    return User.objects.create_user("kees", password="geheim-genoeg", role=User.Role.CLERK)


@pytest.fixture
def director_client(director) -> Client:
    client = Client()
    client.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def clerk_client(clerk) -> Client:
    client = Client()
    client.force_login(clerk, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def tournament(db) -> Tournament:
    """Nine players, round 1 started: table 1 has numbers 1 to 5, table 2 has 6 to 9."""
    made = create_tournament(name="WK Test", slug="wk-test", date=dt.date(2026, 11, 21))
    entries = enter_many(tournament=made, rows=[NewEntry(name) for name in NAMES])
    seat_round(
        tournament=made,
        number=1,
        tables={1: entries[:5], 2: entries[5:]},
        state=Round.State.STARTED,
    )
    return made
