import type { DocumentReader, Projection } from '../../ports/read-models.ts';

/** Documents read at once. */
const pageMax = 1_000;

/**
 * The documents of a projection whose keys begin with `prefix`, in key order, page by page: what is removed meanwhile may be
 * skipped. `after`: begins behind this key. Raises what the read models raise.
 */
export function* eachDocument<Document extends object>(
  readModels: Pick<DocumentReader, 'list'>,
  projection: Projection<Document>,
  prefix = '',
  after = prefix,
): Generator<{ readonly key: string; readonly document: Document }, void> {
  let afterKey = after;
  for (;;) {
    const page = readModels.list(projection, { afterKey, limit: pageMax });
    for (const entry of page) {
      if (!entry.key.startsWith(prefix)) return;
      afterKey = entry.key;
      yield entry;
    }
    if (page.length < pageMax) return;
  }
}

/** A page of documents in order of expiry: those that have expired. Raises what the read models raise. */
export function expiredIn<Document extends { readonly expires_at: string }>(
  readModels: Pick<DocumentReader, 'list'>,
  expiries: Projection<Document>,
  { now, afterKey, limit }: { readonly now: Date; readonly afterKey: string | null; readonly limit: number },
): readonly { readonly key: string; readonly document: Document }[] {
  const page = readModels.list(expiries, { limit, ...(afterKey === null ? {} : { afterKey }) });
  return page.filter(({ document }) => Date.parse(document.expires_at) <= now.getTime());
}
