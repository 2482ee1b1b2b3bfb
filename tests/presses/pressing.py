"""Presses a button of the table: once, several times one after the other, or many times at once."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Barrier
from typing import Any

from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections
from django.test import Client

from tests.accounts.test_policy import ADDRESSES, ROUTES
from tests.officials import session_of
from tests.presses.buttons import BUTTONS, Button
from tests.presses.hall import Hall
from tests.presses.pages import PageForm, forms_of

NUMBERS = ("number", "round", "table", "key", "photo", "place", "objection", "page")
TOKEN = "csrfmiddlewaretoken"
POSTED = {name for name, methods in ADDRESSES.items() if "POST" in methods}


@dataclass(frozen=True)
class Request:
    """What a browser sends when a button is pressed, with the cookies that it sends along."""

    address: str
    data: Mapping[str, list[Any]]
    cookies: Mapping[str, str]

    @property
    def without_page(self) -> "Request":
        """The same as a script sends it that did not open the page."""
        secret = self.cookies.get("csrftoken", "")
        token = {TOKEN: [secret]} if TOKEN in self.data else {}
        return Request(self.address, {**self.data, **token}, self.cookies)

    def send(self) -> "Answer":
        """Send it, from a browser of its own; a server error is an answer too."""
        client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        for name, value in self.cookies.items():
            client.cookies[name] = value
        data = {name: [_fresh(each) for each in values] for name, values in self.data.items()}
        response = client.post(self.address, data)
        request = response.wsgi_request
        said = tuple(str(each) for each in get_messages(request)._queued_messages)
        return Answer(response.status_code, response.headers.get("Location", ""), said)


@dataclass(frozen=True)
class Answer:
    """The answer to a press: its status, where it leads to, and the messages on the next page."""

    status: int
    location: str
    said: tuple[str, ...]


def _fresh(value: Any) -> Any:
    """Return a file to be read from its beginning; anything else as it is."""
    if isinstance(value, SimpleUploadedFile):
        value.seek(0)
        return SimpleUploadedFile(value.name, value.read())
    return value


def request_of(name: str, hall: Hall, button: Button | None = None) -> Request:
    """Make a hall ready for a button, open its page, and return what pressing the button sends."""
    button = button or BUTTONS[name]
    numbers = button.ready(hall) or {}
    typed = button.typed(hall) if callable(button.typed) else button.typed
    address = _filled(ROUTES[name], hall, numbers)
    client = Client(enforce_csrf_checks=True)
    if button.by:
        account = getattr(hall, button.by)
        account.refresh_from_db()  # another press may have been taken back since
        cookie, key = session_of(account)
        client.cookies[cookie] = key
    if not (button.page or button.after):
        return Request(address, _lists(typed), {})
    form = _form(button, name, address, client, hall, numbers, typed)
    cookies = {cookie: morsel.value for cookie, morsel in client.cookies.items()}
    return Request(address, form.values | _lists(typed), cookies)


def _lists(typed: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value if isinstance(value, list) else [value] for name, value in typed.items()}


def _form(
    button: Button,
    name: str,
    address: str,
    client: Client,
    hall: Hall,
    numbers: Mapping[str, int],
    typed: Mapping[str, Any],
) -> PageForm:
    """Return the form of a button as its page shows it."""
    if button.after:
        before = request_of(button.after[0], hall, button.after[1])
        client.cookies.load(dict(before.cookies))
        shown = client.post(before.address, before.data, follow=True)
        page = shown.request["PATH_INFO"]
    else:
        page = button.page.format_map({"pk": hall.clerk.pk, **numbers})
        shown = client.get(page)
    assert shown.status_code == 200, (name, page, shown.status_code)
    found = [
        form
        for form in forms_of(shown.content.decode(), page)
        if (form.identity == button.form if button.form else form.action.split("?")[0] == address)
    ]
    fitting = [form for form in found if form.names >= {*typed} - {"action"}]
    assert fitting, f"{page} has no form for {name} ({address}): {found}"
    return fitting[0]


def _filled(route: str, hall: Hall, numbers: Mapping[str, int]) -> str:
    """Return the address of a route: of number 1 of everything, but for these numbers."""
    for part in NUMBERS:
        route = route.replace(f"<int:{part}>", str(numbers.get(part, 1)))
    route = route.replace("<str:key>", str(numbers.get("key", "unknown")))
    key = str(numbers.get("pk", hall.clerk.pk))
    return route.replace("<slug:slug>", "wk-test").replace("<int:pk>", key)


def at_once(request: Request, times: int) -> list[Answer]:
    """Send a request many times at the same moment, each from a browser of its own."""
    barrier = Barrier(times)

    def send(_number: int) -> Answer:
        try:
            barrier.wait()
            return request.send()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(send, range(times)))


def wrong(answers: Sequence[Answer]) -> list[Answer]:
    """Return the answers that are server errors."""
    return [answer for answer in answers if answer.status >= 500]
