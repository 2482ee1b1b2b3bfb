"""The day of a tournament as a calendar file."""

import datetime as dt

import pytest

from wk.feeds.calendar import calendar
from wk.tournament.programme import Kind, ProgrammePoint, stored

pytestmark = pytest.mark.django_db
NOON = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)


def unfolded(content: bytes) -> list[str]:
    """Return the lines of a calendar, as a calendar program puts them together again."""
    assert content.endswith(b"\r\n")
    assert max(len(line) for line in content.split(b"\r\n")) <= 75
    return content.replace(b"\r\n ", b"").decode().split("\r\n")[:-1]


def test_the_day_and_the_rounds_with_a_clock(client, hal):
    hal.venue = "Zaal ½, links; " + "é" * 60
    hal.save()
    hal.rounds.filter(number=2).update(started_at=NOON, minutes=75)
    answer = client.get("/t/hal/day.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    lines = unfolded(answer.content)
    assert (lines[:3], lines[-1]) == (
        ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//wk//wk//NL"],
        "END:VCALENDAR",
    )
    events = "\n".join(lines[3:-1]).split("END:VEVENT")[:-1]
    day, second = ([each for each in event.split("\n") if each] for event in events)
    place = ["LOCATION:Zaal ½\\, links\\; " + "é" * 60, "URL:http://testserver/t/hal/"]
    assert [day[0], *day[3:]] == [
        "BEGIN:VEVENT",
        "DTSTART;VALUE=DATE:20261121",
        "DTEND;VALUE=DATE:20261122",
        "SUMMARY:WK hal",
        *place,
    ]
    assert second[3:] == [
        "DTSTART:20261121T120000Z",
        "DTEND:20261121T131500Z",
        "SUMMARY:Ronde 2 - WK hal",
        *place,
    ]
    assert day[1] == second[1] == "DTSTAMP:20261120T230000Z"
    assert len({day[2], second[2]}) == 2
    assert client.get("/t/hal/day.ics").content == answer.content


def test_the_programme_is_in_it_and_a_round_keeps_its_identity_when_it_begins(client, hal):
    def events():
        lines = unfolded(client.get("/t/hal/day.ics").content)
        return [
            {part: line for line in event.split("\n") for part in [line.split(":")[0]]}
            for event in "\n".join(lines).split("END:VEVENT")[:-1]
        ]

    points = [
        ProgrammePoint(Kind.DOORS, dt.time(9, 30)),
        ProgrammePoint(Kind.ROUND, dt.time(10), round=1),
        ProgrammePoint(Kind.OTHER, dt.time(12), text="Soep"),
        ProgrammePoint(Kind.ROUND, dt.time(13), round=2),
    ]
    hal.programme, hal.round_minutes = stored(points), 75
    hal.save()
    _day, doors, first, soup, second = events()
    assert (doors["DTSTART"], doors["SUMMARY"]) == (
        *("DTSTART:20261121T083000Z", "SUMMARY:Deuren open - WK hal"),
    )
    assert [first[part] for part in ("DTSTART", "DTEND", "SUMMARY")] == [
        *("DTSTART:20261121T090000Z", "DTEND:20261121T101500Z", "SUMMARY:Ronde 1 - WK hal"),
    ]
    assert (soup["SUMMARY"], "DTEND" in soup) == ("SUMMARY:Soep - WK hal", False)
    hal.rounds.filter(number=2).update(started_at=NOON, minutes=60)
    begun = events()[1]
    assert begun["DTSTART"] == "DTSTART:20261121T120000Z"
    assert begun["UID"] == second["UID"]
    assert len(events()) == 5


def test_in_a_mirror_it_has_no_address(hal):
    assert b"URL:" not in calendar(hal, "")


@pytest.mark.parametrize("date", [dt.date.min, dt.date(999, 12, 31), dt.date.max])
def test_a_year_that_no_calendar_has_gives_no_file(client, hal, date):
    hal.date = date
    hal.save()
    assert client.get("/t/hal/day.ics").status_code == 404


def test_two_breaks_of_one_name_are_two_events(client, hal):
    hal.programme = stored(
        [ProgrammePoint(Kind.OTHER, dt.time(hour), text="Pauze") for hour in (11, 14)]
    )
    hal.save()
    lines = unfolded(client.get("/t/hal/day.ics").content)
    assert lines.count("SUMMARY:Pauze - WK hal") == 2
    identities = [line for line in lines if line.startswith("UID:")]
    assert len({*identities}) == len(identities) == 3
