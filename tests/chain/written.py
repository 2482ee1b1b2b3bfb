"""Links that PostgreSQL would write at the end of a transaction, which a test has not."""

from django.db import connection


def write_links_now():
    """Let PostgreSQL write the links of this test so far."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
