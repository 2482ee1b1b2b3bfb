"""Everything that is changed outside Card champion is found, and since when."""

import json
from contextlib import contextmanager

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import translation

from wk.chain.models import Head, Link
from wk.chain.triggers import CHANGES, PREFIX, install, missing_triggers, uninstall
from wk.chain.verifying import verify
from wk.core.acting import acting

# One change of the database each, and the beginning of what verify says of it.
TAMPERING = {
    "points of a result": (
        "UPDATE scoreforms_result SET points = points + 10 WHERE id = 3",
        "result",
    ),
    "a place": ("UPDATE scoreforms_result SET place = 1 WHERE id = 5", "result"),
    "a result that is gone": ("DELETE FROM scoreforms_result WHERE id = 4", "result"),
    "content of a form": (
        "UPDATE scoreforms_version SET content = '{\"totals\": [9, 8, 7, 6, 5]}' WHERE id = 2",
        "version of a form",
    ),
    "which version counts": (
        "UPDATE scoreforms_version SET is_counted = FALSE WHERE id = 1",
        "version of a form",
    ),
    "a name": ("UPDATE tournament_entry SET name = 'Anders' WHERE number = 7", "player 7"),
    "a club": ("UPDATE tournament_entry SET club = 'Troef' WHERE number = 7", "player 7"),
    "two seats": (
        "UPDATE tournament_seat SET number = 11 - number WHERE round_id = 1 AND table_id = 1",
        "seat",
    ),
    "a draw number": ("UPDATE tournament_round SET seed = 99 WHERE number = 1", "round 1"),
    "the state of a round": (
        "UPDATE tournament_round SET state = 'final' WHERE number = 1",
        "round 1",
    ),
    "a line of the log": (
        "UPDATE auditlog_auditlogentry SET reason = 'Anders' WHERE id = 1",
        "line of the log",
    ),
    "a line of the log that is gone": (
        "DELETE FROM auditlog_auditlogentry WHERE id = 2",
        "line of the log",
    ),
    "the role of an account": (
        "UPDATE accounts_user SET role = 'director' WHERE username = 'kees'",
        "account kees",
    ),
    "a password": (
        "UPDATE accounts_user SET password = 'x' WHERE username = 'dora'",
        "account dora",
    ),
    "a setting": ("UPDATE tournament_tournament SET venue = 'Elders'", "tournament"),
}
# Changes of the chain itself, and how many links before its end the last right one is.
BROKEN = {
    "UPDATE chain_link SET after = after || ' ' WHERE number = 20": 19,
    "UPDATE chain_link SET author = 'kees' WHERE number = 20": 19,
    "UPDATE chain_link SET at = at + 1 WHERE number = 20": 19,
    "UPDATE chain_link SET hash = previous WHERE number = 20": 19,
    "DELETE FROM chain_link WHERE number = 20": 19,
    "UPDATE chain_link SET number = 900 WHERE number = 20": 19,
    "DELETE FROM chain_link WHERE number = (SELECT number FROM chain_head)": -1,
    "UPDATE chain_head SET number = number - 1": 0,
    "INSERT INTO chain_link SELECT number + 1, at, occasion, author, address, task, slug, "
    "table_name, row_key, before, after, hash, hash, salt, is_wiped FROM chain_link "
    "WHERE number = (SELECT number FROM chain_head)": 0,
}
DIRECTLY = "This was changed directly on the computer, not on a page"


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def execute(statement):
    with connection.cursor() as cursor:
        cursor.execute(statement)


