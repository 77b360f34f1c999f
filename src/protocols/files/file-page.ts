/** What a caller asks of a list of files. */
export interface FilePageWish {
  /** From 1. */
  readonly limit: number;
  readonly isAscending: boolean;
  /** Ids that the page lies behind, and in front of; nobody needs to have such a file any more. */
  readonly after: string | null;
  readonly before: string | null;
}

export interface FilePage {
  readonly ids: readonly string[];
  /** There are others on the side to which this page was turned. */
  readonly hasMore: boolean;
  /** Where the next page begins, to be asked for as `after`; `null`: nowhere, or the other way. */
  readonly nextAfter: string | null;
}

/**
 * A page of ids, which come as they sort: the newest first. With `before` alone the pages are turned backwards: the last
 * ones in front of it. Ids tell their place by themselves, so that whoever deletes as they turn pages misses none.
 */
export function filePageOf(ids: readonly string[], { limit, isAscending, after, before }: FilePageWish): FilePage {
  const isBehind = (id: string, other: string): boolean => (isAscending ? id < other : id > other);
  const asked = (isAscending ? ids.toReversed() : ids).filter(
    (id) => (after === null || isBehind(id, after)) && (before === null || isBehind(before, id)),
  );
  const isBackwards = before !== null && after === null;
  const page = isBackwards ? asked.slice(-limit) : asked.slice(0, limit);
  const hasMore = page.length < asked.length;
  return { ids: page, hasMore, nextAfter: hasMore && !isBackwards ? (page.at(-1) ?? null) : null };
}
