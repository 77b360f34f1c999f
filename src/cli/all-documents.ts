import type { Projection, DocumentReader } from '../ports/read-models.ts';

const pageDocuments = 10_000;

/** Every document of a projection with a key above `after`, in key order. */
export function* allDocuments<Document extends object>(
  readModels: DocumentReader,
  projection: Projection<Document>,
  after = '',
): Generator<Document, void> {
  for (let afterKey = after; ;) {
    const page = readModels.list(projection, { afterKey, limit: pageDocuments });
    for (const { document } of page) yield document;
    const last = page.at(-1);
    if (last === undefined || page.length < pageDocuments) return;
    afterKey = last.key;
  }
}
