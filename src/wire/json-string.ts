/** The grammar of JSON strings over UTF-8 bytes. */

import { growthOfCharacter, growthOfEscape } from './character-growth.ts';

const quote = 0x22;
const backslash = 0x5c;

/** 1 for the bytes that a string may contain unescaped: ASCII without controls, quote and backslash. */
export const plainBytes = new Uint8Array(256).fill(1, 0x20, 0x80);
plainBytes[quote] = 0;
plainBytes[backslash] = 0;

/** Bytes that normal forms add to characters. */
interface CharacterGrowth {
  characters: number;
}

/**
 * The offset after the closing quote of the string whose body begins at `at`; or, when the body is not a JSON string in
 * valid UTF-8, the bitwise complement (negative) of the offset of the wrong byte. What its characters grow by is added to
 * `growth`.
 */
export function endOfJsonString(bytes: Buffer, at: number, growth: CharacterGrowth | null = null): number {
  const end = bytes.length;
  let i = at;
  while (i < end) {
    const byte = bytes[i] ?? 0;
    if (plainBytes[byte] === 1) {
      i++;
      while (i + 3 < end && areFourPlain(bytes, i)) i += 4;
      continue;
    }
    if (byte === quote) return i + 1;
    const next = byte < 0x80 ? endOfEscape(bytes, i, growth) : endOfCharacters(bytes, i, growth);
    if (next < 0) return next;
    i = next;
  }
  return ~end;
}

/** Most of a body is plain text: checking four bytes at once is half the work. */
function areFourPlain(bytes: Buffer, at: number): boolean {
  return (
    ((plainBytes[bytes[at] ?? 0] ?? 0) &
      (plainBytes[bytes[at + 1] ?? 0] ?? 0) &
      (plainBytes[bytes[at + 2] ?? 0] ?? 0) &
      (plainBytes[bytes[at + 3] ?? 0] ?? 0)) ===
    1
  );
}

/**
 * Skips a run of multi-byte UTF-8 characters, including single plain bytes between them, such as spaces between words.
 */
function endOfCharacters(bytes: Buffer, at: number, growth: CharacterGrowth | null): number {
  const end = bytes.length;
  let i = at;
  while (i < end) {
    const lead = bytes[i] ?? 0;
    if (lead < 0x80) return i;
    const second = i + 1 < end ? (bytes[i + 1] ?? 0) : 0;
    if ((second & 0xc0) !== 0x80 || lead < 0xc2) return ~i;
    const next = lead < 0xe0 ? i + 2 : endOfLongCharacter(bytes, i, lead, second);
    if (next < 0) return next;
    if (growth !== null) growth.characters += growthOfCharacter(bytes, i, next - i);
    i = next;
    if (i < end && plainBytes[bytes[i] ?? 0] === 1) i++;
  }
  return i;
}

/**
 * Three or four bytes; the second byte reveals overlong forms, surrogates and values beyond U+10FFFF, which are
 * refused.
 */
function endOfLongCharacter(bytes: Buffer, at: number, lead: number, second: number): number {
  const length = lead < 0xf0 ? 3 : 4;
  if (lead > 0xf4 || at + length > bytes.length) return ~at;
  if ((lead === 0xe0 && second < 0xa0) || (lead === 0xed && second > 0x9f)) return ~at;
  if ((lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f)) return ~at;
  if (((bytes[at + 2] ?? 0) & 0xc0) !== 0x80) return ~at;
  if (length === 4 && ((bytes[at + 3] ?? 0) & 0xc0) !== 0x80) return ~at;
  return at + length;
}

/** Skips one escape. Refuses a control character, which ends a plain run as well. */
function endOfEscape(bytes: Buffer, at: number, growth: CharacterGrowth | null): number {
  if (bytes[at] !== backslash || at + 1 >= bytes.length) return ~at;
  switch (bytes[at + 1]) {
    case quote:
    case backslash:
    case 0x2f: // /
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return at + 2;
    case 0x75: // u
      for (let i = at + 2; i < at + 6; i++) if (i >= bytes.length || hexValues[bytes[i] ?? 0] === noDigit) return ~at;
      if (growth !== null) growth.characters += growthOfEscape(hexAt(bytes, at + 2));
      return at + 6;
    case undefined:
    default:
      return ~at;
  }
}

const noDigit = 0xff;

/** The value of each hexadecimal digit, by its byte; of another byte more than 15. */
export const hexValues = new Uint8Array(256).fill(noDigit);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  hexValues[digit.charCodeAt(0)] = value;
  hexValues[digit.toUpperCase().charCodeAt(0)] = value;
}

/** The number that the four hexadecimal digits at `at` write. */
export function hexAt(bytes: Buffer, at: number): number {
  let value = 0;
  for (let i = at; i < at + 4; i++) value = (value << 4) | (hexValues[bytes[i] ?? 0] ?? 0);
  return value;
}
