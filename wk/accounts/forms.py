"""Forms for accounts."""

from typing import Any

from django import forms
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    SetPasswordForm,
    SetPasswordMixin,
    UserCreationForm,
    UsernameField,
)
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db.models import TextChoices
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from wk.accounts import login_limits, queries, setup_code
from wk.accounts.models import User

NAME_HELP = _("As people call you. You log in with it.")
PASSWORD_HELP = _("At least 8 characters, and not easy to guess.")
TOO_MANY_CODES = ngettext_lazy(
    "Too many wrong codes were tried. Wait %(count)d second, then try again.",
    "Too many wrong codes were tried. Wait %(count)d seconds, then try again.",
    "count",
)
ENDED = _("You could log in for one day, which is over. A director can let you in for another day.")
MISMATCH: dict[str, Any] = {"password_mismatch": _("The two passwords are not the same.")}

# Sentences of Django that its Dutch catalogue lacks. makemessages finds them here, and puts
# them into ours.
DJANGO_SENTENCES = (
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
    ),
)


class NameField(UsernameField):
    """The name of an account, in which several spaces count as one."""

    def to_python(self, value: Any) -> Any:
        """Return a name that looks like another one as that one."""
        return " ".join((super().to_python(value) or "").split())

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Let the keys of a phone write names with capitals."""
        return super().widget_attrs(widget) | {"autocapitalize": "words"}


def new_password(label: Any) -> forms.CharField:
    """Return a field for a new password; `label` may be a lazy translation."""
    return forms.CharField(
        label=label,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=PASSWORD_HELP,
    )


def repeated_password() -> forms.CharField:
    """Return a field for the same password once more."""
    return forms.CharField(
        label=_("The same password once more"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


def role_field() -> forms.ChoiceField:
    """Return the choice between clerk and director."""
    return forms.ChoiceField(
        label=_("Role"),
        choices=[
            (User.Role.CLERK, _("clerk: types in score forms")),
            (User.Role.DIRECTOR, _("director: may do everything")),
        ],
        initial=User.Role.CLERK,
        widget=forms.RadioSelect,
    )


class LoginForm(AuthenticationForm):
    """The name and password of a login."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _("This name and password do not belong together. Mind the capitals."),
    }
    username = NameField(
        label=_("Name"), max_length=150, widget=forms.TextInput(attrs={"autofocus": True})
    )
    password = forms.CharField(
        label=_("Password, or the code on your slip"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def clean_username(self) -> str:
        """Return the name of the account that is meant; wrong tries are counted by it."""
        return queries.written_name(self.cleaned_data["username"])

    def clean_password(self) -> str:
        """Return the password; a code of a slip as its letters, however it was typed."""
        name = self.cleaned_data.get("username", "")
        return queries.written_password(name, self.cleaned_data["password"])

    def clean(self) -> dict[str, Any]:
        """Judge the name and password. Raises MustWait, or Busy, if that cannot be done now."""
        name, password = (self.cleaned_data.get(field) for field in ("username", "password"))
        if self.request is None or not (name and password):
            return super().clean()
        with login_limits.judging(self.request, name):
            return super().clean()

    def confirm_login_allowed(self, user: User) -> None:
        """Refuse an account that has ended; who reads this knows its password."""
        super().confirm_login_allowed(user)
        if user.has_ended:
            raise ValidationError(ENDED, code="ended")


class PasswordErrorAtFirstField(SetPasswordMixin):  # type: ignore[type-arg]
    """A mixin that reports a bad password at its first field, not at the repeated one."""

    def validate_password_for_user(
        self,
        user: AbstractBaseUser,
        password_field_name: str = "password2",  # noqa: S107
    ) -> None:
        """Check the password as Django does, with the name of the first field instead."""
        super().validate_password_for_user(user, password_field_name.replace("2", "1"))


class NewAccountForm(PasswordErrorAtFirstField, UserCreationForm):  # type: ignore[type-arg]
    """The name and password of a new account."""

    error_messages = MISMATCH
    password1, password2 = new_password(_("Password")), repeated_password()


class AccountForm(NewAccountForm):
    """A new account with its role."""

    role = role_field()

    class Meta(NewAccountForm.Meta):
        model = User
        fields = ("username",)
        field_classes = {"username": NameField}
        labels = {"username": _("Name")}
        help_texts = {"username": NAME_HELP}
        error_messages = {"username": {"unique": _("There is an account with this name already.")}}


class BeginForm(NewAccountForm):
    """The first account of this server. It takes the code that bin/run printed."""

    code = forms.CharField(
        label=_("Start code"),
        max_length=20,
        help_text=_("It is in the window where you started the program, such as K7MN-X3PA."),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "characters",
                "autofocus": True,
                "spellcheck": "false",
            }
        ),
    )
    field_order = ("code",)

    class Meta(NewAccountForm.Meta):
        model = User
        fields = ("username",)
        field_classes = {"username": NameField}
        labels = {"username": _("Your name")}
        help_texts = {"username": NAME_HELP}

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.seconds_to_wait = request, 0
        del self.fields["username"].widget.attrs["autofocus"]  # the code is the first field

    def clean_code(self) -> str:
        """Refuse a wrong code, and any code just after many wrong ones."""
        code: str = self.cleaned_data["code"]
        self.seconds_to_wait = login_limits.pause_for_code(self.request)
        if self.seconds_to_wait:
            raise ValidationError(TOO_MANY_CODES, params={"count": self.seconds_to_wait})
        if not setup_code.matches(code):
            login_limits.note_wrong_code(self.request)
            raise ValidationError(
                _("This code is not right. Start bin/run again to see it once more.")
            )
        return code


class NextStep(TextChoices):
    """The two buttons of the first page: what to do after making the account."""

    CREATE = "create", _("Make a tournament")
    PRACTICE = "practice", _("Load the practice tournament")


class NextStepForm(forms.Form):
    """The pressed button of the first page."""

    next_step = forms.ChoiceField(choices=NextStep, required=False)


class RoleForm(forms.Form):
    """The role of an account."""

    role = role_field()


class NewPasswordForm(PasswordErrorAtFirstField, SetPasswordForm):  # type: ignore[type-arg]
    """A new password for another account."""

    error_messages = MISMATCH
    new_password1, new_password2 = new_password(_("New password")), repeated_password()


class OwnPasswordForm(PasswordErrorAtFirstField, PasswordChangeForm):
    """A new password for one's own account."""

    error_messages = {
        **MISMATCH,
        "password_incorrect": _("This is not your present password."),
    }
    old_password = forms.CharField(
        label=_("Present password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "autofocus": True}),
    )
    new_password1, new_password2 = new_password(_("New password")), repeated_password()

    def clean_old_password(self) -> str:
        """Check the present password, which may be the code of a slip, however it was typed."""
        typed = self.cleaned_data["old_password"]
        name = self.user.get_username()
        self.cleaned_data["old_password"] = queries.written_password(name, typed)
        return super().clean_old_password()
