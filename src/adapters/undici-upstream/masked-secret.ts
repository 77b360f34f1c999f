/** Shorter credentials are placeholders such as `none`, and words of ordinary answers. */
const secretBytesMin = 16;

/** The most bytes of one character, coded three times for an address, or in JSON within JSON. */
const codedBytesMax = 9;

/**
 * A credential of the gateway, which no answer may carry to a caller: some upstreams quote it when they refuse it, or
 * whatever they were sent. All of it is masked, and a beginning of 16 characters and more, as it is, with any characters
 * coded, in base64 and in base 16. A shorter beginning and end, which providers show on purpose, stay (`sk-proj-****abcd`).
 */
export class MaskedSecret {
  readonly #spelt: SpeltSecret | null;

  constructor(secret: string | null) {
    this.#spelt = secret === null || secret.length < secretBytesMin ? null : speltSecret(secret);
  }

  /** The text with asterisks in place of the secret. */
  inText(text: string): string {
    const spelt = this.#spelt;
    return spelt?.sign.test(text) === true ? maskedIn(text, spelt, { isWhole: true }).text : text;
  }

  /** The body with as many asterisks in place of the secret, also where pieces split it. */
  inBody(body: AsyncIterableIterator<Buffer>): AsyncIterableIterator<Buffer> {
    return this.#spelt === null ? body : new MaskedBody(body, this.#spelt);
  }
}

/** A way to write a secret, in Latin-1: a character for each byte. */
interface Writing {
  /** For each sign how it may be written, all of which may be coded. */
  readonly signs: readonly string[];
  /** A beginning of so many signs is masked. */
  readonly least: number;
  /** All of it has this literal, unless one of the signs before {@link least} is coded. */
  readonly literal: Buffer;
}

interface SpeltSecret {
  readonly writings: readonly Writing[];
  /** Where one may begin. */
  readonly start: RegExp;
  /** All of their first signs. */
  readonly first: string;
  /** One of its first signs by its code. */
  readonly coded: RegExp;
  /** That, or a literal of a writing. */
  readonly sign: RegExp;
  /** The codes of all signs that a writing may end with. */
  readonly ends: ReadonlySet<number>;
  readonly bytesMax: number;
}

function speltSecret(secret: string): SpeltSecret {
  const bytes = Buffer.from(secret);
  // One backslash stands for several: each is doubled where it is quoted. A percent sign is coded with one again.
  const raw = bytes.toString('latin1').replaceAll(/\\+/g, '\\');
  const owns = [...new Set([raw, raw.replaceAll(/%(?:25)+/g, '%')])].map((own) => Array.from(own));
  const inBase64 = [0, 1, 2].map((offset) =>
    Array.from(base64Within(bytes, offset), (sign) => otherSigns[sign] ?? sign),
  );
  const inBase16 = Array.from(bytes.toString('hex'), (digit) => digit + (digit > '9' ? digit.toUpperCase() : ''));
  const writings = [
    ...owns.flatMap((own) =>
      [own, ...ownBehindPrefixes(own)].map((signs) => writing(signs, Math.min(secretBytesMin, signs.length))),
    ),
    ...inBase64.map((signs) => writing(signs, base64Min)),
    writing(inBase16, 2 * secretBytesMin),
    writing(Array.from(bytes.toString('hex').toUpperCase()), 2 * secretBytesMin),
  ];
  const first = [...new Set(writings.flatMap(({ signs }) => Array.from(signs[0] ?? '')))];
  const codes = [...new Set(writings.flatMap(({ signs, least }) => signs.slice(0, least)).join(''))].map((sign) =>
    sign.charCodeAt(0),
  );
  const octets = codes.map((code) => code.toString(16).padStart(2, '0')).join('|');
  const coded = String.raw`(?:%(?:25){0,2}|\\(?:u00|x)|&#x0{0,2})(?:${octets})|&#0{0,2}(?:${codes.join('|')});`;
  return {
    writings,
    start: new RegExp(`[${first.map((sign) => RegExp.escape(sign)).join('')}\\\\%&]`, 'g'),
    first: first.join(''),
    coded: new RegExp(coded, 'i'),
    sign: new RegExp([...writings.map(({ literal }) => literal.toString('latin1')), coded].join('|'), 'i'),
    ends: new Set(Buffer.from(`${secret}${letters}%\\&#;+/_-`)),
    bytesMax: raw.length * codedBytesMax,
  };
}

