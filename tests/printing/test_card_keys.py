"""The keys of players in the codes of their printed cards."""

import pytest
from django.utils import timezone

from wk.phones.models import PlayerKey
from wk.phones.player_key_services import player_keys_for, revoke_player_key


@pytest.mark.slow  # a process makes the PDF
def test_printed_cards_have_keys_and_a_code_that_was_taken_back_stays_so(clerk_client, tournament):
    first, second = tournament.entries.order_by("number")[:2]
    kept = player_keys_for(entries=[first], now=timezone.now())[first.pk].key
    revoke_player_key(entry=second, now=timezone.now())
    printed = clerk_client.get("/t/wk-test/cards.pdf?players=1-3")
    assert (printed.status_code, printed["Content-Type"]) == (200, "application/pdf")
    keys = PlayerKey.objects.order_by("entry__number")
    assert [(key.entry.number, key.revoked_at is None) for key in keys] == [
        (1, True),
        (2, False),
        (3, True),
    ]
    assert keys[0].key == kept  # cards that were printed before stay good
