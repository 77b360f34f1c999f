import type { AdminRequest } from './operation.ts';

/** A list of which a cursor is a place. */
export interface CursorList {
  /** Of what it is read from. */
  readonly name: string;
  /** What all its keys begin with. */
  readonly prefix: string;
}

type Reader = Pick<AdminRequest, 'administrator' | 'deps'>;

/** Hex digits: 128 bits. */
const sealLength = 32;

/**
 * Where a list goes on, for who reads it: a key that they may see, behind a seal. The seal is a keyed hash of key, list and
 * person, so that a place cannot be chosen, and one person's is of no use to another.
 */
export function pageCursor(reader: Reader, list: CursorList, key: string): string {
  return sealOf(reader, list, key) + Buffer.from(key).toString('base64url');
}

/** The key of a cursor; `null`: it was not made for this list and reader. */
export function keyOfPageCursor(reader: Reader, list: CursorList, cursor: string): string | null {
  const key = Buffer.from(cursor.slice(sealLength), 'base64url').toString();
  // To guess a seal would gain nothing: wherever a list begins, it holds what its reader reaches.
  return cursor === pageCursor(reader, list, key) ? key : null;
}

function sealOf({ administrator, deps }: Reader, { name, prefix }: CursorList, key: string): string {
  const who = administrator.person?.user_id ?? '';
  return deps.keyHasher.hash(JSON.stringify(['cursor', who, name, prefix, key])).slice(0, sealLength);
}
