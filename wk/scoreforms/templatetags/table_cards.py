"""The template tag that writes the cards of tables in the office's list of forms."""

from functools import lru_cache

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from wk.scoreforms.form_status import FormStatus
from wk.tournament.models import Round

register = template.Library()

CARD = "scoreforms/_table_card.html"
MOST_CARDS = 2000  # about two million bytes; sixty tables, two roles and two languages are 240


@register.simple_tag(takes_context=True)
def table_cards(context: Context) -> SafeString:
    """Return the cards of `forms` as HTML, one after the other.

    A card that was written before is taken again as long as nothing on it has changed: a form that
    comes in changes one of sixty, and all clerks then ask for the list.
    """
    round, may = context["round"], context["may"]
    place = (round.tournament.slug, round.number, round.state, get_language() or "")
    corrects, name = may["correct_counted_forms"], context["user"].get_username()
    return SafeString(
        "".join(
            _card(form, *place, corrects, name in form.also_typed_by) for form in context["forms"]
        )
    )


@lru_cache(maxsize=MOST_CARDS)
def _card(
    form: FormStatus,
    slug: str,
    number: int,
    state: str,
    _language: str,
    corrects: bool,
    types: bool,
) -> str:
    """Return one card. It may show nothing but what is given here, as it is kept by that.

    `corrects`: the reader may correct forms that count. `types`: he has a draft of this one.
    """
    context = {
        "form": form,
        "is_read": form.is_read_only and not (corrects or types),
        "tournament": {"slug": slug},
        "round": {"number": number, "state": state, "is_open": state == Round.State.STARTED},
        "forms_url": reverse("scoreforms:list", args=[slug]),
        "may": {"correct_counted_forms": corrects},
    }
    return render_to_string(CARD, context)
