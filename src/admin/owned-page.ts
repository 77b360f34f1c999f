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

/** So many entries are looked at for one page at most: it may be short, and has a `next` all the same. */
const lookedAtMax = 5_000;

/** The wanted documents below a prefix, in the order of their keys. Raises `invalid_value` for a cursor of another list. */
export async function ownedPage<Document extends object>(
  deps: AdminDeps,
  { prefix, projection, keyOf, shown, isWanted = () => true }: OwnedList<Document>,
  wish: PageWish,
): Promise<Page> {
  const { readModels } = deps;
  await deps.catchUp([ownedIds, projection]);
  const afterKey = wish.after === undefined ? prefix : keyOfCursor(wish.after, prefix);
  const data: object[] = [];
  let last = afterKey;
  const entries = readModels.list(ownedIds, { afterKey, limit: lookedAtMax });
  for (const { key, document } of entries) {
    if (!key.startsWith(prefix)) return { object: 'list', data, next: null };
    if (data.length === wish.limit) return { object: 'list', data, next: cursorOf(last) };
    last = key;
    const found = readModels.get(projection, keyOf(document.id));
    if (found !== null && isWanted(found)) data.push(shown(found));
  }
  return { object: 'list', data, next: entries.length === lookedAtMax ? cursorOf(last) : null };
}

/** What is listed of a read model by its own keys. */
type ScannedList<Document extends object> = Pick<OwnedList<Document>, 'projection' | 'shown' | 'isWanted'> & {
  /** Default: all keys. */
  readonly prefix?: string;
};

/** The same of a read model whose documents are looked through as they are. */
export async function scannedPage<Document extends object>(
  deps: AdminDeps,
  { prefix = '', projection, shown, isWanted = () => true }: ScannedList<Document>,
  wish: PageWish,
): Promise<Page> {
  await deps.catchUp([projection]);
  const afterKey = wish.after === undefined ? prefix : keyOfCursor(wish.after, prefix);
  const data: object[] = [];
  let last = afterKey;
  const entries = deps.readModels.list(projection, { afterKey, limit: lookedAtMax });
  for (const { key, document } of entries) {
    if (!key.startsWith(prefix)) return { object: 'list', data, next: null };
    if (data.length === wish.limit) return { object: 'list', data, next: cursorOf(last) };
    last = key;
    if (isWanted(document)) data.push(shown(document));
  }
  return { object: 'list', data, next: entries.length === lookedAtMax ? cursorOf(last) : null };
}

function cursorOf(key: string): string {
  return Buffer.from(key).toString('base64url');
}

function keyOfCursor(cursor: string, prefix: string): string {
  const key = Buffer.from(cursor, 'base64url').toString();
  if (key.startsWith(prefix)) return key;
  throw new GatewayError('invalid_value', { detail: '`after` is of another list.', param: 'after' });
}