/** What is left of a secret where a server has taken its prefix off: `sk-`, `sk-proj-`. */
function ownBehindPrefixes(own: readonly string[]): readonly (readonly string[])[] {
  const ends = own.slice(0, secretBytesMin).flatMap((sign, nth) => (/[^\dA-Za-z]/.test(sign) ? [nth + 1] : []));
  return ends.map((end) => own.slice(end)).filter(({ length }) => length >= secretBytesMin);
}

/** Of 16 characters so many signs are the same wherever they stand. */
const base64Min = 21;
const otherSigns: Readonly<Record<string, string>> = { '+': '+-', '/': '/_' };
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function writing(signs: readonly string[], least: number): Writing {
  const words = signs
    .slice(0, least)
    .map((sign) => (/[\dA-Za-z]/.test(sign) ? sign.charAt(0) : ' '))
    .join('')
    .split(' ');
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one));
  return { signs, least, literal: Buffer.from(fromLetter(longest)) };
}

/** In lists of numbers a literal that begins with a letter is found not to be there at once. */
function fromLetter(literal: string): string {
  return literal.slice(Math.max(0, literal.search(/[A-Za-z]/)));
}

/** What of base64 is the same whatever stands before and behind the bytes. `offset`: of the first byte. */
function base64Within(bytes: Buffer, offset: number): string {
  const written = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return written.slice(Math.ceil((offset * 4) / 3), Math.floor(((offset + bytes.length) * 4) / 3));
}

/**
 * A character as servers write it in a text that they quote, each by rules of its own: in an address, also coded up to
 * three times, in JSON with any escape, also within JSON, in programs and in HTML.
 */
const code =
  /%(?:25){0,2}([\da-f]{2})|\\{1,4}(?:u00|x)([\da-f]{2})|&#x0{0,2}([\da-f]{2});|&#0{0,2}(\d{2,3});|&(amp|lt|gt|quot|apos);|\\{1,4}([^\da-z])/iy;
