import { ownedIds } from '../../projections/owned-ids.ts';
import { GatewayError } from '../errors.ts';
import type { Projection } from '../ports/read-models.ts';
import type { AdminDeps } from './operation.ts';

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

/** What is listed: the stretch of keys, and the read model with the documents. */
export interface OwnedList<Document extends object> {
  readonly prefix: string;
  readonly projection: Projection<Document>;
  /** The key of its document. */
  keyOf(id: string): string;
  shown(document: Document): object;
  /** Default: all. */
  isWanted?(document: Document): boolean;
}

/**
 * So many entries are looked at for a page of a list, unless it may hold more, so that none takes longer than 50 ms: it may be
 * short, or empty, and has a `next` all the same.
 */
const lookedAtUsually = 1_000;

/** The wanted documents below a prefix, in the order of their keys. Raises `invalid_value` for a cursor of another list. */
export async function ownedPage<Document extends object>(
  deps: AdminDeps,
  { prefix, projection, keyOf, shown, isWanted = () => true }: OwnedList<Document>,
  wish: PageWish,
): Promise<Page> {
  await deps.catchUp([ownedIds, projection]);
  return pageOf(deps, { prefix, projection: ownedIds }, wish, ({ id }) => {
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
};

/** Keys after `after`, and not after `upTo`. */
interface Stretch {
  readonly after: string;
  readonly upTo: string;
}

/** The same of a read model whose documents are looked through as they are. */
export async function scannedPage<Document extends object>(
  deps: AdminDeps,
  { prefix = '', projection, shown, isWanted = () => true, stretch }: ScannedList<Document>,
  wish: PageWish,
): Promise<Page> {
  await deps.catchUp([projection]);
  const place = { prefix, projection, ...(stretch !== undefined && { stretch }) };
  return pageOf(deps, place, wish, (document) => (isWanted(document) ? shown(document) : null));
}

interface Looked<Document extends object> {
  readonly prefix: string;
  readonly projection: Projection<Document>;
  readonly stretch?: Stretch;
}

/** Looks through keys in parts that grow, so that a page costs little where most of what is found is wanted. */
function pageOf<Document extends object>(
  { readModels }: AdminDeps,
  { prefix, projection, stretch = { after: prefix, upTo: `${prefix}\u{10ffff}` } }: Looked<Document>,
  { limit, after }: PageWish,
  wanted: (document: Document) => object | null,
): Page {
  const data: object[] = [];
  const asked = after === undefined ? '' : keyOfCursor(after, prefix);
  let last = asked > stretch.after ? asked : stretch.after;
  let looked = 0;
  const lookedAtMax = Math.max(lookedAtUsually, limit);
  for (let part = limit + 1; looked < lookedAtMax; part *= 2) {
    const entries = readModels.list(projection, { afterKey: last, limit: Math.min(part, lookedAtMax - looked) });
    for (const { key, document } of entries) {
      if (key > stretch.upTo) return { object: 'list', data, next: null };
      if (data.length === limit) return { object: 'list', data, next: cursorOf(last) };
      last = key;
      const found = wanted(document);
      if (found !== null) data.push(found);
    }
    if (entries.length < Math.min(part, lookedAtMax - looked)) return { object: 'list', data, next: null };
    looked += entries.length;
  }
  return { object: 'list', data, next: cursorOf(last) };
}

function cursorOf(key: string): string {
  return Buffer.from(key).toString('base64url');
}

function keyOfCursor(cursor: string, prefix: string): string {
  const key = Buffer.from(cursor, 'base64url').toString();
  if (key.startsWith(prefix)) return key;
  throw new GatewayError('invalid_value', { detail: '`after` is of another list.', param: 'after' });
}
