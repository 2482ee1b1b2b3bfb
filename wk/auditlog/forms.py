"""Forms of the audit log."""

from django import forms


class LogForm(forms.Form):
    """The query of the log: whether it shows check-ins."""

    arrivals = forms.BooleanField(required=False)

    @property
    def has_arrivals(self) -> bool:
        """Return whether the log shows check-ins too."""
        return self.is_valid() and bool(self.cleaned_data["arrivals"])


class UndoForm(LogForm):
    """The page with the undo button: check-in (`at_desk`), or the log as it was shown."""

    at_desk = forms.BooleanField(required=False)

    @property
    def is_at_desk(self) -> bool:
        """Return whether the button is on the page of check-in."""
        return self.is_valid() and bool(self.cleaned_data["at_desk"])
