"""Lazy lists: nothing is fetched until the list is read."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Generic

from ._calls import Item, Page, Paging

Query = Mapping[str, object]


class Paginated(Generic[Item, Page]):
    """A list that fetches its pages while it is read."""

    def __init__(self, paging: Paging, query: Query, fetch: Callable[[Query], Page]) -> None:
        self._paging = paging
        self._query = query
        self._fetch = fetch

    def first(self) -> Page:
        """Return the page that the query selects."""
        return self._fetch(self._query)

    def pages(self) -> Iterator[Page]:
        """Iterate over the page that the query selects and all following pages."""
        query: Query | None = _with_limit(self._paging, self._query)
        while query is not None:
            page = self._fetch(query)
            yield page
            query = _next_query(self._paging, query, page)

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from _items_of(self._paging, page)

    def to_list(self, max: int | None = None) -> list[Item]:
        """Return the items of all pages, at most `max`."""
        return [] if max is not None and max <= 0 else list(islice(self, max))


class AsyncPaginated(Generic[Item, Page]):
    """Like `Paginated`, for the asynchronous client."""

    def __init__(self, paging: Paging, query: Query, fetch: Callable[[Query], Awaitable[Page]]) -> None:
        self._paging = paging
        self._query = query
        self._fetch = fetch

    async def first(self) -> Page:
        """Return the page that the query selects."""
        return await self._fetch(self._query)

    async def pages(self) -> AsyncIterator[Page]:
        """Iterate over the page that the query selects and all following pages."""
        query: Query | None = _with_limit(self._paging, self._query)
        while query is not None:
            page = await self._fetch(query)
            yield page
            query = _next_query(self._paging, query, page)

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in _items_of(self._paging, page):
                yield item

    async def to_list(self, max: int | None = None) -> list[Item]:
        """Return the items of all pages, at most `max`."""
        items: list[Item] = []
        if max is not None and max <= 0:
            return items
        async for item in self:
            items.append(item)
            if len(items) == max:
                break
        return items


def _with_limit(paging: Paging, query: Query) -> Query:
    # The largest page size reads everything in the fewest requests.
    given = {name: value for name, value in query.items() if value is not None}
    return {"limit": paging.max_limit, **given}


def _items_of(paging: Paging, page: Any) -> tuple[Any, ...]:
    items: tuple[Any, ...] = getattr(page, paging.field)
    return items


def _next_query(paging: Paging, query: Query, page: Any) -> Query | None:
    """Return the query of the next page, or None after the last page."""
    if paging.first_offset is None:
        has_more = getattr(page, "has_more", True)
        cursor = page.cursor if hasattr(page, "has_more") else page.next_cursor
        return {**query, "cursor": cursor} if has_more and cursor else None
    count = len(_items_of(paging, page))
    reached = page.pagination.offset + count
    is_last = count == 0 or reached >= paging.first_offset + page.pagination.total_count
    return None if is_last else {**query, "offset": reached}
