"""The schema of the feeds accepts what wk sends, and nothing else."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.cases import cases
from wk.feeds.kinds import FEEDS
from wk.tournament.models import Round

pytestmark = pytest.mark.django_db
SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "docs/feeds.schema.json").read_text())


def errors_in(data, name):
    """Return what the definition of a feed has against values."""
    part = {"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]}
    return [error.message for error in Draft202012Validator(part).iter_errors(data)]


def test_every_feed_has_a_shape_of_its_own():
    Draft202012Validator.check_schema(SCHEMA)
    assert [each["$ref"] for each in SCHEMA["oneOf"]] == [f"#/$defs/{name}" for name in FEEDS]


@pytest.mark.parametrize("what", Round.Withheld)
def test_what_is_sent_has_the_shape_of_its_feed_and_of_no_other(client, hal, what):
    hal.rounds.filter(number=2).update(withheld=what)
    sent = {name: client.get(f"/t/hal/{name}.json").json() for name in FEEDS}
    assert all(len(data[name]) > 1 for name, data in sent.items())
    for name, data in sent.items():
        assert [each for each in FEEDS if not errors_in(data, each)] == [name]
    after = client.get("/t/hal/standings/1.json").json()
    assert errors_in(after, "standings") == []


SEAT = {"seat": 1, "number": 4, "name": "Dirk", "substitutes": [], "wp": "4.5", "points": -6}


@cases("change", [{"wp": 4.5}, {"wp": "4.25"}, {"seat": 0}, {"name": None}, {"seed": 7}])
def test_other_values_are_refused(change):
    assert errors_in(SEAT, "seat") == []
    assert len(errors_in(SEAT | change, "seat")) == 1
