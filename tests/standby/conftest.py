"""Fixtures of two laptops, and of a real database as tests/backups has it."""

from collections.abc import Iterator

import pytest
from django.test import override_settings

from tests.backups.conftest import _acting, hall, real_database  # noqa: F401
from tests.conftest import shared_folder
from tests.standby.laptops import HASHERS, PASSWORD, Laptop
from wk.accounts.models import User
from wk.core.acting import acting


@pytest.fixture
def laptops(
    request, tmp_path, tmp_path_factory, django_db_blocker
) -> Iterator[tuple[Laptop, Laptop]]:
    """A first in its practice tournament, and a second that nobody has given a code yet.

    Each serves with one process, which starts in half of the time; or with as many as the test has
    for a parameter.
    """
    options = [f"--workers={getattr(request, 'param', 1)}"]
    first = Laptop(
        tmp_path / "first",
        options=options,
        practice=["--players 20 --seed 1"],
        made=shared_folder(tmp_path_factory),
        unblock=django_db_blocker.unblock,
    )
    with first.database(), override_settings(PASSWORD_HASHERS=HASHERS), acting(task="test"):
        User.objects.create_user("eva", password=PASSWORD, role=User.Role.DIRECTOR)
        User.objects.create_user("kees", password=PASSWORD, role=User.Role.CLERK)
    second = Laptop(
        tmp_path / "second",
        first=first.address,
        options=options,
        unblock=django_db_blocker.unblock,
    )
    yield first, second
    running = [each for each in (first, second) if each.process.poll() is None]
    for each in running:
        each.process.terminate()
    for each in running:
        each.process.wait()
