"""What each role may do, and that every address of wk follows it and stores no private answer."""

import re
from collections.abc import Iterator
from itertools import groupby, product
from math import ceil
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.accounts.addresses import ADDRESSES, ANYONE
from tests.accounts.cache_headers import caching_directive
from tests.officials import session_of
from tests.scoreforms.started_rounds import shorten
from wk.accounts.models import User
from wk.accounts.policy import POLICY, Act, Permissions, may, refuse_unless_may
from wk.core.refusals import ActionRefused

CLERKS_MAY = {
    Act.CHANGE_OWN_PASSWORD,
    Act.READ_LOG,
    Act.UNDO_CLERKS_ENTRIES,
    Act.CHECK_IN,
    Act.NOTE_PAYMENTS,
    Act.TYPE_FORMS,
    Act.REVIEW_FORMS,
    Act.ANSWER_OBJECTIONS,
    Act.SHOW_PHONE_CODES,
    Act.HAND_OUT_PRIZES,
    Act.PRINT,
}

TEMPLATES = Path(settings.BASE_DIR) / "templates"


def addresses(
    resolver: URLResolver, before: str = "", namespace: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield the name and the route of every address. An address without a name has its route."""
    for each in resolver.url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            inside = f"{namespace}{each.namespace}:" if each.namespace else namespace
            yield from addresses(each, route, inside)
        elif isinstance(each, URLPattern):
            yield (f"{namespace}{each.name}" if each.name else route), f"/{route}"


ROUTES = dict(addresses(get_resolver()))
NUMBERS = ("number", "round", "table", "key", "photo", "place", "screen", "objection", "page")


def filled_route(route: str, account: User) -> str:
    """Return the address of round, table and player 1 of the tournament, or of an account."""
    for part in NUMBERS:
        route = route.replace(f"<int:{part}>", "1")
    route = route.replace("<slug:slug>", "wk-test").replace("<slug:code>", "nl")
    route = route.replace("<str:key>", "unknown").replace("<slug:kind>", "page")
    route = route.replace("<str:path>", "deals.0.bids.0")
    return route.replace("<int:pk>", str(account.pk))


def answer_kind(response) -> str:
    """Return how an address is answered, as far as the role decides about that."""
    if response.status_code == 302 and response.url.startswith("/login/?next="):
        return "login"
    known = {401: "login", 403: "forbidden", 405: "no such method"}
    return known.get(response.status_code, "answered")


def declared_answer(methods: dict[str, Act | None], method: str, role: User.Role | None) -> str:
    if method not in methods:
        return "no such method"
    act = methods[method]
    if act is ANYONE:
        return "answered"
    if role is None:
        return "login"
    return "answered" if role in POLICY[act] else "forbidden"


# The same for everybody, and stored by phones for use without a network.
CACHED_BY_PHONES = {"phones:phone", "phones:worker"}
# Public addresses with a secret: of a user who logs in, of a table, or of the kiosk.
WITH_SECRETS = (
    {"accounts:begin", "accounts:login", "accounts:login_code", "accounts:logout"}
    | {f"phones:{name}" for name in ("state", "news", "save", "confirm", "call")}
    | {"phones:objections", "phones:object"}
    | {f"standby:{name}" for name in ("join", "feed", "overtaken", "term", "arrive")}
    | {"players:kiosk", "camera:phone", "camera:table_photo"}
)
# Public addresses of which each answer is true for a moment only.
OF_THE_MOMENT = {"choose_language", "health", "publication:changes"}

PART = 10  # as many addresses of a room are visited in one test
# Both addresses of a paper stand beside each other: so it is made once for them.
IN_ORDER = sorted(ADDRESSES, key=lambda name: (name.replace("printing:print_", "printing:"), name))
ROOMS = groupby(IN_ORDER, lambda name: name.split(":")[0])
PARTS = {
    f"{room}{number or ''}": names[number * PART :][:PART]
    for room, names in ((room, list(names)) for room, names in ROOMS)
    for number in range(ceil(len(names) / PART))
}
# Making a PDF takes seconds.
CASES = [
    pytest.param(part, marks=pytest.mark.slow) if part.startswith("printing") else part
    for part in PARTS
]


def test_every_address_is_in_this_table():
    assert set(ROUTES) == set(ADDRESSES)


def test_every_act_is_in_the_policy():
    assert set(POLICY) == set(Act)


def declared_directive(name: str, method: str, role: User.Role | None) -> str | None:
    """Return the caching directive that an address must answer with: "no-store", "public" or none.

    None stands for methods that are not checked: a public address is checked by its first method.
    """
    methods = ADDRESSES[name]
    is_first, is_public = method == next(iter(methods)), ANYONE in methods.values()
    if role is None and not is_public:
        return "no-store" if method in methods else None
    if not is_first:
        return None
    if name in CACHED_BY_PHONES:
        return "public"
    return "no-store" if role is not None or name in WITH_SECRETS | OF_THE_MOMENT else ""


def wrong_answers(name: str, clients, account: User) -> list[tuple]:
    """Return each answer of an address that is not the declared one, with the declared one.

    A method that it does not have is refused before the role is asked for: a visitor is not sent
    to the login page. So such methods are tried as a visitor only.
    """
    address, wrong = filled_route(ROUTES[name], account), []
    own = product((User.Role.CLERK, User.Role.DIRECTOR), ADDRESSES[name])
    for role, method in [(None, "GET"), (None, "POST"), (None, "PUT"), *own]:
        response = clients[role].generic(method, address)
        found = answer_kind(response), caching_directive(response)
        directive = declared_directive(name, method, role)
        answer = declared_answer(ADDRESSES[name], method, role)
        declared = answer, found[1] if directive is None else directive
        if b"csrfmiddlewaretoken" in response.content:
            # A browser that hides the address of a page hides it from the check of a form as well.
            assert response["Referrer-Policy"] == "same-origin", name
        if found != declared:
            wrong.append((name, role, method, found, declared))
    return wrong


@pytest.mark.parametrize("part", CASES)
def test_each_address_answers_the_roles_of_its_act_and_private_answers_are_not_stored(
    clerk, director, tournament, part
):
    shorten(tournament)
    sessions = {User.Role.CLERK: session_of(clerk), User.Role.DIRECTOR: session_of(director)}
    wrong = []
    for name in PARTS[part]:
        clients = {None: Client(), User.Role.CLERK: Client(), User.Role.DIRECTOR: Client()}
        for role, (cookie, key) in sessions.items():
            clients[role].cookies[cookie] = key
        # What an address changes is taken back, so each begins with the same tournament.
        before = transaction.savepoint()
        wrong += wrong_answers(name, clients, director)
        transaction.savepoint_rollback(before)
    assert wrong == []


def test_a_director_may_do_every_act_a_clerk_some_and_a_reader_none(director, clerk):
    for reader, acts in (
        (director, set(Act)),
        (clerk, CLERKS_MAY),
        (None, set()),
        (AnonymousUser(), set()),
    ):
        assert {act: may(reader, act) for act in Act} == {act: act in acts for act in Act}


def test_a_service_refuses_with_its_own_message(director, clerk):
    refuse_unless_may(director, Act.DRAW, "Only the director can draw.")
    with pytest.raises(ActionRefused) as refused:
        refuse_unless_may(clerk, Act.DRAW, "Only the director can draw.")
    assert str(refused.value) == "Only the director can draw."


def test_templates_ask_permissions_by_the_name_of_an_act(clerk):
    may_do = Permissions(clerk)
    assert (may_do["check_in"], may_do["draw"]) == (True, False)


def test_templates_ask_for_existing_acts_and_never_for_roles():
    """Django would treat an unknown act in a template as refused."""
    texts = [path.read_text() for path in TEMPLATES.rglob("*.html")]
    asked = {act for text in texts for act in re.findall(r"\bmay\.(\w+)", text)}
    assert asked - set(Act) == set()
    assert [text for text in texts if re.search(r"is_director|user\.role", text)] == []


def test_asking_for_an_unknown_act_is_an_error(clerk):
    with pytest.raises(ValueError, match="dance"):
        Permissions(clerk)["dance"]
