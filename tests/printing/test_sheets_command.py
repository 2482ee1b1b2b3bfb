"""The command sheets: what the page of a round prints, from a terminal."""

from io import BytesIO, StringIO, TextIOWrapper

import pytest
from django.core.management import CommandError, call_command

from tests.printing.pdf_pages import texts_of_pages
from wk.core import hall_access, own_addresses
from wk.core.hall_access import HallHosts
from wk.phones.models import TableKey
from wk.tournament.models import PrintedAddress, Round, Tournament

pytestmark = pytest.mark.django_db

HALL = "http://192.168.1.5:8000"
PAGE = "/t/wk-test/rounds/1/sheets.pdf"


@pytest.fixture(autouse=True)
def _english(settings):
    settings.LANGUAGE_CODE = "en"


def printed(*options: str, round: int = 1) -> bytes:
    """Return what the command writes to standard output."""
    out = TextIOWrapper(BytesIO())
    call_command("sheets", "wk-test", f"--round={round}", *options, stdout=out)
    return out.buffer.getvalue()


@pytest.mark.slow
def test_the_command_prints_what_the_page_prints(clerk_client, tournament, tmp_path):
    page = clerk_client.get(PAGE, headers={"Accept-Language": "en"})
    assert texts_of_pages(printed(f"--address={HALL}/")) == texts_of_pages(page.content)
    second = clerk_client.get(f"{PAGE}?tables=2", headers={"Accept-Language": "en"})
    file = tmp_path / "sheets.pdf"
    assert printed(f"--address={HALL}", "--tables=2", f"-o{file}") == b""
    assert texts_of_pages(file.read_bytes()) == texts_of_pages(second.content)
    assert len(texts_of_pages(second.content)) == 1


def test_the_address_in_the_codes_is_noted(tournament):
    printed(f"--address={HALL}")
    assert [noted.origin for noted in PrintedAddress.objects.all()] == [HALL]
    assert TableKey.objects.count() == 2


def test_without_an_address_there_are_no_codes_for_phones(tournament):
    assert [text.count("On a phone?") for text in texts_of_pages(printed())] == [0, 0]
    assert (TableKey.objects.count(), PrintedAddress.objects.count()) == (0, 0)


def test_while_it_is_open_the_codes_have_the_address_in_the_hall(tournament, settings, tmp_path):
    settings.DATA_DIR, settings.ALLOWED_HOSTS = tmp_path, HallHosts(["localhost"])
    (host, *_) = own_addresses.own_hosts()
    hall_access.open_to_hall(host)
    printed("--tables=1")
    assert [noted.origin for noted in PrintedAddress.objects.all()] == [f"http://{host}:8000"]


def test_without_phones_an_address_changes_nothing(tournament):
    Tournament.objects.update(phones=Tournament.Phones.OFF)
    printed(f"--address={HALL}")
    assert (TableKey.objects.count(), PrintedAddress.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--round=2"], "There is no round 2 of a tournament “wk-test”."),
        (["--round=1", "--tables=3"], "This round has no such table."),
        (["--round=1", "--tables=x"], "Write one table or a range: 3 or 3-7."),
        (["--round=1", "--address=here"], "Write an address like http://192.168.1.5:8000."),
        (["--round=1", "--address=http://a/b"], "Write an address like http://192.168.1.5:8000."),
    ],
)
def test_what_cannot_be_printed_is_told(tournament, options, words, tmp_path):
    file = tmp_path / "sheets.pdf"
    with pytest.raises(CommandError) as refusal:
        call_command("sheets", "wk-test", *options, f"-o{file}", stdout=StringIO())
    assert words in str(refusal.value)
    assert [*tmp_path.iterdir()] == []
    assert TableKey.objects.count() == 0


def test_a_round_that_may_still_change_is_not_printed(tournament):
    Round.objects.update(state=Round.State.DRAWN)
    with pytest.raises(CommandError, match="has only been drawn and may still change"):
        printed()


def test_a_folder_that_is_not_there_is_named(tournament, tmp_path):
    file = tmp_path / "none" / "sheets.pdf"
    with pytest.raises(CommandError) as refusal:
        printed(f"-o{file}")
    assert str(refusal.value) == f"{file}: No such file or directory"
