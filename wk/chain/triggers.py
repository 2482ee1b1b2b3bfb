"""The triggers of the database that write the chain.

They are triggers and no calls in services, so that no change can be forgotten: a new service, a
restored backup and a change by hand in the database are noted as well.
"""

from collections.abc import Iterator

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

from wk.chain.models import Head, Link
from wk.chain.watched import columns, watched
from wk.core.hashing import BEGIN

CHANGES = ("INSERT", "UPDATE", "DELETE")
PREFIX = "wk_chain"
LINK, HEAD = Link._meta.db_table, Head._meta.db_table
OCCASION = ("occasion", "author", "address", "task", "slug")
OF_OCCASION = ("key", "author", "address", "task", "slug")

# A constraint trigger of PostgreSQL waits for the end of the transaction. By then it holds all its
# other locks: it waits for the head of the chain last, and holds it only while it commits. The
# triggers of the public version take the same lock first, so that two transactions cannot take the
# head and the public version in different orders.
LOCK = 816_204  # a number that nothing else of wk locks by


def install(connection: BaseDatabaseWrapper) -> None:
    """Make the head of the chain and all triggers, again if they are there."""
    with connection.cursor() as cursor:
        for statement in _statements(connection.vendor):
            cursor.execute(statement)
    Head.objects.using(connection.alias).get_or_create(
        pk=Head.ONLY, defaults={"number": 0, "hash": BEGIN}
    )


def uninstall(connection: BaseDatabaseWrapper) -> None:
    """Drop all triggers: migrations change tables, and are no act of anybody."""
    tables = connection.introspection.table_names()
    with connection.cursor() as cursor:
        for name, model, _change in _triggers():
            if model._meta.db_table in tables:
                cursor.execute(_drop(connection.vendor, name, model))


def missing_triggers(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the names of triggers that the database should have and has not."""
    ask = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O'",
    }
    with connection.cursor() as cursor:
        cursor.execute(ask[connection.vendor])
        there = {name for (name,) in cursor.fetchall()}
    return sorted({name for name, _model, _change in _triggers()} - there)


def disabled(*, again: bool = False) -> Iterator[str]:
    """Yield the SQL of PostgreSQL after which the triggers note nothing, or note everything again.

    For an exchange of all rows, in which the chain itself is exchanged too.
    """
    for name, model, _change in _triggers():
        what = "ENABLE" if again else "DISABLE"
        yield f'ALTER TABLE public."{model._meta.db_table}" {what} TRIGGER "{name}"'


def row_text(model: type[Model], row: str, vendor: str) -> str:
    """Return the expression of SQL for a row as JSON, as the chain has it; `row` is its alias."""
    make, digest = (
        ("json_object", "wk_digest({})")
        if vendor == "sqlite"
        else ("jsonb_build_object", "encode(sha256(convert_to({}::text, 'UTF8')), 'hex')")
    )
    pairs = []
    for column, is_hashed in columns(model):
        value = f'{row}."{column}"'
        pairs.append(f"'{column}', {digest.format(value) if is_hashed else value}")
    return f"{make}({', '.join(pairs)})"


def _triggers() -> Iterator[tuple[str, type[Model], str]]:
    """Return the name, the model and the change of each trigger."""
    for model in watched():
        for change in CHANGES:
            yield f"{PREFIX}_{model._meta.db_table}_{change.lower()}", model, change


def _statements(vendor: str) -> Iterator[str]:
    for name, model, change in _triggers():
        yield _drop(vendor, name, model)
        before = row_text(model, "OLD", vendor) if change != "INSERT" else "''"
        after = row_text(model, "NEW", vendor) if change != "DELETE" else "''"
        if vendor == "sqlite":
            yield _sqlite_trigger(name, model, change, before, after)
        else:
            yield from _postgresql_trigger(name, model, change, before, after)


def _sqlite_trigger(name: str, model: type[Model], change: str, before: str, after: str) -> str:
    """Return the trigger for SQLite. `wk.sqlite` provides its functions to each connection."""
    table, key = model._meta.db_table, "OLD" if change == "DELETE" else "NEW"
    occasion = ", ".join(f"wk_occasion('{field}')" for field in OF_OCCASION)
    names = f"number, at, {', '.join(OCCASION)}, table_name, row_key, before, after, previous"
    when = f"WHEN {before} <> {after}" if change == "UPDATE" else ""
    return f"""
        CREATE TRIGGER {name} AFTER {change} ON {table} {when} BEGIN
            INSERT INTO {LINK} ({names}, salt, hash, is_wiped)
                SELECT number + 1, wk_now(), {occasion}, '{table}', {key}.id, {before}, {after},
                    hash, wk_salt(), '', FALSE FROM {HEAD};
            UPDATE {LINK} SET hash = wk_link_hash({names}, salt)
                WHERE number = (SELECT number + 1 FROM {HEAD});
            UPDATE {HEAD} SET number = number + 1,
                hash = (SELECT hash FROM {LINK} WHERE number = {HEAD}.number + 1);
        END"""  # noqa: S608


def _postgresql_trigger(
    name: str, model: type[Model], change: str, before: str, after: str
) -> Iterator[str]:
    """Return the function of one trigger for PostgreSQL, and the trigger."""
    table, key = model._meta.db_table, "OLD" if change == "DELETE" else "NEW"
    fields = ", ".join(f"link.{field}" for field in OCCASION)
    occasion = "\n".join(
        f"link.{field} := coalesce(occasion->>'{key}', '');"
        for field, key in zip(OCCASION, OF_OCCASION, strict=True)
    )
    yield f"""
        CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            occasion jsonb :=
                coalesce(nullif(current_setting('wk.occasion', true), ''), '{{}}')::jsonb;
            link {LINK}%ROWTYPE;
        BEGIN
            link.before := {before};
            link.after := {after};
            IF link.before = link.after THEN RETURN NULL; END IF;
            PERFORM pg_advisory_xact_lock({LOCK});
            SELECT number + 1, hash INTO link.number, link.previous FROM {HEAD};
            link.at := (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
            {occasion}
            link.table_name := '{table}';
            link.row_key := {key}.id;
            link.salt := replace(gen_random_uuid()::text, '-', '');
            link.is_wiped := FALSE;
            link.hash := encode(sha256(convert_to(json_build_array(link.number, link.at, {fields},
                link.table_name, link.row_key, link.before, link.after, link.previous,
                link.salt)::text,
                'UTF8')), 'hex');
            INSERT INTO {LINK} VALUES (link.*);
            UPDATE {HEAD} SET number = link.number, hash = link.hash;
            RETURN NULL;
        END $$"""  # noqa: S608
    yield (
        f"CREATE CONSTRAINT TRIGGER {name} AFTER {change} ON {table} "
        f"DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION {name}()"
    )


def _drop(vendor: str, name: str, model: type[Model]) -> str:
    on = f" ON {model._meta.db_table}" if vendor == "postgresql" else ""
    return f"DROP TRIGGER IF EXISTS {name}{on}"
