/** A byte of a text that a server quotes: which it says, and where it ends. */
interface QuotedSign {
  readonly said: number;
  readonly end: number;
}

export const percent = 0x25;
export const backslash = 0x5c;
const ampersand = 0x26;

/** What a code begins with. */
export function isCodeSign(byte: number): boolean {
  return byte === backslash || byte === percent || byte === ampersand;
}

/**
 * The code at a place, as servers write a byte by rules of their own: in an address, also coded up to three times, in
 * JSON with any escape, also within JSON, in programs and in HTML. `null`: there is none.
 */
export function quotedSign(bytes: Buffer, at: number): QuotedSign | null {
  const first = bytes[at];
  if (first === percent) return inAddress(bytes, at + 1);
  return first === backslash ? inJson(bytes, at + 1) : inHtml(bytes, at + 1);
}

/** The end of a percent sign as itself, which is coded with one again. */
export function endOfPercent(bytes: Buffer, at: number, timesMax: number): number {
  let end = at + 1;
  while (end < at + 1 + 2 * timesMax && bytes[end] === 0x32 && bytes[end + 1] === 0x35) end += 2;
  return end;
}

function inAddress(bytes: Buffer, at: number): QuotedSign | null {
  const behind = endOfPercent(bytes, at - 1, 2);
  const said = octet(bytes, behind);
  if (said >= 0) return { said, end: behind + 2 };
  return behind === at ? null : { said: percent, end: behind };
}

function inJson(bytes: Buffer, at: number): QuotedSign | null {
  let end = at;
  while (end < at + 3 && bytes[end] === backslash) end += 1;
  const sign = bytes[end] ?? letterU;
  const digits = small(sign) === letterU && bytes[end + 1] === zero && bytes[end + 2] === zero ? end + 3 : end + 1;
  const said = digits > end + 1 || small(sign) === letterX ? octet(bytes, digits) : -1;
  if (said >= 0) return { said, end: digits + 2 };
  if (!isLetterOrDigit(sign)) return { said: sign, end: end + 1 };
  return end === at ? null : { said: backslash, end };
}

function inHtml(bytes: Buffer, at: number): QuotedSign | null {
  if (bytes[at] !== hash) {
    if (!isLetterOrDigit(bytes[at] ?? 0)) return null;
    const [name = '', ...ended] = bytes
      .toString('latin1', at, at + 5)
      .toLowerCase()
      .split(';', 2);
    const said = ended.length === 0 ? undefined : names.get(name);
    return said === undefined ? null : { said: said.charCodeAt(0), end: at + name.length + 1 };
  }
  const isHex = small(bytes[at + 1] ?? 0) === letterX;
  const base = isHex ? 16 : 10;
  const from = isHex ? at + 2 : at + 1;
  let end = from;
  let said = 0;
  for (; end < from + 5; end += 1) {
    const digit = digits[bytes[end] ?? 0] ?? -1;
    if (digit < 0 || digit >= base) break;
    said = said * base + digit;
  }
  return bytes[end] === semicolon && end > from + 1 && said < 256 ? { said, end: end + 1 } : null;
}

const hash = 0x23;
const zero = 0x30;
const semicolon = 0x3b;
const letterU = 0x75;
const letterX = 0x78;
const names = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The value of each digit of base 16; -1 of other bytes. */
const digits = Int8Array.from({ length: 256 }, (_, byte) => {
  const value = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(value) ? -1 : value;
});

/** What two digits of base 16 say; negative: they are none. */
function octet(bytes: Buffer, at: number): number {
  return ((digits[bytes[at] ?? 0] ?? -1) << 4) | (digits[bytes[at + 1] ?? 0] ?? -1);
}

function small(byte: number): number {
  return byte | 0x20;
}

export function isLetterOrDigit(byte: number): boolean {
  return (byte >= zero && byte <= 0x39) || (small(byte) >= 0x61 && small(byte) <= 0x7a);
}

/** No code that is unfinished has more bytes. */
const unfinishedMax = 8;
const unfinished = /^(?:%[\da-f]{0,5}|\\{1,4}(?:u[\da-f]{0,3}|x[\da-f]?)?|&(?:#x?[\da-f]{0,5}|[a-z]{0,4}))$/i;

/** Whether what follows decides which code stands at the end. */
export function isUnfinished(bytes: Buffer, at: number): boolean {
  return bytes.length - at <= unfinishedMax && unfinished.test(bytes.toString('latin1', at));
}
