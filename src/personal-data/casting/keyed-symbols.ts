import { createHmac } from 'node:crypto';

/** No vowels, so that no word comes about, and nothing that looks like something else. */
const symbols = 'bcdfghjkmnpqrstvwxz23456789';

/** 27^5: a conversation of a thousand values meets a clash, which makes an id longer, once in thirty. */
export const idLength = 5;

/** As long as an id can become. */
export const idLengthMax = 20;

const drawn = new RegExp(`^[${symbols}]{${idLength},${idLengthMax}}$`);

/** Whether it could be an id, in lower case. */
export function isDrawnId(id: string): boolean {
  return drawn.test(id);
}

/**
 * Symbols that nobody can guess without the key, and that say nothing of what they stand for: 20 of them. `parts` are told
 * apart: no two lists of parts give the same bytes.
 */
export function keyedSymbols(key: Buffer, parts: readonly string[]): string {
  const written = JSON.stringify(parts);
  let out = '';
  for (let round = 0; out.length < idLengthMax; round++) {
    for (const byte of createHmac('sha256', key).update(`${round}${written}`).digest()) {
      // The bytes above would make some symbols more frequent than others.
      if (byte < symbols.length * 9) out += symbols.charAt(byte % symbols.length);
    }
  }
  return out.slice(0, idLengthMax);
}
