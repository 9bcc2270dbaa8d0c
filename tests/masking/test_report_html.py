"""Signs in a page of leaks."""

from __future__ import annotations

import pytest

from clinicalbr.masking.report_html import _safe


@pytest.mark.parametrize(
    ("text", "shown"),
    [("\x7f", "\u2421"), ("\x00", "\u2400"), ("\x1f", "\u241f"), ("a\tb\nc\rd", "a\tb\nc&#13;d"), ("<&>\"'", "&lt;&amp;&gt;&quot;&#x27;"), ("\u00e9", "\u00e9")],
)  # fmt: skip
def test_signs_that_a_page_cannot_hold_are_shown(text: str, shown: str) -> None:
    assert _safe(text) == shown
