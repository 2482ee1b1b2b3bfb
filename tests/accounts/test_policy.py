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

from tests.accounts.cache_headers import caching_directive
from tests.officials import session_of
from wk.accounts.models import User
from wk.accounts.policy import POLICY, Act, Permissions, may, refuse_unless_may
from wk.core.refusals import ActionRefused

CLERKS_MAY = {
    Act.CHANGE_OWN_PASSWORD,
    Act.READ_LOG,
    Act.UNDO_CLERKS_ENTRIES,
    Act.CHECK_IN,
    Act.TYPE_FORMS,
    Act.REVIEW_FORMS,
    Act.ANSWER_OBJECTIONS,
    Act.SHOW_PHONE_CODES,
    Act.PRINT,
}

TEMPLATES = Path(settings.BASE_DIR) / "templates"
ANYONE = None  # no account is asked for


def reads(act: Act | None) -> dict[str, Act | None]:
    return {"GET": act}


def writes(act: Act | None) -> dict[str, Act | None]:
    return {"POST": act}


def both(act: Act | None) -> dict[str, Act | None]:
    return reads(act) | writes(act)


FEEDS = [
    f"{name}_{suffix}"
    for name in ("standings", "standings_after", "players", "rounds", "tables")
    for suffix in ("json", "csv", "xlsx")
]
# The act that each method of an address needs, by name of the address. Other methods are refused.
ADDRESSES = {
    "home": reads(ANYONE),
    "favicon.ico": reads(ANYONE),
    "robots.txt": reads(ANYONE),
    "manifest": reads(ANYONE),
    "guide": reads(ANYONE),
    "style": reads(Act.SEE_STYLE),
    "overview": reads(ANYONE),
    "choose_language": reads(ANYONE),
    "accounts:begin": both(ANYONE),
    "accounts:login": both(ANYONE),
    "accounts:logout": writes(ANYONE),
    "accounts:password": both(Act.CHANGE_OWN_PASSWORD),
    "accounts:list": reads(Act.MANAGE_ACCOUNTS),
    "accounts:add": both(Act.MANAGE_ACCOUNTS),
    "accounts:change": both(Act.MANAGE_ACCOUNTS),
    "accounts:new_password": both(Act.MANAGE_ACCOUNTS),
    "accounts:close": writes(Act.MANAGE_ACCOUNTS),
    "accounts:reopen": writes(Act.MANAGE_ACCOUNTS),
    "tournament:create": both(Act.MANAGE_TOURNAMENTS),
    "tournament:edit": both(Act.MANAGE_TOURNAMENTS),
    "tournament:rules": reads(ANYONE) | writes(Act.SET_RULES),
    "tournament:winner": reads(ANYONE),
    "auditlog:log": reads(Act.READ_LOG),
    "auditlog:undo": writes(Act.UNDO_CLERKS_ENTRIES),
    "players:list": reads(ANYONE),
    "players:add": both(Act.EDIT_PLAYERS),
    "players:import": both(Act.EDIT_PLAYERS),
    "players:confirm_import": writes(Act.EDIT_PLAYERS),
    "players:edit": both(Act.EDIT_PLAYERS),
    "players:remove": writes(Act.EDIT_PLAYERS),
    "players:withdraw": writes(Act.EDIT_PLAYERS),
    "players:readmit": writes(Act.EDIT_PLAYERS),
    "players:checkin": reads(Act.CHECK_IN),
    "players:check_in": writes(Act.CHECK_IN),
    "players:enter_late": both(Act.CHECK_IN),
    "players:bulk": reads(Act.CHECK_IN),
    "players:bulk_preview": writes(Act.CHECK_IN),
    "players:bulk_do": writes(Act.CHECK_IN),
    "players:at_checkin": reads(Act.CHECK_IN),
    "players:undo_check_in": writes(Act.CHECK_IN),
    "players:rename": writes(Act.CHECK_IN),
    "players:remove_at_checkin": writes(Act.WITHDRAW_PLAYERS),
    "players:leave": writes(Act.WITHDRAW_PLAYERS),
    "players:come_back": writes(Act.WITHDRAW_PLAYERS),
    "players:substitute": writes(Act.WITHDRAW_PLAYERS),
    "players:replace": writes(Act.WITHDRAW_PLAYERS),
    "players:card": reads(ANYONE),
    "scoreforms:list": reads(Act.TYPE_FORMS),
    "scoreforms:review_queue": reads(Act.REVIEW_FORMS),
    "scoreforms:settings": both(Act.SET_REVIEW),
    "scoreforms:photos": both(Act.TYPE_FORMS),
    "scoreforms:photo": reads(Act.TYPE_FORMS),
    "scoreforms:drop_photo": writes(Act.TYPE_FORMS),
    "scoreforms:turn_photo": writes(Act.TYPE_FORMS),
    "scoreforms:enter": both(Act.TYPE_FORMS),
    "scoreforms:check": writes(Act.TYPE_FORMS),
    "scoreforms:draft": writes(Act.TYPE_FORMS),
    "scoreforms:present": writes(Act.TYPE_FORMS),
    "scoreforms:review": both(Act.REVIEW_FORMS),
    "scoreforms:adjudicate": both(Act.REVIEW_FORMS),
    "scoreforms:let_count": writes(Act.SKIP_REVIEW),
    "scoreforms:answer_objection": writes(Act.ANSWER_OBJECTIONS),
    "scoreforms:history": reads(Act.TYPE_FORMS),
    "scoreforms:restore": writes(Act.CORRECT_COUNTED_FORMS),
    "scoreforms:table": reads(ANYONE),
    "phones:phone": reads(ANYONE),
    "phones:worker": reads(ANYONE),
    "phones:state": writes(ANYONE),  # these four ask for the key of a table
    "phones:news": writes(ANYONE),
    "phones:save": writes(ANYONE),
    "phones:confirm": writes(ANYONE),
    "phones:objections": writes(ANYONE),  # these two ask for the key of a card or a table
    "phones:object": writes(ANYONE),
    "phones:keys": reads(Act.SHOW_PHONE_CODES),
    "phones:take_back": writes(Act.CHANGE_PHONE_CODES),
    "phones:renew": writes(Act.CHANGE_PHONE_CODES),
    "phones:card": reads(Act.SHOW_PHONE_CODES),
    "phones:take_back_card": writes(Act.CHANGE_PHONE_CODES),
    "phones:renew_card": writes(Act.CHANGE_PHONE_CODES),
    "standings:standings": reads(ANYONE),
    "standings:after_round": reads(ANYONE),
    "standings:figures": reads(ANYONE),
    "standings:years": reads(ANYONE),
    "standings:everybody": reads(ANYONE),
    "standings:player": reads(ANYONE),
    "archive:import": both(Act.MANAGE_ARCHIVES),
    "archive:practice": both(Act.MANAGE_ARCHIVES),
    "archive:export": reads(Act.MANAGE_ARCHIVES),
    "rounds:list": reads(ANYONE),
    "rounds:draw": writes(Act.DRAW),
    "rounds:draw_all": writes(Act.DRAW),
    "rounds:constraints": reads(Act.SET_CONSTRAINTS),
    "rounds:separate": writes(Act.SET_CONSTRAINTS),
    "rounds:remove_separation": writes(Act.SET_CONSTRAINTS),
    "rounds:separate_clubs": writes(Act.SET_CONSTRAINTS),
    "rounds:fix_seat": writes(Act.SET_CONSTRAINTS),
    "rounds:remove_fixed_seat": writes(Act.SET_CONSTRAINTS),
    "rounds:choose_fours": writes(Act.SET_CONSTRAINTS),
    "rounds:round": reads(ANYONE),
    "rounds:discard": writes(Act.DRAW),
    "rounds:redraw": writes(Act.DRAW),
    "rounds:change_seats": writes(Act.CHANGE_SEATS),
    "rounds:change_impact": reads(Act.CHANGE_SEATS),
    "rounds:undo_change": writes(Act.CHANGE_SEATS),
    "rounds:confirm": writes(Act.TAKE_ROUND_STEPS),
    "rounds:unconfirm": writes(Act.TAKE_ROUND_STEPS),
    "rounds:start": writes(Act.TAKE_ROUND_STEPS),
    "rounds:unstart": writes(Act.TAKE_ROUND_STEPS),
    "rounds:close": writes(Act.TAKE_ROUND_STEPS),
    "rounds:make_final": writes(Act.TAKE_ROUND_STEPS),
    "rounds:reopen": writes(Act.TAKE_ROUND_STEPS),
    "rounds:correct_seats": both(Act.CORRECT_SEATS),
    "rounds:join_table": both(Act.CORRECT_SEATS),
    "rounds:undo_correction": writes(Act.CORRECT_SEATS),
    "hall:ceremony": both(Act.LEAD_CEREMONY),
    "hall:announce_place": writes(Act.LEAD_CEREMONY),
    "hall:place": reads(Act.LEAD_CEREMONY),
    "hall:ceremony_end": reads(Act.LEAD_CEREMONY),
    "hall:release": writes(Act.WITHHOLD_RESULTS),
    "hall:hall": reads(ANYONE),
    "hall:news": reads(ANYONE),
    "hall:find": reads(ANYONE),
    "hall:wall": reads(ANYONE),
    "hall:wall_screen": reads(ANYONE),
    "hall:wall_control": both(Act.HOLD_WALL),
    **{f"feeds:{name}": reads(ANYONE) for name in FEEDS},
    "feeds:news": reads(ANYONE),
    "feeds:day": reads(ANYONE),
    "feeds:embed": reads(ANYONE),
    "feeds:player_picture": reads(ANYONE),
    "feeds:standings_picture": reads(ANYONE),
    "publication:changes": reads(ANYONE),
    "hall:announcements": both(Act.ANNOUNCE),
    "hall:take_all_back": writes(Act.ANNOUNCE),
    "hall:take_back": writes(Act.ANNOUNCE),
    "hall:withhold": writes(Act.WITHHOLD_RESULTS),
    "hall:access": reads(Act.OPEN_HALL),
    "hall:open_access": writes(Act.OPEN_HALL),
    "hall:close_access": writes(Act.OPEN_HALL),
    "hall:pause": writes(Act.SET_CLOCK),
    "hall:go_on": writes(Act.SET_CLOCK),
    "hall:give_time": writes(Act.SET_CLOCK),
    "hall:give_table_time": writes(Act.SET_CLOCK),
    "hall:take_table_time": writes(Act.SET_CLOCK),
    "hall:set_end": writes(Act.SET_CLOCK),
    "printing:cards": reads(Act.PRINT),
    "printing:sheets": reads(Act.PRINT),
    "printing:seating": reads(Act.PRINT),
    "printing:print_cards": reads(Act.PRINT),
    "printing:print_sheets": reads(Act.PRINT),
    "printing:print_seating": reads(Act.PRINT),
    "printing:job": reads(Act.PRINT),
    "printing:job_pdf": reads(Act.PRINT),
}


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
NUMBERS = ("number", "round", "table", "key", "photo", "place", "screen", "objection")


