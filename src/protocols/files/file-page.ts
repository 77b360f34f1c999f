/** What a caller asks of a list of files. */
export interface FilePageRequest {
  /** At least 1. */
  readonly limit: number;
  readonly isAscending: boolean;
  /** The page begins after, or ends before, these ids; the file itself need not exist any more. */
  readonly after: string | null;
  readonly before: string | null;
}

export interface FilePage {
  readonly ids: readonly string[];
  /** There are more files in the direction of this page. */
  readonly hasMore: boolean;
  /** The `after` of the next page; `null`: there is none, or the pages go backwards. */
  readonly nextAfter: string | null;
}

/**
 * A page of ids, sorted newest first. With `before` alone the pages go backwards: the last ones before it. An id tells
 * its own position, so a caller who deletes files while paging misses none.
 */
export function filePageOf(ids: readonly string[], { limit, isAscending, after, before }: FilePageRequest): FilePage {
  const isBehind = (id: string, other: string): boolean => (isAscending ? id < other : id > other);
  const asked = (isAscending ? ids.toReversed() : ids).filter(
    (id) => (after === null || isBehind(id, after)) && (before === null || isBehind(before, id)),
  );
  const isBackwards = before !== null && after === null;
  const page = isBackwards ? asked.slice(-limit) : asked.slice(0, limit);
  const hasMore = page.length < asked.length;
  return { ids: page, hasMore, nextAfter: hasMore && !isBackwards ? (page.at(-1) ?? null) : null };
}
