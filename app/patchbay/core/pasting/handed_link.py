"""Links to install a server that reach Patchbay from outside, such as from a web page."""

from urllib.parse import quote

from patchbay.core.errors import AppError, Family
from patchbay.core.pasting.fruitless import looks_like_json
from patchbay.core.pasting.install_links import LINK, opened
from patchbay.core.pasting.pasting import paste

MAX_LINK = 64 * 1024
"""In characters; browsers hand over less."""

_AS_IT_IS = "%:/?@!$&*+,;=~#"
_FORMS = (
    "Such a link begins with patchbay:add?name=…&config=…, where config is the JSON of one server, "
    "percent-encoded or in base64."
)


def text_to_paste(link: str) -> str:
    """The link in the form that `paste` finds a server in; nothing is opened or looked up.

    Raises:
        AppError: it is none that installs a server, is too long, or carries none.
    """
    if len(link) > MAX_LINK:
        raise _adds_none(f"It is longer than {MAX_LINK // 1024} thousand characters.")
    whole = quote(link.strip(), safe=_AS_IT_IS)
    if not LINK.fullmatch(whole):
        scheme = link.partition(":")[0][:40]
        raise _adds_none(f"No link to install a server is known that begins with “{scheme}:” so.")
    offer = opened(whole)
    if offer is None or not looks_like_json(offer.json):
        raise _adds_none("What it carries as config is neither JSON nor JSON in base64.")
    if not paste(whole).servers:
        problem = paste(offer.json).problem
        raise _adds_none(problem.cause if problem else "Nothing in it has a command or a url.")
    return whole


def _adds_none(cause: str) -> AppError:
    return AppError(Family.CONFIGURATION, "This link adds no server", cause=cause, hint=_FORMS)
