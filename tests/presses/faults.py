"""What goes wrong when a button is pressed many times at the same moment."""

from tests.presses.buttons import BUTTONS
from tests.presses.databases import Halls
from tests.presses.pressing import Request, at_once, request_of, wrong
from tests.presses.rows import stored


def faults_of(name: str, halls: Halls, times: int, *, by_script: bool = False) -> list[str]:
    """Return every server error, and every table whose rows are not those of one press.

    `by_script`: it is sent without the token of its page.
    """

    def request() -> Request:
        made = request_of(name, halls.fresh())
        return made.without_page if by_script else made

    is_random = BUTTONS[name].is_random
    request().send()
    once = stored(is_random=is_random)
    answers = at_once(request(), times)
    many = stored(is_random=is_random)
    copies = [f"{name}: {table}" for table in once if many[table] != once[table]]
    return [f"{name}: {answer}" for answer in wrong(answers)] + copies
