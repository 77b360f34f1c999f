import { createHmac } from 'node:crypto';

/** Without vowels, so that no words arise, and without characters that look alike. */
const symbols = 'bcdfghjkmnpqrstvwxz23456789';

/** There are 27^5 ids: one in thirty conversations of a thousand values has a clash, which makes an id longer. */
export const idLength = 5;

/** The longest that an id can become. */
export const idLengthMax = 20;

const drawn = new RegExp(`^[${symbols}]{${idLength},${idLengthMax}}$`);
const beginning = new RegExp(`^[${symbols}]{0,${idLengthMax}}`);

/** Whether a text in lower case could be an id. */
export function isDrawnId(id: string): boolean {
  return drawn.test(id);
}

/** The beginning of a text in lower case that could be an id, or begin one. */
export function drawnBeginning(text: string): string {
  return beginning.exec(text)?.[0] ?? '';
}

/**
 * 20 symbols that cannot be guessed without the key, and reveal nothing about `parts`. No two lists of parts give the
 * same bytes.
 */
export function keyedSymbols(key: Buffer, parts: readonly string[]): string {
  const written = JSON.stringify(parts);
  let out = '';
  for (let round = 0; out.length < idLengthMax; round++) {
    for (const byte of createHmac('sha256', key).update(`${round}${written}`).digest()) {
      // Higher bytes would make some symbols more frequent than others.
      if (byte < symbols.length * 9) out += symbols.charAt(byte % symbols.length);
    }
  }
  return out.slice(0, idLengthMax);
}
