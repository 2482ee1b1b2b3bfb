"""The room of score forms: it registers the check of its results."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class ScoreformsConfig(AppConfig):
    """Register the check that computes all results again."""

    name = "wk.scoreforms"

    def ready(self) -> None:
        """Register it once, when wk starts."""
        from wk.chain.verifying import CHECKS, Check
        from wk.scoreforms.verifying import check_results

        words = gettext_lazy("%(count)d forms were scored again: the results are the same.")
        CHECKS.append(Check(words, check_results))
