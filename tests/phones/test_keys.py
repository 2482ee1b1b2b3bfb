"""Addresses and QR codes of table keys."""

import re

from wk.phones.keys import phone_address, qr_svg


def test_the_key_is_a_url_fragment_that_no_browser_sends():
    assert phone_address("http://10.0.0.7:8000/phone/", "abc") == "http://10.0.0.7:8000/phone/#abc"


def test_a_qr_code_is_one_path_with_a_quiet_zone():
    drawn_code = qr_svg(phone_address("http://10.0.0.7:8000/phone/", "a" * 24))
    assert drawn_code.count("<path") == 1
    assert re.match(r'<svg viewBox="0 0 41 41"><path stroke="#000" d="M4 4\.5', drawn_code)
