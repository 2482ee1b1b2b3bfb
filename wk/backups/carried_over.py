"""What stays as it is now when a moment comes back: SQL for a database with two schemas.

`now` has the tables of the present, `back` those of the backup; both are of the same wk. The rows
that came after the moment never come back with keys that others have: so keys go on from now.
"""

from collections.abc import Iterator, Sequence
from time import time

from django.apps import apps

# Tables of which the rows of now replace those of the backup, by model: the rows for which the
# condition holds. {now} and {back} are the schemas.
SAME_TABLE = (
    "table_id IN (SELECT a.id FROM {now}.tournament_table a JOIN {back}.tournament_table b "
    "ON a.id = b.id AND a.round_id = b.round_id AND a.number = b.number)"
)
SAME_ENTRY = (
    "entry_id IN (SELECT a.id FROM {now}.tournament_entry a JOIN {back}.tournament_entry b "
    "ON a.id = b.id AND a.player_id = b.player_id)"
)
# Somebody types in a form: the same players sit at its table.
SAME_SEATS = (
    "NOT EXISTS (SELECT 1 FROM {{now}}.tournament_seat s LEFT JOIN {{back}}.tournament_seat t "
    "ON s.id = t.id AND s.entry_id = t.entry_id AND s.table_id = t.table_id "
    "WHERE s.table_id = {table} AND t.id IS NULL)"
)
# A form begins as a row when somebody begins to type.
BEGUN_FORM = " AND ".join(
    [
        SAME_TABLE,
        SAME_SEATS.format(table="{now}.scoreforms_scoreform.table_id"),
        "id IN (SELECT form_id FROM {now}.scoreforms_draft)",
        "table_id NOT IN (SELECT table_id FROM {back}.scoreforms_scoreform)",
    ]
)
SAME_FORM = (
    "form_id IN (SELECT a.id FROM {now}.scoreforms_scoreform a "  # noqa: S608 - own names
    "JOIN {back}.scoreforms_scoreform b ON a.id = b.id AND a.table_id = b.table_id WHERE "
    + SAME_SEATS.format(table="a.table_id")
    + ")"
)
STAYS: tuple[tuple[str, str, str], ...] = (
    # model, the column that no two rows share beside the key, the condition
    ("accounts.User", "username", "1 = 1"),
    ("sessions.Session", "session_key", "1 = 1"),
    ("phones.TableKey", "table_id", SAME_TABLE),
    ("phones.PlayerKey", "entry_id", SAME_ENTRY),
    ("scoreforms.ScoreForm", "id", BEGUN_FORM),
    ("scoreforms.Draft", "id", SAME_FORM),
)


# What the conditions above read of now.
READ = ("tournament.Tournament", "tournament.Table", "tournament.Entry", "tournament.Seat")


def tables_read() -> list[str]:
    """Return the tables of now that are read."""
    labels = [*READ, *(label for label, _unique, _condition in STAYS)]
    return [apps.get_model(label)._meta.db_table for label in labels]


def statements(now: str, back: str) -> Iterator[str]:
    """Yield the SQL that carries over what stays.

    What has been ended since stays ended: a session, and the kiosk of a tournament.
    """
    yield f"DELETE FROM {back}.{apps.get_model('sessions.Session')._meta.db_table}"  # noqa: S608
    tournaments = apps.get_model("tournament.Tournament")._meta.db_table
    yield (
        f"UPDATE {back}.{tournaments} SET kiosk_key = "  # noqa: S608
        f"(SELECT t.kiosk_key FROM {now}.{tournaments} t WHERE t.id = {back}.{tournaments}.id) "
        f"WHERE id IN (SELECT id FROM {now}.{tournaments})"
    )
    drafts = apps.get_model("scoreforms.Draft")._meta.db_table
    own = f"{back}.{drafts}"
    yield (
        f"DELETE FROM {own} WHERE EXISTS (SELECT 1 FROM {now}.{drafts} d "  # noqa: S608
        f"WHERE d.form_id = {own}.form_id "
        f"AND COALESCE(d.author_id, 0) = COALESCE({own}.author_id, 0))"
    )
    for label, unique, condition in STAYS:
        model = apps.get_model(label)
        table, key = model._meta.db_table, model._meta.pk.column
        columns = ", ".join(f'"{each.column}"' for each in model._meta.concrete_fields)
        schemas = {"now": now, "back": back}
        source = f"{now}.{table}"
        chosen = f"FROM {source} WHERE {condition.format(**schemas)}"
        yield (  # another row has what only one row may have
            f"DELETE FROM {back}.{table} WHERE {unique} IN (SELECT {unique} {chosen}) "  # noqa: S608
            f"AND NOT EXISTS (SELECT 1 FROM {source} n "
            f"WHERE n.{key} = {back}.{table}.{key} AND n.{unique} = {back}.{table}.{unique})"
        )
        # The chain notes what differs, and nothing of a row that stayed the same.
        yield (
            f"UPDATE {back}.{table} SET ({columns}) = "  # noqa: S608
            f"(SELECT {columns} FROM {source} n WHERE n.{key} = {back}.{table}.{key}) "
            f"WHERE {key} IN (SELECT {key} {chosen})"
        )
        yield (
            f"INSERT INTO {back}.{table} ({columns}) SELECT {columns} {chosen} "  # noqa: S608
            f"AND {key} NOT IN (SELECT {key} FROM {back}.{table})"
        )


def sequences_sqlite(now: str, back: str) -> Sequence[str]:
    """Return the SQL after which SQLite gives no key a second time."""
    own = f"{back}.sqlite_sequence"
    newest = f"(SELECT s.seq FROM {now}.sqlite_sequence s WHERE s.name = {own}.name)"  # noqa: S608
    return (
        f"UPDATE {own} SET seq = MAX(seq, COALESCE({newest}, 0))",  # noqa: S608
        f"INSERT INTO {own} SELECT * FROM {now}.sqlite_sequence s "  # noqa: S608
        f"WHERE s.name NOT IN (SELECT name FROM {own})",
    )


def sequences_postgresql() -> Iterator[tuple[str, str]]:
    """Yield each sequence of PostgreSQL, and the table that it is for."""
    for model in apps.get_models(include_auto_created=True):
        if model._meta.auto_field:
            table, key = model._meta.db_table, model._meta.auto_field.column
            yield f"pg_get_serial_sequence('public.{table}', '{key}')", table


def version_moved(schema: str) -> str:
    """Return the SQL that moves the public version past all that it was.

    No page that was made before is taken for one of now.
    """
    table = apps.get_model("publication.PublicVersion")._meta.db_table
    value = int(time() * 1000)  # as `wk.publication.triggers` begins it
    return f"UPDATE {schema}.{table} SET results = {value}, progress = {value}, news = {value}"  # noqa: S608
