"""Initials in the place of a name, for every way in which a name is stored."""

import datetime as dt

import pytest

from tests.privacy.conftest import CLUB, LATE, NAME, NUMBER, SHORT, rare_person
from wk.accounts.models import User
from wk.archive.queries import archive_of
from wk.archive.services import import_archive
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.sentences import sentence
from wk.auditlog.undo import undo
from wk.hall.models import Announcement
from wk.players.checkin.queries import arrivals, known_persons
from wk.players.checkin.search import matching_entries, parse_search
from wk.players.list_import.player_list import ListLine, plan
from wk.players.replacements import substitute
from wk.players.services import NewEntry, edit_entry, enter_many, remove_entry
from wk.privacy.services import show_by_initials, show_by_name
from wk.tournament.models import Entry, Player, Seat, Substitute
from wk.tournament.services import create_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


@pytest.fixture
def dora(hall) -> User:
    return User.objects.get(username="dora")


@pytest.fixture
def shown(hall, dora):
    """The hall in which the rare name is shown by initials."""
    show_by_initials(person=rare_person().pk, reason="Asked for", author=dora, now=LATE)
    return hall


@pytest.fixture
def later(shown):
    """A later edition."""
    return create_tournament(name="WK 2027", slug="later", date=dt.date(2027, 11, 21))


def entry() -> Entry:
    return Entry.objects.get(tournament__slug="wk-test", number=NUMBER)


def names_of(row):
    return (row.name, row.surname, row.full_name, row.full_surname)


def test_all_editions_have_the_initials_and_officials_the_name(shown):
    rows = [rare_person(), *Entry.objects.filter(player=rare_person())]
    assert [names_of(row) for row in rows] == [(SHORT, "", NAME, "")] * 3
    assert {row.club for row in rows} == {CLUB}
    assert [row.known().name for row in rows] == [NAME] * 3


def test_what_everybody_reads_has_the_initials_and_what_officials_read_the_name(shown):
    assert Announcement.objects.get().text == f"Wil {SHORT} naar de balie komen?"
    assert Substitute.objects.get().name == SHORT
    edited = AuditLogEntry.objects.filter(kind="edited").first()
    assert edited.payload["after"]["name"] == NAME


def test_the_log_of_each_edition_tells_it_with_the_reason(shown, dora):
    told = AuditLogEntry.objects.filter(kind="shown").order_by("pk")
    assert [(sentence(each), each.reason, each.author) for each in told] == [
        (f"3 {SHORT} is shown by initials from now on.", "Asked for", dora)
    ] * 2
    assert {each.tournament.slug for each in told} == {"wk-oud", "wk-test"}


def test_done_twice_is_done_once(shown, dora):
    show_by_initials(person=rare_person().pk, reason="Again", author=dora, now=LATE)
    assert AuditLogEntry.objects.filter(kind="shown").count() == 2


def test_the_name_comes_back(shown, dora):
    show_by_name(person=rare_person().pk, reason="Asked again", author=dora, now=LATE)
    rows = [rare_person(), *Entry.objects.filter(player=rare_person())]
    assert [names_of(row) for row in rows] == [(NAME, "", "", "")] * 3
    last = AuditLogEntry.objects.filter(kind="shown").latest("pk")
    assert sentence(last) == f"3 {NAME} is shown with the full name again."


def test_as_a_substitute_he_is_shown_by_initials_as_well(shown, dora):
    seat = Seat.objects.get(entry__number=7, round__number=1, round__tournament=shown)
    made = substitute(seat=seat, name=NAME.upper(), from_deal=1, author=dora, now=LATE)
    assert made.name == SHORT


def test_a_copy_for_officials_is_not_stored(shown):
    with pytest.raises(ValueError, match="not stored"):
        entry().known().save()


def test_the_desk_finds_him_by_name(shown):
    found = matching_entries(parse_search("xanthoven", shown), arrivals(shown).entries)
    assert [each.name for each in found] == [NAME]


def test_a_corrected_name_stays_hidden(shown, dora):
    edit_entry(entry=entry(), name="Quirijn Xanthof", club=CLUB, number=NUMBER, author=dora)
    assert names_of(entry()) == ("Q. X.", "", "Quirijn Xanthof", "")
    assert names_of(rare_person()) == ("Q. X.", "", "Quirijn Xanthof", "")
    undo(log_entry=AuditLogEntry.objects.latest("pk"), author=dora, now=LATE)
    assert names_of(entry()) == names_of(rare_person()) == (SHORT, "", NAME, "")


def test_a_list_of_the_next_year_knows_him_and_hides_him(later):
    (line,) = plan(later, [ListLine(1, NAME, CLUB)])
    assert line.outcome == "known"
    (made,) = enter_many(tournament=later, rows=[NewEntry(NAME, CLUB)])
    assert made.player == rare_person()
    assert names_of(made) == (SHORT, "", NAME, "")


def test_the_desk_offers_him_as_known(later):
    (known,) = known_persons(later, "Xanthoven")
    assert (known.player.name, known.player.pk) == (NAME, rare_person().pk)


def test_who_comes_back_to_the_list_stays_hidden(later, dora):
    (made,) = enter_many(tournament=later, rows=[NewEntry(NAME, CLUB)])
    remove_entry(entry=made, author=dora, now=LATE)
    undo(log_entry=AuditLogEntry.objects.latest("pk"), author=dora, now=LATE)
    assert names_of(Entry.objects.get(tournament=later)) == (SHORT, "", NAME, "")


def test_an_archive_of_before_brings_no_name_back(hall, dora):
    before = archive_of(hall)
    show_by_initials(person=rare_person().pk, reason="", author=dora, now=LATE)
    import_archive(archive=before, now=LATE, replace=True, author=dora)
    assert names_of(entry()) == (SHORT, "", NAME, "")
    assert Substitute.objects.get().name == SHORT
    assert AuditLogEntry.objects.get(kind="substituted").undone_at is None
    after = archive_of(hall)
    assert [each.name for each in after.players if each.number == NUMBER] == [SHORT]
    later = LATE + dt.timedelta(minutes=1)
    import_archive(archive=after, now=later, replace=True, author=dora)
    assert names_of(entry()) == (SHORT, "", NAME, "")
    assert Player.objects.filter(full_name=NAME).count() == 1
