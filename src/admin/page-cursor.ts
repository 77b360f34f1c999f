import type { AdminRequest } from './operation.ts';

/** The list that a cursor belongs to. */
export interface CursorList {
  /** Name of its source. */
  readonly name: string;
  /** Prefix of all its keys. */
  readonly prefix: string;
}

type Reader = Pick<AdminRequest, 'administrator' | 'deps'>;

/** Length of the seal, hex digits: 128 bits. */
const sealLength = 32;

/**
 * The cursor of the next page: a key that the reader may see, after a seal. The seal is a keyed hash of key, list and
 * reader, so a client cannot choose a cursor or use one of another reader.
 */
export function pageCursor(reader: Reader, list: CursorList, key: string): string {
  return sealOf(reader, list, key) + Buffer.from(key).toString('base64url');
}

/** The key of a cursor; `null`: it is not for this list and reader. */
export function keyOfPageCursor(reader: Reader, list: CursorList, cursor: string): string | null {
  const key = Buffer.from(cursor.slice(sealLength), 'base64url').toString();
  // A guessed seal gains nothing: a list contains only what its reader may access, wherever it begins.
  return cursor === pageCursor(reader, list, key) ? key : null;
}

function sealOf({ administrator, deps }: Reader, { name, prefix }: CursorList, key: string): string {
  const who = administrator.person?.user_id ?? '';
  return deps.keyHasher.hash(JSON.stringify(['cursor', who, name, prefix, key])).slice(0, sealLength);
}
