"""What a draft knows of its file on the disk."""

from dataclasses import replace
from datetime import UTC, datetime

from patchbay.core.store.disk import OnDisk


class DiskSide:
    """The file as the draft was made from it, and what another program has made of it since."""

    def __init__(self, known: OnDisk) -> None:
        self.known = known
        """The file as it was read or saved last, or accepted as what is to be written over."""
        self.outside: OnDisk | None = None
        self.outside_since: datetime | None = None

    def note(self, found: OnDisk) -> bool:
        """Remember what stands there now; tells whether that is news."""
        last = self.known if self.outside is None else self.outside
        if found.digest == last.digest:
            return False
        is_ours = found.digest == self.known.digest
        self.outside = None if is_ours else found
        self.outside_since = None if is_ours else datetime.now(UTC)
        return True

    def accept(self, found: OnDisk) -> None:
        """`found` is what is known now; where it is no text, the encoding stays that of before."""
        if found.data is None or found.decoded.text is None:
            found = replace(found, decoded=self.known.decoded)
        self.known = found
        self.outside = self.outside_since = None

    def fall_back(self, digest: str) -> None:
        """What was known is what others have made of a file that had `digest` before."""
        self.outside, self.outside_since = self.known, datetime.now(UTC)
        self.known = replace(self.known, digest=digest)
