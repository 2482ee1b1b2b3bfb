"""Where a request comes from, with and without a proxy."""

import pytest

from wk.accounts.address import client_address


@pytest.mark.parametrize(
    ("https", "forwarded", "address"),
    [
        (False, "", "10.0.0.1"),
        (False, "1.2.3.4", "10.0.0.1"),
        (True, "", "10.0.0.1"),
        (True, "1.2.3.4", "1.2.3.4"),
        (True, "6.6.6.6, 1.2.3.4", "1.2.3.4"),
        (True, "9" * 50, "9" * 45),
    ],
)
def test_the_last_address_that_the_proxy_wrote(rf, settings, https, forwarded, address):
    settings.HTTPS = https
    request = rf.get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=forwarded)
    assert client_address(request) == address
