"""The files that a line of the log names, in words of the clock."""

import re
from datetime import datetime

from django.template.defaultfilters import date
from django.utils.timezone import localtime

# The end of the name of a backup and of an archive of a step, in the time of the clock on the wall.
MADE_AT = re.compile(r"-(\d{8}-\d{6}-\d{6})\.(?:zip|json)")


def file_time(name: str, beside: datetime) -> str:
    """Return when a file was made by its name, such as "04:31"; "" for no file.

    A day that is another one than that of `beside` is named as well. A file of another name is
    named itself.

    >>> file_time("wk-of-mine.zip", datetime(2026, 11, 26))
    'wk-of-mine.zip'
    >>> file_time("wk-20261399-043100-000000.zip", datetime(2026, 11, 26))
    'wk-20261399-043100-000000.zip'
    """
    found = MADE_AT.search(name)
    try:
        made = datetime.strptime(found[1] if found else "", "%Y%m%d-%H%M%S-%f")
    except ValueError:  # somebody gave the file another name
        return name
    is_same_day = made.date() == localtime(beside).date()
    return date(made, "H:i" if is_same_day else "j F, H:i")
