"""A harvest in a process of its own, to be killed: ``python harvest_process.py URL FOLDER SHARE``."""

from __future__ import annotations

import sys

from clinicalbr.sources import (
    AnswerKind,
    ArticleMetaClient,
    Document,
    Harvest,
    Item,
    RetryPolicy,
    Service,
    Session,
    Timeouts,
    blocking,
    parse_jats,
)


class Texts:
    """Texts of the fake site."""

    def __init__(self, session: Session, url: str) -> None:
        self.session = session
        self.service = Service("site", url, rate=float("inf"), parallel=8)

    async def document(self, item: Item) -> Document:
        code = item.id.rpartition("/")[2]
        url = self.service.url("j", "re", "a", code, "")
        answer = await self.session.ask(self.service, url, kind=AnswerKind.XML, params={"format": "xml"})
        return Document(answer.content, ".xml", answer.url, parse_jats(answer.content).licence)


def one_in(share: int, item: Item) -> bool:
    """Whether an item is among the chosen ones."""
    return int(item.id[-5:]) % share == 0


def main(url: str, folder: str, share: int) -> None:
    """Harvest, and say what was done."""
    retry = RetryPolicy(attempts=12, bad_answer_attempts=12, initial_wait=0.005, max_wait=0.05)
    limits = Timeouts(connect=5, read=5, total=1)
    with Session("tests@example.org", retry=retry, timeouts=limits) as session:
        client = ArticleMetaClient(session, base_url=url, rate=float("inf"))
        chosen = lambda item: one_in(share, item)  # noqa: E731
        harvest = Harvest(folder, client.listing("scl"), Texts(session, url), choose=chosen)
        sys.stdout.write(f"{blocking(harvest.run())}\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