/** So many characters may stand for one backslash. */
const severalMax = 64;
const percent = /%(?:25){0,8}/y;
/** No code that is unfinished has more characters. */
const unfinishedMax = 8;
const unfinished = /(?:%[\da-f]{0,5}|\\{1,4}(?:u[\da-f]{0,3}|x[\da-f]?)?|&(?:#x?[\da-f]{0,4}|[a-z]{0,4}))$/iy;
const inHtml: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

interface Masked {
  readonly text: string;
  /** Behind it a secret may begin: what follows decides. */
  readonly end: number;
}

/** Reads a text once. `isWhole`: nothing follows. */
function maskedIn(text: string, spelt: SpeltSecret, { isWhole }: { readonly isWhole: boolean }): Masked {
  const { start, first, writings } = spelt;
  let masked = '';
  let kept = 0;
  start.lastIndex = 0;
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    const at = found.index;
    let end: number | 'more' | null = null;
    // Most codes are of other signs.
    if (endOfSign(text, at, first, isWhole) === null) continue;
    for (const each of writings) {
      end = endOfWriting(text, at, each, isWhole);
      if (end !== null) break;
    }
    if (end === 'more') return { text: masked + text.slice(kept, at), end: at };
    if (end === null) continue;
    masked += text.slice(kept, at) + '*'.repeat(end - at);
    kept = end;
    start.lastIndex = end;
  }
  return { text: kept === 0 ? text : masked + text.slice(kept), end: text.length };
}

function endOfWriting(text: string, at: number, { signs, least }: Writing, isWhole: boolean): number | 'more' | null {
  let end = at;
  let read = 0;
  for (const sign of signs) {
    const next = endOfSign(text, end, sign, isWhole);
    if (next === 'more') return next;
    if (next === null) break;
    end = next;
    read += 1;
  }
  return read < least ? null : end;
}

function endOfSign(text: string, at: number, sign: string, isWhole: boolean): number | 'more' | null {
  if (at === text.length) return isWhole ? null : 'more';
  const written = text.charAt(at);
  const isPlain = sign.includes(written);
  if (!'\\%&'.includes(written)) return isPlain ? at + 1 : null;
  if (!isWhole && isUnfinished(text, at)) return 'more';
  if (sign === '\\') return endOfBackslashes(text, at, isWhole);
  if (sign === '%' && isPlain) return at + (matchAt(percent, text, at)?.[0].length ?? 1);
  const found = matchAt(code, text, at);
  if (found !== null && sign.includes(saidBy(found))) return at + found[0].length;
  return isPlain ? at + 1 : null;
}

/** All of them, plain or coded, but for those of a code behind them. */
function endOfBackslashes(text: string, at: number, isWhole: boolean): number | 'more' | null {
  let end = at;
  while (end - at < severalMax) {
    if (!isWhole && isUnfinished(text, end)) return 'more';
    const found = matchAt(code, text, end);
    const isOther = found !== null && saidBy(found) !== '\\';
    if (found !== null && !isOther) end += found[0].length;
    else if (text.charAt(end) === '\\' && (end === at || !isOther)) end += 1;
    else break;
  }
  return end === at ? null : end;
}

function isUnfinished(text: string, at: number): boolean {
  return at < text.length && text.length - at <= unfinishedMax && matchAt(unfinished, text, at) !== null;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function saidBy([, address, json, html, decimal, name, escaped]: RegExpExecArray): string {
  const octets = address ?? json ?? html;
  if (octets !== undefined) return String.fromCharCode(Number.parseInt(octets, 16));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  return name === undefined ? (escaped ?? '') : (inHtml[name.toLowerCase()] ?? '');
}

const nothing = Buffer.alloc(0);

/** Holds back the end of a piece only if it may be the beginning of a secret. */
class MaskedBody implements AsyncIterableIterator<Buffer> {
  readonly #body: AsyncIterableIterator<Buffer>;
  readonly #secret: SpeltSecret;
  #held: Buffer = nothing;

  constructor(body: AsyncIterableIterator<Buffer>, secret: SpeltSecret) {
    this.#body = body;
    this.#secret = secret;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Buffer>> {
    for (;;) {
      const next = await this.#body.next();
      const held = this.#held;
      this.#held = nothing;
      if (next.done === true) return held.length === 0 ? next : { done: false, value: this.#masked(held, true) };
      const bytes = held.length === 0 ? next.value : Buffer.concat([held, next.value]);
      const passed = this.#masked(bytes, false);
      if (passed.length > 0) return { done: false, value: passed };
    }
  }

  /** Ends at once, also while a piece is awaited. */
  async return(): Promise<IteratorResult<Buffer>> {
    await this.#body.return?.();
    return { done: true, value: undefined };
  }

  /** Most pieces hold nothing of it: of them only the end is read, as far back as it may belong to one. */
  #masked(bytes: Buffer, isWhole: boolean): Buffer {
    const { bytesMax, ends } = this.#secret;
    const isHolding = mayHold(bytes, this.#secret);
    let from = isHolding ? 0 : bytes.length;
    if (!isWhole) while (from > 0 && bytes.length - from < bytesMax && ends.has(bytes[from - 1] ?? 0)) from -= 1;
    if (from === bytes.length) return bytes;
    const read = maskedIn(bytes.toString('latin1', from), this.#secret, { isWhole });
    const end = from + read.end;
    this.#held = bytes.subarray(end);
    return isHolding ? Buffer.from(read.text, 'latin1') : bytes.subarray(0, end);
  }
}

/** Larger pieces are searched sign by sign, because an expression takes long for lists of numbers, bytes. */
const smallBytesMax = 2_048;

function mayHold(bytes: Buffer, { writings: [own, ...others], coded, sign }: SpeltSecret): boolean {
  if (bytes.length <= smallBytesMax) return sign.test(bytes.toString('latin1'));
  if (own !== undefined && bytes.includes(own.literal)) return true;
  // No text has a zero: sound and pictures have many.
  if (bytes.includes(0)) return false;
  if (others.some(({ literal }) => bytes.includes(literal))) return true;
  return codeSigns.some((each) => bytes.includes(each)) && coded.test(bytes.toString('latin1'));
}

const codeSigns = Buffer.from('%\\&');
