"""The public version as it is read for each request: one row."""

from dataclasses import dataclass

from django.db import Error, connection

from wk.publication.models import PublicVersion

# Without the ORM, which would take longer than the rest of an answer that is ready-made.
QUESTION = f"SELECT results, progress, news FROM {PublicVersion._meta.db_table}"  # noqa: S608


@dataclass(frozen=True, slots=True)
class Versions:
    """The three counters of the public version at one moment."""

    results: int
    progress: int
    news: int

    def __str__(self) -> str:
        return f"{self.results}.{self.progress}.{self.news}"


def current_versions() -> Versions | None:
    """Return the public version of now; None while the database is migrated or does not answer."""
    try:
        with connection.cursor() as cursor:
            row = cursor.execute(QUESTION).fetchone()
    except Error:
        connection.close()  # the next request gets a new connection
        return None
    return Versions(*row) if row else None
