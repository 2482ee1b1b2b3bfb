"""What comes in from a browser, and from the other laptop."""

import json
from base64 import urlsafe_b64decode
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from wk.standby.alone import FORMAT
from wk.standby.bringing import SentForm
from wk.tournament.models import MOST_NUMBER, MOST_ROUNDS

LARGEST = 20_000_000  # bytes of a file with forms


class CodeForm(forms.Form):
    """The code that the first shows, typed at the second."""

    code = forms.CharField(
        label=_("Code that the first laptop shows"),
        max_length=20,
        widget=forms.TextInput({"autocomplete": "off", "inputmode": "numeric"}),
    )


class TakeOverForm(forms.Form):
    """A director who lets the second take over."""

    username = forms.CharField(label=_("Your name"), max_length=150)
    password = forms.CharField(
        label=_("Password"), max_length=128, strip=False, widget=forms.PasswordInput()
    )
    code = forms.CharField(
        label=_("Code of the app"),
        help_text=_("Only if logging in asks you for one. A recovery code will do too."),
        max_length=30,
        required=False,
    )
    insists = forms.BooleanField(
        label=_("Take over although the first laptop answers"), required=False
    )
    reason = forms.CharField(label=_("Why"), max_length=150, required=False)


class JoinForm(forms.Form):
    """What a laptop that wants to follow sends."""

    code = forms.CharField(max_length=20)
    port = forms.RegexField(r"^[0-9]{1,5}$")


class TokenForm(forms.Form):
    """The token with which a follower shows that it is the one."""

    token = forms.CharField(max_length=100)


class TermForm(forms.Form):
    """Who asks in which term this laptop is: a new text to prove, and the name of the token."""

    nonce = forms.RegexField(r"^[0-9a-f]{1,64}$")
    of = forms.RegexField(r"^[0-9a-f]{1,64}$")


class FeedForm(forms.Form):
    """What a follower has: the name of its database, and that of its files."""

    have = forms.RegexField(r"^[0-9a-f]{32}$", required=False)
    files_tag = forms.RegexField(r"^[0-9a-f]{64}$", required=False)
    port = forms.RegexField(r"^[0-9]{1,5}$")
    link = forms.IntegerField(min_value=0)
    hashes = forms.CharField(max_length=2_000_000, required=False)

    def clean_hashes(self) -> bytes:
        """Return the hashes of all pages of the follower, nothing if it was not asked for them."""
        try:
            return urlsafe_b64decode(self.cleaned_data["hashes"])
        except ValueError as error:
            raise forms.ValidationError("base64") from error


class OvertakenForm(forms.Form):
    """What the second tells the first when it takes over."""

    term = forms.IntegerField(min_value=2)
    at = forms.FloatField(min_value=0)
    common = forms.JSONField()
    reason = forms.CharField(max_length=150, required=False)


class PlaceForm(forms.Form):
    """Where a form of that file belongs."""

    tournament = forms.SlugField()
    round = forms.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    table = forms.IntegerField(min_value=1, max_value=MOST_NUMBER)


class BringForm(forms.Form):
    """The file with what an overtaken laptop alone holds."""

    file = forms.FileField(label=_("File of the other laptop"))

    def clean_file(self) -> list[SentForm]:
        """Return the forms of the file."""
        file = self.cleaned_data["file"]
        if file.size > LARGEST:
            raise forms.ValidationError(_("This file is too large."))
        try:
            content = json.loads(file.read())
            if content["format"] != FORMAT:
                raise ValueError(content["format"])
            return [_sent_form(each) for each in content["forms"]]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            words = _("This is not the file that the other laptop gives.")
            raise forms.ValidationError(words) from error


def _sent_form(each: dict[str, Any]) -> SentForm:
    """Return a form of the file. Raises ValueError, KeyError or TypeError if it is none."""
    place, players, document = PlaceForm(each), each["players"], each["form"]
    if not place.is_valid() or not isinstance(players, list) or not isinstance(document, dict):
        raise ValueError(each)
    if "\\u0000" in json.dumps(document):  # PostgreSQL stores no such character
        raise ValueError(each)
    return SentForm(**place.cleaned_data, players=players, document=document)
