"""The page for somebody to whom a page is closed says whose page it is."""

import pytest

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]
FOR_DIRECTOR = "This page is for the director alone."


@pytest.mark.parametrize("address", ["/computer/", "/changes/", "/accounts/"])
def test_a_clerk_is_told_that_a_page_is_the_directors(clerk_client, address):
    page = clerk_client.get(address)
    assert page.status_code == 403
    assert FOR_DIRECTOR in page.content.decode()
