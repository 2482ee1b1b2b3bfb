"""Forms of the audit log."""

from django import forms


class LogForm(forms.Form):
    """The choice whether the log shows check-ins."""

    arrivals = forms.BooleanField(required=False)

    @property
    def has_arrivals(self) -> bool:
        """Return whether the log shows check-ins too."""
        return self.is_valid() and bool(self.cleaned_data["arrivals"])


class UndoForm(LogForm):
    """The page on which an official undoes a log entry: the log as it is shown, or check-in."""

    at_desk = forms.BooleanField(required=False)

    @property
    def is_at_desk(self) -> bool:
        """Return whether the official undoes it on the page of check-in."""
        return self.is_valid() and bool(self.cleaned_data["at_desk"])
