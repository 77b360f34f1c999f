import { ownedIds, type OwnedId } from '../../projections/owned-ids.ts';
import { GatewayError } from '../errors.ts';
import type { Projection } from '../ports/read-models.ts';
import { pageCursor, keyOfPageCursor, type CursorList } from './page-cursor.ts';
import type { AdminRequest } from './operation.ts';

/** Which part of a list is wanted. */
export interface PageWish {
  readonly limit: number;
  readonly after?: string | undefined;
}

/** A part of a list, and where the next begins. */
export interface Page {
  readonly object: 'list';
  readonly data: readonly object[];
  /** `null`: this is the end. */
  readonly next: string | null;
}

/** Whose list it is, and what it is read from. */
export type Listing = Pick<AdminRequest, 'administrator' | 'deps'>;

/** Ids by whom they belong to. Default: {@link ownedIds}. */
interface Index {
  readonly index?: Projection<OwnedId>;
}

/** What is listed: the stretch of keys, and the read model with the documents. */
export type OwnedList<Document extends object> = Index & {
  readonly prefix: string;
  readonly projection: Projection<Document>;
  /** The key of its document. */
  keyOf(id: string): string;
  shown(document: Document): object;
  /** Default: all. */
  isWanted?(document: Document): boolean;
};

/**
 * So many entries are looked at for a page of a list, unless it may hold more, so that none takes longer than 50 ms: it may be
 * short, or empty, and has a `next` all the same.
 */
const lookedAtUsually = 1_000;

/**
 * The wanted documents below a prefix, in the order of their keys. `next` names the last entry that was looked at: what a prefix
 * holds must be within the administrator's reach. Raises `invalid_value` for a cursor that was not made for this list.
 */
export async function ownedPage<Document extends object>(
  listing: Listing,
  { prefix, index = ownedIds, projection, keyOf, shown, isWanted = () => true }: OwnedList<Document>,
  wish: PageWish,
): Promise<Page> {
  const { deps } = listing;
  await deps.catchUp([index, projection]);
  const list = (after: AfterKey) => deps.readModels.list(index, after);
  return pageOf<OwnedId>(listing, { name: index.name, prefix, list }, wish, ({ id }) => {
    const found = deps.readModels.get(projection, keyOf(id));
    return found !== null && isWanted(found) ? shown(found) : null;
  });
}

/** What is listed of a read model by its own keys. */
type ScannedList<Document extends object> = Pick<OwnedList<Document>, 'projection' | 'shown' | 'isWanted'> & {
  /** Default: all keys. */
  readonly prefix?: string;
  /** Within the prefix: the stretch of keys. Default: all. */
  readonly stretch?: Stretch;
  /** Default: the documents of the projection. */
  readonly list?: ListEntries<Document>;
};

/** Keys after `after`, and not after `upTo`. */
interface Stretch {
  readonly after: string;
  readonly upTo: string;
}

/** The same of a read model whose documents are looked through as they are. */
export async function scannedPage<Document extends object>(
  listing: Listing,
  { prefix = '', projection, shown, isWanted = () => true, stretch, list }: ScannedList<Document>,
  wish: PageWish,
): Promise<Page> {
  const { deps } = listing;
  await deps.catchUp([projection]);
  const documents: ListEntries<Document> = list ?? ((after) => deps.readModels.list(projection, after));
  const place = { name: projection.name, prefix, list: documents, ...(stretch !== undefined && { stretch }) };
  return pageOf(listing, place, wish, (document) => (isWanted(document) ? shown(document) : null));
}

/** All of a list that has one page. Raises `invalid_value` for any cursor: it has made none. */
export function onlyPage(data: readonly object[], { after }: Pick<PageWish, 'after'>): Page {
  if (after !== undefined) throw otherList();
  return { object: 'list', data, next: null };
}

interface AfterKey {
  readonly afterKey: string;
  readonly limit: number;
}

/** An entry without a document is one that was looked at, and is not listed. */
interface Entry<Document> {
  readonly key: string;
  readonly document: Document | null;
}

/** Entries in the order of their keys; fewer than `limit` at the end alone. */
export type ListEntries<Document> = (after: AfterKey) => readonly Entry<Document>[];

interface Looked<Document extends object> extends CursorList {
  readonly list: ListEntries<Document>;
  readonly stretch?: Stretch;
}

/** Looks through keys in parts that grow, so that a page costs little where most of what is found is wanted. */
function pageOf<Document extends object>(
  listing: Listing,
  place: Looked<Document>,
  { limit, after }: PageWish,
  wanted: (document: Document) => object | null,
): Page {
  const { prefix, list, stretch = { after: prefix, upTo: `${prefix}\u{10ffff}` } } = place;
  const data: object[] = [];
  const asked = after === undefined ? '' : keyOfPageCursor(listing, place, after);
  if (asked === null) throw otherList();
  const page = (next: string | null): Page => ({
    object: 'list',
    data,
    next: next === null ? null : pageCursor(listing, place, next),
  });
  let last = asked > stretch.after ? asked : stretch.after;
  let looked = 0;
  const lookedAtMax = Math.max(lookedAtUsually, limit);
  for (let part = limit + 1; looked < lookedAtMax; part *= 2) {
    const wish = Math.min(part, lookedAtMax - looked);
    const entries = list({ afterKey: last, limit: wish });
    for (const { key, document } of entries) {
      if (key > stretch.upTo) return page(null);
      if (document !== null && data.length === limit) return page(last);
      last = key;
      const found = document === null ? null : wanted(document);
      if (found !== null) data.push(found);
    }
    if (entries.length < wish) return page(null);
    looked += entries.length;
  }
  return page(last);
}

function otherList(): GatewayError {
  return new GatewayError('invalid_value', { detail: '`after` is not of this list.', param: 'after' });
}
