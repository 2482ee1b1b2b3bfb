"""The public version moves with every change that the public sees, in the same transaction."""

from contextlib import contextmanager

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from tests.played import played
from wk.auditlog.models import AuditLogEntry
from wk.hall.announcements.services import announce
from wk.hall.models import CeremonyStep
from wk.hall.wall.scenes import Scene
from wk.hall.wall.services import hold_wall, release_wall
from wk.phones.call_services import answer_call, call_director
from wk.players.services import NewEntry, enter_many
from wk.publication.triggers import NEWS, PROGRESS, PUBLIC, RESULTS, trigger_names
from wk.publication.versions import current_versions
from wk.scoreforms.drafts import mark_present, save_draft
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Entry, Player, Round, Seat, Table

# The tables of which no public page shows anything, and why.
PRIVATE = {
    "scoreforms_scanpage": "what a camera read, for clerks",
    "scoreforms_writingexample": "pieces of photos to learn from, for directors",
    "scoreforms_scanpile": "files that wait to be read, for clerks",
    "accounts_user_groups": "the role is in the account itself",
    "accounts_user_user_permissions": "the role is in the account itself",
    "accounts_press": "which buttons were pressed",
    "auth_group": "not used",
    "auth_group_permissions": "not used",
    "auth_permission": "not used",
    "axes_accessattempt": "wrong logins",
    "axes_accessattemptexpiration": "wrong logins",
    "axes_accessfailurelog": "wrong logins",
    "axes_accesslog": "logins",
    "chain_event": "logins and files that were taken along, for directors",
    "chain_head": "the end of the chain",
    "chain_link": "the chain of all changes, for directors",
    "chain_wiping": "what was taken out of the chain, for directors",
    "django_content_type": "Django's own",
    "django_migrations": "Django's own",
    "django_session": "who is logged in",
    "tournament_handedprize": "for the office",
    "tournament_payment": "for the desk",
    "phones_playerkey": "secret",
    "phones_tablekey": "secret",
    "publication_publicversion": "the version itself",
    "tournament_printedaddress": "for directors",
    "printing_logo": "on paper only",
    "scoreforms_paperholder": "for the office",
    "scoreforms_photo": "for the office",
    "scoreforms_presence": "the page of the hall shows it a few seconds late",
    "scoreforms_scoreform": "shows nothing without a version or a draft",
}


@contextmanager
def moves(*counters):
    """Assert that a block moves these counters of the public version, and no others."""
    before = current_versions()
    yield
    after = current_versions()
    names = (RESULTS, PROGRESS, NEWS)
    moved = [name for name in names if getattr(after, name) > getattr(before, name)]
    assert moved == list(counters)
    assert all(getattr(after, name) >= getattr(before, name) for name in names)


def test_every_table_moves_the_version_or_is_private(db):
    public = {apps.get_model(label)._meta.db_table for label in PUBLIC}
    assert public | set(PRIVATE) == set(connection.introspection.table_names())
    assert public.isdisjoint(PRIVATE)


def triggers():
    names = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
    }
    with connection.cursor() as cursor:
        cursor.execute(names[connection.vendor])
        return {name for (name,) in cursor.fetchall() if name.startswith("wk_public")}


def test_every_change_of_a_public_table_has_its_trigger(db):
    assert triggers() == set(trigger_names())
    assert len(triggers()) == sum(
        len(counters) * len(changes) for counters, changes in PUBLIC.values()
    )


def begun(deals):
    document = played(Table.objects.get(number=1), 1)
    return document | {"deals": document["deals"][:deals]}


@pytest.mark.django_db(transaction=True)
def test_what_the_public_sees_moves_the_version(tournament, director, clerk):
    table, now = Table.objects.get(number=1), timezone.now()
    with moves(RESULTS):
        enter_many(tournament=tournament, rows=[NewEntry("Jan")])
    with moves(RESULTS):
        Player.objects.filter(entries__number=1).update(name="Anne De Wit")
    with moves(RESULTS):
        Entry.objects.filter(number=2).update(name="Bo De Wit", surname="De Wit")
    with moves(RESULTS, NEWS):  # the bar above every page has the clock of the round
        Round.objects.update(withheld=Round.Withheld.ALL)
    with moves(RESULTS, NEWS):  # and of a table with more time
        Table.objects.filter(number=2).update(extra_minutes=5)
    with moves(PROGRESS):  # the wall shows it, if the director wants
        call = call_director(table=table, press="a" * 24, now=now)
    with moves(PROGRESS):
        answer_call(call=call, author=director, now=now)
    with moves(PROGRESS):
        save_draft(table=table, document=begun(2), author=clerk, now=now)
    with moves():
        save_draft(table=table, document=begun(2), author=clerk, now=now, expected=1)
    with moves():
        mark_present(table=table, user=director, now=now)
    with moves(PROGRESS):
        save_draft(table=table, document=begun(3), author=clerk, now=now, expected=1)
    with moves(RESULTS, PROGRESS):  # the draft goes as the form comes in
        hand_in(table=table, submission=Submission(played(table, 1), clerk, now))
    with moves(NEWS):
        announce(tournament=tournament, text="Koffie", minutes=0, author=director, now=now)
    about = {"tournament": tournament, "author": director, "now": now}
    with moves(NEWS):  # and not the results, as every phone would fetch the standings again
        hold_wall(scenes=[Scene.CURTAIN], **about)
    with moves(NEWS):
        release_wall(**about)
    with moves(NEWS):
        CeremonyStep.objects.create(tournament=tournament, first=9, place=9, ranking="")
    with moves(RESULTS):
        AuditLogEntry.objects.filter(kind="wall").update(kind="seated")
    with moves():
        director.last_login = now
        director.save()
    with moves(RESULTS), connection.cursor() as cursor:
        cursor.execute(f"UPDATE {Seat._meta.db_table} SET number = number + 10 WHERE number = 1")


@pytest.mark.django_db(transaction=True)
def test_a_change_that_is_taken_back_leaves_the_version(tournament):
    with moves(), transaction.atomic():
        tournament.rounds.update(withheld=Round.Withheld.ALL)
        transaction.set_rollback(True)


@pytest.mark.django_db(transaction=True)
def test_a_migration_leaves_the_triggers_and_a_higher_version(tournament):
    there = triggers()
    with moves(RESULTS, PROGRESS, NEWS):
        call_command("migrate", "--verbosity=0")
    assert triggers() == there
