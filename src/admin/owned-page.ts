import { ownedIds, type OwnedId } from '../../projections/owned-ids.ts';
import { GatewayError } from '../errors.ts';
import type { Projection } from '../ports/read-models.ts';
import { pageCursor, keyOfPageCursor, type CursorList } from './page-cursor.ts';
import type { AdminRequest } from './operation.ts';

/** The requested page of a list. */
export interface PageRequest {
  readonly limit: number;
  readonly after?: string | undefined;
}

/** A page of a list, and the cursor of the next one. */
export interface Page<Row extends object> {
  readonly object: 'list';
  readonly data: readonly Row[];
  /** `null`: the last page. */
  readonly next: string | null;
}

/** The reader of a list and its source. */
export type Listing = Pick<AdminRequest, 'administrator' | 'deps'>;

/** The index of ids by owner. Default: {@link ownedIds}. */
interface Index {
  readonly index?: Projection<OwnedId>;
}

/** The listed range of keys, and the read model with the documents. */
export type OwnedList<Document extends object, Row extends object> = Index & {
  readonly prefix: string;
  readonly projection: Projection<Document>;
  /** The key of the document of an entry. */
  keyOf(id: string): string;
  shown(document: Document): Row;
  /** Filter of the documents. Default: all. */
  isWanted?(document: Document): boolean;
};

/**
 * Entries examined for one page, unless the page may contain more, so that none takes longer than 50 ms. A page may
 * therefore be short or empty and still have a `next`.
 */
const examinedUsually = 1_000;

/**
 * The matching documents below a prefix, in the order of their keys. `next` names the last examined entry, so all entries
 * below the prefix must be within the administrator's reach. Raises `invalid_value` for a cursor of another list.
 */
export async function ownedPage<Document extends object, Row extends object>(
  listing: Listing,
  { prefix, index = ownedIds, projection, keyOf, shown, isWanted = () => true }: OwnedList<Document, Row>,
  requested: PageRequest,
): Promise<Page<Row>> {
  const { deps } = listing;
  await deps.catchUp([index, projection]);
  const list = (after: AfterKey) => deps.readModels.list(index, after);
  return pageOf<OwnedId, Row>(listing, { name: index.name, prefix, list }, requested, ({ id }) => {
    const found = deps.readModels.get(projection, keyOf(id));
    return found !== null && isWanted(found) ? shown(found) : null;
  });
}

/** A list over the keys of a read model. */
type ScannedList<Document extends object, Row extends object> = Pick<
  OwnedList<Document, Row>,
  'projection' | 'shown' | 'isWanted'
> & {
  /** Prefix of the keys. Default: all keys. */
  readonly prefix?: string;
  /** Range of keys within the prefix. Default: all. */
  readonly range?: KeyRange;
  /** Source of the entries. Default: the documents of the projection. */
  readonly list?: ListEntries<Document>;
};

/** Keys after `after`, up to and including `upTo`. */
export interface KeyRange {
  readonly after: string;
  readonly upTo: string;
}

/** {@link ownedPage} for a read model whose documents are listed directly. */
export async function scannedPage<Document extends object, Row extends object>(
  listing: Listing,
  { prefix = '', projection, shown, isWanted = () => true, range, list }: ScannedList<Document, Row>,
  requested: PageRequest,
): Promise<Page<Row>> {
  const { deps } = listing;
  await deps.catchUp([projection]);
  const documents: ListEntries<Document> = list ?? ((after) => deps.readModels.list(projection, after));
  const place = { name: projection.name, prefix, list: documents, ...(range !== undefined && { range }) };
  return pageOf(listing, place, requested, (document) => (isWanted(document) ? shown(document) : null));
}

/** A list with a single page. Raises `invalid_value` for any cursor, since such a list has none. */
export function onlyPage<Row extends object>(data: readonly Row[], { after }: Pick<PageRequest, 'after'>): Page<Row> {
  if (after !== undefined) throw otherList();
  return { object: 'list', data, next: null };
}

interface AfterKey {
  readonly afterKey: string;
  readonly limit: number;
}

/** An examined entry. Without a document it is not listed. */
interface Entry<Document> {
  readonly key: string;
  readonly document: Document | null;
}

/** Returns entries in the order of their keys; fewer than `limit` only at the end. */
export type ListEntries<Document> = (after: AfterKey) => readonly Entry<Document>[];

interface ExaminedRange<Document extends object> extends CursorList {
  readonly list: ListEntries<Document>;
  readonly range?: KeyRange;
}

/**
 * The wanted entries of a list, {@link ownedPage}. Examines keys in growing batches, so that a page is cheap if most entries
 * match.
 */
export function pageOf<Document extends object, Row extends object>(
  listing: Listing,
  place: ExaminedRange<Document>,
  { limit, after }: PageRequest,
  wanted: (document: Document) => Row | null,
): Page<Row> {
  const { prefix, list, range = { after: prefix, upTo: `${prefix}\u{10ffff}` } } = place;
  const data: Row[] = [];
  const asked = after === undefined ? '' : keyOfPageCursor(listing, place, after);
  if (asked === null) throw otherList();
  const page = (next: string | null): Page<Row> => ({
    object: 'list',
    data,
    next: next === null ? null : pageCursor(listing, place, next),
  });
  let last = asked > range.after ? asked : range.after;
  let examined = 0;
  const examinedMax = Math.max(examinedUsually, limit);
  for (let part = limit + 1; examined < examinedMax; part *= 2) {
    const batch = Math.min(part, examinedMax - examined);
    const entries = list({ afterKey: last, limit: batch });
    for (const { key, document } of entries) {
      if (key > range.upTo) return page(null);
      if (document !== null && data.length === limit) return page(last);
      last = key;
      const found = document === null ? null : wanted(document);
      if (found !== null) data.push(found);
    }
    if (entries.length < batch) return page(null);
    examined += entries.length;
  }
  return page(last);
}

/** The error for a cursor that is not of the list. */
export function otherList(): GatewayError {
  return new GatewayError('invalid_value', { detail: '`after` is not a cursor of this list.', param: 'after' });
}
