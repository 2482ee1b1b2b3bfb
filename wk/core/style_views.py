"""The style page: every token and component of our CSS, by day and by night, with its HTML."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

EXAMPLES = "core/examples"
KINDS = ("day", "night")
# The tokens that the page shows, by the names of their classes in style/pages/style.css.
COLOURS = [
    *("paper", "sheet", "ink", "soft", "rule", "edge", "green", "felt", "felt-deep", "on-felt"),
    *("red", "red-wash", "amber", "amber-wash", "green-wash"),
]
TYPES = [f"type-{step}" for step in range(1, 10)]
SPACES = [f"space-{step}" for step in range(1, 9)]
WALLS = [f"wall-{step}" for step in range(1, 7)]


def examples() -> list[str]:
    """Return the names of all components. Each has a style sheet of the same name."""
    folder = Path(settings.BASE_DIR) / "templates" / EXAMPLES
    return sorted(path.stem for path in folder.glob("*.html"))


def style_page(request: HttpRequest) -> HttpResponse:
    """Show every token and component.

    wk.urls adds the permission and the methods: this room may not import the policy of accounts.
    """
    names = examples()
    context = {
        "components": [_component(name) for name in names],
        "names": " ".join(names),
        "kinds": KINDS,
        "colours": COLOURS,
        "types": TYPES,
        "spaces": SPACES,
        "walls": WALLS,
    }
    return render(request, "core/style.html", context)


def _component(name: str) -> dict[str, Any]:
    """Return the context of a component: its name, its HTML by day and by night, and as text."""
    template = f"{EXAMPLES}/{name}.html"
    shown = [(kind, render_to_string(template, {"kind": kind})) for kind in KINDS]
    return {"name": name, "shown": shown, "code": str(shown[0][1]).strip()}
