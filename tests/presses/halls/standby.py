"""The second laptop, as it is before a button is pressed."""

import json
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from tests.played import played
from tests.presses.hall import Hall
from wk.core.second_laptop import FOLLOWER
from wk.standby.kept import CODE, keep
from wk.standby.services import _hash

TYPED = "12345678"


def with_follower(hall: Hall) -> None:
    """Let a second laptop follow."""
    keep(settings.DATA_DIR, FOLLOWER, {"token": "t", "address": "http://192.168.1.11:8000"})


def code(hall: Hall) -> dict[str, str]:
    """Return what a laptop sends that wants to follow."""
    return {"code": TYPED, "port": "8000"}


def with_code(hall: Hall) -> None:
    """Let a code be shown."""
    until = timezone.now().timestamp() + 60
    keep(settings.DATA_DIR, CODE, {"hash": _hash(TYPED), "until": until, "tries": 0})


def forms_file(hall: Hall) -> dict[str, Any]:
    """Return a file with the form of table 1, as an overtaken laptop gives it."""
    form = {
        "tournament": "wk-test",
        "round": 1,
        "table": 1,
        "players": [1, 2, 3, 4, 5],
        "form": played(hall.table),
    }
    content = json.dumps({"format": 1, "forms": [form]}).encode()
    return {"file": SimpleUploadedFile("wk-forms.json", content)}
