"""What a call could be called: by what is called, and by the arguments that tell most."""

from collections.abc import Callable, Collection, Iterator, Mapping

from patchbay.core.calls.saved import free_name
from patchbay.core.config.secrets import is_secret_name
from patchbay.core.values import Json

_WORDS, _LONGEST_WORD, _LONGEST = 3, 24, 60


def suggested(
    title: str,
    arguments: Mapping[str, Json],
    is_secret: Callable[[str], bool],
    taken: Collection[str],
) -> str:
    """A name that is free, such as `render_chart orders, line, 90`; no secret is quoted in it."""
    told = ", ".join(list(_told(arguments, is_secret))[:_WORDS])
    return free_name(_plain(f"{title} {told}")[:_LONGEST].strip(), taken)


def _told(arguments: Mapping[str, Json], is_secret: Callable[[str], bool]) -> Iterator[str]:
    for name, value in arguments.items():
        if is_secret(name) or is_secret_name(name):
            continue
        if value is True:
            yield _plain(name)
        elif isinstance(value, (str, int, float)) and value is not False:
            word = _plain(str(value)[: 10 * _LONGEST_WORD])
            if word and len(word) <= _LONGEST_WORD:
                yield word


def _plain(text: str) -> str:
    """In one line, without what cannot be seen."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
