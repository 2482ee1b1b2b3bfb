"""Lines of the log as JSON."""

import json
import logging
import sys

from wk.core.log_format import JsonLine


def line_of(message: str, *values: object, error: object = None) -> dict[str, str]:
    """Return the line of a log record made at the beginning of 1970, read back."""
    record = logging.LogRecord("wk.x", logging.ERROR, "x.py", 1, message, values, error)
    record.created = 1.25
    written = JsonLine().format(record)
    assert "\n" not in written
    return json.loads(written)


def test_a_record_is_one_line_with_its_time_and_message():
    assert line_of("Tafel %d:\n“Łódź”", 7) == {
        "time": "1970-01-01T00:00:01.250+00:00",
        "level": "ERROR",
        "logger": "wk.x",
        "message": "Tafel 7:\n“Łódź”",
    }


def test_a_traceback_is_in_the_line():
    try:
        raise ValueError("kapot")
    except ValueError:
        line = line_of("Mis", error=sys.exc_info())
    first, *_between, last = line["error"].splitlines()
    assert (first, last) == ("Traceback (most recent call last):", "ValueError: kapot")
