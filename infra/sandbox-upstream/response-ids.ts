// The ids of responses and their items, and what seals them: nothing is kept, so everything that comes back must
// prove by itself that it was made here, and for whom.
import { createHmac } from 'node:crypto';

const HASH_DIGITS = 32;
const SEAL_DIGITS = 8;
const ITEM_ID = /^[a-z]+_([0-9a-f]{32})(\d\d)([0-9a-f]{8})$/;

export type ItemPrefix = 'rs' | 'msg' | 'fc' | 'ctc' | 'ws' | 'cmp';

/** Worthless with another key. */
const sealed = (apiKey: string, text: string): Buffer => createHmac('sha256', apiKey).update(text).digest();

const hex = (bytes: Buffer, digits: number): string => bytes.toString('hex').slice(0, digits);

/** Another one for each response. */
export const responseHash = (apiKey: string, n: number, body: Buffer): string =>
  hex(sealed(apiKey, `response ${n} ${body.toString('base64')}`), HASH_DIGITS);

/** An item that is not the first one of its response follows the reasoning that led to it. */
export function itemIdOf(
  apiKey: string,
  hash: string,
  at: { readonly prefix: ItemPrefix; readonly index: number },
): string {
  const index = String(at.index).padStart(2, '0');
  return `${at.prefix}_${hash}${index}${hex(sealed(apiKey, `item ${hash}${index}`), SEAL_DIGITS)}`;
}

/** The reasoning that must stand before an item; null when it has none, or was not made here for this account. */
export function reasoningIdBefore(apiKey: string, itemId: string): string | null {
  if (itemId.startsWith('ws_')) return null;
  const [, hash = '', index = ''] = ITEM_ID.exec(itemId) ?? [];
  const isOurs = itemId.endsWith(itemIdOf(apiKey, hash, { prefix: 'msg', index: Number(index) }).slice('msg'.length));
  return isOurs && Number(index) > 0 ? itemIdOf(apiKey, hash, { prefix: 'rs', index: Number(index) - 1 }) : null;
}

/** Bound to the item and the account, with every character that base64 has to offer to those who escape or trim. */
export const encryptedContentOf = (apiKey: string, itemId: string): string =>
  `gAAAAABp+/${sealed(apiKey, `reasoning ${itemId}`).toString('base64')}`;
