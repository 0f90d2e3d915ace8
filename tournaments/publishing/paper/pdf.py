"""Pages as PDF, where WeasyPrint and the libraries it draws with are installed."""

from __future__ import annotations

import logging
import warnings
from functools import cache
from types import ModuleType

from django.contrib.staticfiles import finders

from rules_core.errors import Conflict


class NoPdf(Conflict):
    """PDFs cannot be made on every installation."""

    code = "no_pdf"


def can_make_pdf() -> bool:
    """Whether PDFs can be asked for."""
    return _weasyprint() is not None


def pdf_of(page: str) -> bytes:
    """A page as PDF; only our own style sheet for paper is read besides it."""
    weasyprint = _weasyprint()
    if weasyprint is None:
        raise NoPdf(
            "This server cannot make PDFs: WeasyPrint or the Pango library is not installed"
            " (uv sync --extra pdf). Print the page from the browser instead."
        )
    style = weasyprint.CSS(filename=finders.find("css/paper.css"))
    nothing_else = weasyprint.urls.URLFetcher(allowed_protocols=["data"])
    document = weasyprint.HTML(string=page, url_fetcher=nothing_else)
    made: bytes = document.write_pdf(stylesheets=[style])
    return made


@cache
def _weasyprint() -> ModuleType | None:
    """The library, looked for once."""
    try:
        with warnings.catch_warnings():
            # It warns where Pango is older than the versions to come will want: it works today.
            warnings.simplefilter("ignore", DeprecationWarning)
            import weasyprint
    except (ImportError, OSError) as error:  # OSError: it is there, but Pango is not
        logging.getLogger(__name__).info("No PDF: %s", error)
        return None
    found: ModuleType = weasyprint
    return found