def filled_route(route: str, account: User) -> str:
    """Return the address of round, table and player 1 of the tournament, or of an account."""
    for part in NUMBERS:
        route = route.replace(f"<int:{part}>", "1")
    route = route.replace("<slug:slug>", "wk-test").replace("<slug:code>", "nl")
    route = route.replace("<str:key>", "unknown")
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
# Public addresses with a secret: of a user who logs in, or of a table.
WITH_SECRETS = {"accounts:begin", "accounts:login", "accounts:logout"} | {
    f"phones:{name}" for name in ("state", "news", "save", "confirm", "objections", "object")
}
# Public addresses of which each answer is true for a moment only.
OF_THE_MOMENT = {"choose_language", "publication:changes"}

PART = 10  # as many addresses of a room are visited in one test
ROOMS = groupby(sorted(ADDRESSES), lambda name: name.split(":")[0])
PARTS = {
    f"{room}{number or ''}": names[number * PART :][:PART]
    for room, names in ((room, list(names)) for room, names in ROOMS)
    for number in range(ceil(len(names) / PART))
}
# Making a PDF takes seconds.
CASES = [
    pytest.param(part, marks=pytest.mark.slow) if part == "printing" else part for part in PARTS
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
        if found != declared:
            wrong.append((name, role, method, found, declared))
    return wrong


@pytest.mark.parametrize("part", CASES)
def test_each_address_answers_the_roles_of_its_act_and_private_answers_are_not_stored(
    clerk, director, tournament, part
):
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
