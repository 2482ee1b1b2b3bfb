"""The limits and names in the schema of the archive format equal those of the program."""

from scoring.boerenbridge import options as family_options
from scoring.boerenbridge.penalties import MOST_PENALTIES
from scoring.boerenbridge.rules import WK
from scoring.registry import GAMES
from scoring.rubber.form import MOST_DEALS as MOST_CONTRACTS
from scoring.totals import MOST_TOTAL
from scoring.whist import options as whist_options
from scoring.whist.contracts import CONTRACTS
from scoring.whist.form import MOST_PASSED
from tests.archive.test_schema import SCHEMA
from tests.cases import cases
from wk.archive.archive import FORMAT, VERSION
from wk.archive.jsontext import MOST_NUMBER as MOST_TABLE
from wk.tournament.models import MOST_DEALS, MOST_NUMBER, MOST_ROUNDS, Entry, Substitute, Tournament


def schema_part(path):
    """Return the part of the schema at a path of keys with slashes between."""
    part = SCHEMA
    for key in path.split("/"):
        part = part[int(key)] if isinstance(part, list) else part[key]
    return part


def max_length(model, name):
    return model._meta.get_field(name).max_length


@cases(
    ("path", "value"),
    [
        ("properties/format/const", FORMAT),
        ("properties/version/const", VERSION),
        ("properties/rounds/maxItems", MOST_ROUNDS),
        ("$defs/tournament/properties/slug/allOf/1/maxLength", max_length(Tournament, "slug")),
        ("$defs/tournament/properties/name/allOf/1/maxLength", max_length(Tournament, "name")),
        ("$defs/tournament/properties/venue/allOf/1/maxLength", max_length(Tournament, "venue")),
        ("$defs/tournament/properties/rounds/maximum", MOST_ROUNDS),
        ("$defs/tournament/properties/game/enum", [*GAMES]),
        ("$defs/player/properties/name/allOf/1/maxLength", max_length(Entry, "name")),
        ("$defs/player/properties/club/allOf/1/maxLength", max_length(Entry, "club")),
        ("$defs/player/properties/withdrawn_after/oneOf/1/maximum", MOST_ROUNDS),
        ("$defs/start-number/maximum", MOST_NUMBER),
        ("$defs/table/properties/number/maximum", MOST_TABLE),
        ("$defs/substitute/properties/name/allOf/1/maxLength", max_length(Substitute, "name")),
        ("$defs/substitute/properties/from_deal/maximum", MOST_DEALS),
        ("$defs/totals/items/maximum", MOST_TOTAL),
        ("$defs/wk-totals/properties/totals/allOf/1/items/maximum", WK.most),
        ("$defs/wk-totals/properties/totals/allOf/1/items/minimum", WK.least),
        ("$defs/infraction/properties/kind/enum", [kind for kind, _points in WK.infractions]),
        ("$defs/family-form/properties/deals/maxItems", family_options.MOST_DEALS),
        ("$defs/family-options/properties/deals/maxItems", family_options.MOST_DEALS),
        ("$defs/family-options/properties/wp/maxItems", family_options.MOST_PLACES),
        ("$defs/family-options/properties/restriction/enum", [*family_options.RESTRICTIONS]),
        ("$defs/points-option/maximum", family_options.MOST_POINTS),
        ("$defs/family-deal/properties/penalties/maxItems", MOST_PENALTIES),
        ("$defs/rubber-form/properties/contracts/maxItems", MOST_CONTRACTS),
        ("$defs/whist-deal/properties/contract/enum", [contract.key for contract in CONTRACTS]),
        ("$defs/whist-form/properties/deals/maxItems", whist_options.MOST_DEALS + MOST_PASSED),
        ("$defs/whist-options/properties/deals/maximum", whist_options.MOST_DEALS),
        ("$defs/grid-points/maximum", whist_options.MOST_POINTS),
    ],
)
def test_schema_limits_and_names_are_those_of_the_program(path, value):
    assert schema_part(path) == value


def test_the_schema_has_the_deals_of_the_wk():
    deals = schema_part("$defs/wk-form/properties/deals/prefixItems")
    assert [deal["$ref"] for deal in deals] == [f"#/$defs/wk-deal-of-{n}" for n in WK.cards]
    most = {
        (cards, cells): schema_part(f"$defs/wk-deal-of-{cards}/properties/{cells}/items/maximum")
        for cards in WK.cards
        for cells in ("bids", "tricks")
    }
    assert most == {(cards, cells): cards for cards, cells in most}
