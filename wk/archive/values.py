"""Values of one object of an archive, checked for their type."""

from collections.abc import Collection
from typing import Any

from django.db.models import CharField, Model

from wk.archive.places import Place
from wk.archive.problems import Findings, quoted


class Values:
    """An object of the file. Missing and unknown keys are noted at once.

    - `raw`: the value in the file; `keys`, `optional`: the keys that it must and may have.
    - `name`: the name of the object in messages; `place`: its place.

    A value of the wrong type is noted when it is read, and replaced by None, "" or [].
    """

    def __init__(
        self,
        raw: object,
        keys: Collection[str],
        *,
        name: str,
        place: Place,
        findings: Findings,
        optional: Collection[str] = (),
    ) -> None:
        self.place = place
        self.findings = findings
        self.raw: dict[str, Any] = raw if isinstance(raw, dict) else {}
        if not isinstance(raw, dict):
            findings.add("NOT_AN_OBJECT", place, key=name)
            return
        for key in self.raw:
            if key not in keys and key not in optional:
                findings.add("UNKNOWN_KEY", place, key=quoted(key))
        for key in keys:
            if key not in self.raw:
                findings.add("KEY_MISSING", place, key=key)

    def text(self, key: str, longest: int, *, may_be_empty: bool = False) -> str:
        """Return a text, "" for anything else. Note one that is too long or, by default, empty."""
        value = self.raw.get(key)
        if key not in self.raw:
            return ""
        if not isinstance(value, str):
            self.findings.add("NOT_A_TEXT", self.place, key=key)
            return ""
        if len(value) > longest:
            self.findings.add("TEXT_TOO_LONG", self.place, key=key, longest=longest)
        elif not value.strip() and not may_be_empty:
            self.findings.add("TEXT_EMPTY", self.place, key=key)
        return value

    def integer(self, key: str, least: int, most: int) -> int | None:
        """Return a whole number from `least` to `most`, None for anything else."""
        value = self.raw.get(key)
        if key not in self.raw:
            return None
        # In Python a bool is an int.
        if not isinstance(value, int) or isinstance(value, bool):
            self.findings.add("NOT_AN_INTEGER", self.place, key=key)
        elif not least <= value <= most:
            self.findings.add("NUMBER_OUT_OF_RANGE", self.place, key=key, least=least, most=most)
        else:
            return value
        return None

    def items(self, key: str) -> list[Any]:
        """Return a list of unchecked values, [] for anything else."""
        value = self.raw.get(key, [])
        if not isinstance(value, list):
            self.findings.add("NOT_A_LIST", self.place, key=key)
            return []
        return value


def longest(model: type[Model], name: str) -> int:
    """Return the greatest length of a text field of a model, in characters."""
    field = model._meta.get_field(name)
    assert isinstance(field, CharField)
    assert field.max_length
    return field.max_length
