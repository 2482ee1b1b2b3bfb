"""Fixtures of two laptops, and of a real database as tests/backups has it."""

from tests.backups.conftest import _acting, hall, real_database  # noqa: F401
