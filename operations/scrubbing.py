"""Takes out of a text what must not stand in a log, whoever wrote it there."""

from __future__ import annotations

import re

GONE = "[…]"
"""What stands there instead."""

SECRET_PARAMETERS = {"secret", "confirmation", "key", "token", "uidb36"}
"""Parts of an address with these names open something to whoever has them."""

LONGEST = 16_000
"""Characters of a text that are kept: clients choose some of what is logged, and how much of it."""

# Each repetition that can begin at any character is bounded, or a long text would take its square.
SECRETS = (
    # Headers: whose keys they are stays, the keys go.
    (re.compile(r"(?i)\b(Bearer|Table|Basic|Token)\s+[\w.~+/=-]{6,}"), rf"\1 {GONE}"),
    (re.compile(r"(?i)\b(Session)\s+[0-9a-f]{16,}"), rf"\1 {GONE}"),
    (re.compile(r"(?i)\b((?:Set-)?Cookie)(['\"]?\s*[:=]\s*).+"), rf"\1\2{GONE}"),
    (re.compile(r"\b(sessionid|csrftoken|csrfmiddlewaretoken)=[^;&\s'\"]+"), rf"\1={GONE}"),
    # The links behind QR codes, of a password reset, of a confirmed address.
    (re.compile(r"/([st])/[^/\s?#'\"]+"), rf"/\1/{GONE}"),
    (re.compile(r"/(key|confirm-email|registrations)/(?=[\w:.=-]*[\d:])[\w:.=-]+"), rf"/\1/{GONE}"),
    # Our own tokens.
    (re.compile(r"\bbp_[\w-]{8,}"), f"bp_{GONE}"),
    # redis://:password@host, postgres://user:password@host, smtp+tls://…
    (re.compile(r"\b([a-z][a-z0-9+.-]{0,30}://)[^/\s@'\"]+@"), rf"\1{GONE}@"),
    # password=…, "secret": "…", SECRET_KEY='…', api_token: …
    (
        re.compile(
            r"(?i)(\b\w*(?:password\d?|passwd|secret(?:_key)?|token|api_?key|otp|passphrase)"
            r"['\"]?\s*[:=]\s*)(?:'[^']*'|\"[^\"]*\"|[^\s,;&)}\]]+)"
        ),
        rf"\1{GONE}",
    ),
    (re.compile(r"[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+"), f"{GONE}@{GONE}"),
)


def scrubbed(text: str) -> str:
    """The text without tokens, links that let somebody in, passwords and e-mail addresses.

    Of a long one the beginning and the end.
    """
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]} … {text[-LONGEST // 2 :]}"
    for pattern, instead in SECRETS:
        text = pattern.sub(instead, text)
    return text