@contextmanager
def unwatched():
    """Let the database note nothing, as somebody would who knows of the triggers."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            for change in CHANGES:
                on = f" ON {table}" if connection.vendor == "postgresql" else ""
                cursor.execute(f"DROP TRIGGER IF EXISTS {PREFIX}_{table}_{change.lower()}{on}")
    yield
    install(connection)


def test_a_day_as_it_was_played_fits(day):
    report = verify()
    assert [(line.words, line.result.misfit) for line in report.lines] == [
        (f"The log is complete ({report.number} entries).", None),
        ("Everything was changed by Card champion itself.", None),
        ("Every change is written into the log.", None),
        (f"Everything stands as the log has it ({report.lines[3].result.count} things).", None),
        ("No name was taken out of the log.", None),
        ("8 forms were scored again: the results are the same.", None),
        ("2 draws were made again: they give the same seats.", None),
    ]
    assert (report.number, report.hash) == Head.objects.values_list("number", "hash").get()


@pytest.mark.parametrize("what", TAMPERING)
def test_one_change_past_the_program_is_found(day, what):
    statement, row = TAMPERING[what]
    newest = Link.objects.order_by("number").last()
    execute(statement)
    misfit = verify().misfit
    assert misfit.words.startswith(f"{DIRECTLY}: {row}")
    assert (misfit.link, misfit.at) == (newest.number, newest.moment)


def test_several_changes_past_the_program_are_counted(day):
    newest = Link.objects.order_by("number").last()
    execute("UPDATE tournament_entry SET club = 'Troef' WHERE number IN (7, 8, 9)")
    misfit = verify().misfit
    assert misfit.words == f"{DIRECTLY}: player 7 Speler 7: club: De Slag → Troef, and 2 more."
    assert (misfit.past, misfit.link) == (3, newest.number)


@pytest.mark.parametrize("what", TAMPERING)
def test_it_is_found_as_well_where_the_triggers_were_taken_away(day, what):
    statement, row = TAMPERING[what]
    with unwatched():
        execute(statement)
    misfit = verify().misfit
    assert row in misfit.words
    last_right = Link.objects.get(number=misfit.link)
    assert misfit.at == last_right.moment
    assert not Link.objects.filter(
        table_name=last_right.table_name, row_key=last_right.row_key, number__gt=misfit.link
    ).exists()


@pytest.mark.parametrize("statement", BROKEN)
def test_a_line_that_is_changed_deleted_or_put_in_is_found(day, statement):
    end, last_right = verify().number, BROKEN[statement]
    execute(statement)
    misfit = verify().misfit
    assert misfit.link == (last_right if last_right > 0 else end + last_right)


@pytest.mark.parametrize("text", ["nonsense", "[1]", "7", "{}", '{"name": {}}', "[" * 100_000])
def test_a_text_of_no_row_keeps_nothing_from_being_checked(day, text):
    """Who cannot hide a change may try to keep everybody from looking."""
    newest = Link.objects.filter(table_name="tournament_entry", row_key=7).last()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE chain_link SET after = %s WHERE number = %s", [text, newest.number])
    report = verify()
    assert len(report.lines) == 7
    assert report.misfit.link == newest.number - 1
    assert report.lines[3].result.misfit.words.startswith("This is not as the log has it: player")


def test_what_cannot_be_computed_again_is_told_and_the_rest_is_checked(day):
    with unwatched():
        execute(
            'UPDATE auditlog_auditlogentry SET payload = \'{"how": "drawn", "rounds": [1],'
            ' "seed": 1, "asked": {}}\' WHERE kind = \'drawn\' AND id = '
            "(SELECT MIN(id) FROM auditlog_auditlogentry WHERE kind = 'drawn')"
        )
    *_others, results, draws = verify().lines
    assert results.result.misfit is None
    assert draws.result.misfit.words.startswith("This could not be checked: KeyError")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL keeps the kind of a column")
def test_a_log_that_cannot_be_read_is_told(day):
    execute("UPDATE chain_link SET after = x'00ff' WHERE number = 20")
    (line,) = verify().lines
    assert line.words == "The log of all changes can be read."
    assert line.result.misfit.words.startswith("This could not be checked: TypeError")


def test_a_result_that_was_forged_with_its_link_is_computed_again(day):
    with acting(author="dora", task="hall:pause"):
        execute("UPDATE scoreforms_result SET points = points + 10 WHERE id = 3")
    misfit = verify().misfit
    assert misfit.words.startswith("The result of round 1, table 1, seat 3 is not that of its form")
    assert misfit.link == Link.objects.order_by("number").last().number


def test_seats_that_were_forged_with_their_links_are_not_those_of_the_draw_number(day):
    with acting(author="dora", task="hall:pause"):
        execute(
            "UPDATE tournament_seat SET number = number + 10 WHERE round_id = 1 AND table_id = 1"
        )
    assert [line.result.misfit and line.result.misfit.words for line in verify().lines[5:]] == [
        None,
        "The seats of round 1 are not those of draw number 1.",
    ]


def test_a_missing_trigger_is_told(day):
    name = f"{PREFIX}_tournament_seat_update"
    execute(f"DROP TRIGGER {name}" + " ON tournament_seat" * (connection.vendor == "postgresql"))
    assert missing_triggers(connection) == [name]
    assert (
        verify().misfit.words == f"The database does not note all changes any more: {name} is gone."
    )


def test_migrations_change_tables_without_triggers(day):
    assert missing_triggers(connection) == []
    uninstall(connection)
    assert f"{PREFIX}_tournament_seat_update" in missing_triggers(connection)


def test_the_command_tells_what_it_checked(day, capsys):
    call_command("verify", "--format", "json")
    told = json.loads(capsys.readouterr().out)
    assert told["fits"] is True
    assert [each["misfit"] for each in told["checks"]] == [None] * 7
    assert (told["entry"], told["hash"]) == Head.objects.values_list("number", "hash").get()


def test_the_command_ends_with_1_if_something_does_not_fit(day, capsys):
    execute("UPDATE tournament_entry SET club = 'Troef' WHERE number = 7")
    with pytest.raises(SystemExit) as ended:
        call_command("verify")
    assert ended.value.code == 1
    assert "club: De Slag → Troef" in capsys.readouterr().out
