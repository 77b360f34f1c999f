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
