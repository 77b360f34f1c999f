/** Shorter credentials are placeholders such as `none`, and words of ordinary answers. */
const secretBytesMin = 16;

/** So many characters at the end of a piece are compared one by one; what follows them is the rest of a secret. */
const comparedMax = 64;

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
    return this.#spelt === null ? text : text.replaceAll(this.#spelt.whole, stars);
  }

  /** The body with as many asterisks in place of the secret, also where pieces split it. */
  inBody(body: AsyncIterableIterator<Buffer>): AsyncIterableIterator<Buffer> {
    return this.#spelt === null ? body : new MaskedBody(body, this.#spelt);
  }
}

/** The ways to write a secret. Expressions are for text in Latin-1, a character for each byte. */
interface SpeltSecret {
  /** Found in every text that has the secret, and seldom in others: in the literals that it is written with, or coded. */
  readonly sign: RegExp;
  readonly literals: readonly Buffer[];
  readonly coded: RegExp;
  readonly whole: RegExp;
  /** The beginning of a way to write it, at the end of a text. */
  readonly begun: RegExp;
  /** The signs that a way to write it consists of, by their codes. */
  readonly signs: ReadonlySet<number>;
  readonly bytesMax: number;
}

function speltSecret(secret: string): SpeltSecret {
  const bytes = Buffer.from(secret);
  const own = Array.from(bytes.toString('latin1'), spellings);
  const within = [0, 1, 2].map((offset) => base64Within(bytes, offset));
  const base16 = bytes.toString('hex');
  const recoded = [...within.map(inBase64), Array.from(base16, anyCase)];
  const literals = [longestWord(secret.slice(0, secretBytesMin)), ...within.map(longestWord)];
  const signs = [...literals.map((each) => each.slice(0, 8)), anyCase(base16.slice(0, 8)), codes];
  const begun = [own, ...recoded].map((each) => beginningOf(each, 0)).join('|');
  return {
    sign: new RegExp(signs.join('|')),
    literals: [...literals, base16, base16.toUpperCase()].map(fromLetter),
    coded: new RegExp(codes),
    whole: new RegExp([beginningOf(own, secretBytesMin), ...recoded.map((each) => each.join(''))].join('|'), 'g'),
    begun: new RegExp(`(?:${begun})?${codedPart}$`),
    signs: new Set(Buffer.from(`${secret}${letters}%\\&#;+/_-`)),
    bytesMax: own.length * codedBytesMax,
  };
}

/** A letter or a digit by its code, in an address, in JSON, in a program or in HTML. */
const codes = String.raw`%[2-7]|\\u00|\\x[2-7]|&#`;
const codeSigns = Buffer.from('%\\&');

function longestWord(text: string): string {
  return text.split(/[^\dA-Za-z]+/).reduce((longest, word) => (word.length > longest.length ? word : longest));
}

/** A literal from its first letter on: in lists of numbers it is found not to be there at once. */
function fromLetter(literal: string): Buffer {
  return Buffer.from(literal.slice(Math.max(0, literal.search(/[A-Za-z]/))));
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** At least so many of the characters, and then as many as follow. */
function beginningOf(characters: readonly string[], least: number): string {
  const rest = characters.slice(comparedMax);
  const behind = least === 0 ? '[!-~]*' : `(?:${rest.join('')})?`;
  const [first = '', ...others] = characters.slice(Math.max(0, least - 1), comparedMax);
  const more = others.reduceRight((next, one) => `(?:${one}${next})?`, rest.length > 0 ? behind : '');
  return characters.slice(0, Math.max(0, least - 1)).join('') + first + more;
}

/** A part of a character that is coded. */
const codedPart = String.raw`(?:%[\dA-Fa-f]{0,5}|\\{1,4}(?:u[\dA-Fa-f]{0,3}|x[\dA-Fa-f]?)?|&(?:#[Xx]?[\dA-Fa-f]{0,4}|[a-z]{0,4}))?`;

const inHtml: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * As servers write a character of a text that they quote, each by rules of its own: as it is, in an address, also coded up
 * to three times, in JSON with any escape, also within JSON, in HTML.
 */
function spellings(character: string): string {
  const number = character.charCodeAt(0);
  const digits = anyCase(number.toString(16).padStart(2, '0'));
  const literal = RegExp.escape(character);
  const escaped = /[\dA-Za-z]/.test(character) ? '' : String.raw`\\{1,4}${literal}|`;
  const html = Object.hasOwn(inHtml, character) ? `${inHtml[character]}|` : '';
  const coded = String.raw`%(?:25){0,2}${digits}|\\{1,4}(?:u00|x)${digits}|&#(?:0{0,2}${number}|[Xx]0{0,2}${digits});`;
  return `(?:${coded}|${escaped}${html}${literal})`;
}

/** What of base64 is the same whatever stands before and behind the bytes. `offset`: of the first byte. */
function base64Within(bytes: Buffer, offset: number): string {
  const written = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return written.slice(Math.ceil((offset * 4) / 3), Math.floor(((offset + bytes.length) * 4) / 3));
}

/** In both alphabets. */
function inBase64(text: string): readonly string[] {
  const others: Readonly<Record<string, string>> = { '+': `(?:${spellings('+')}|-)`, '/': `(?:${spellings('/')}|_)` };
  return Array.from(text, (sign) => others[sign] ?? sign);
}

function anyCase(digits: string): string {
  return digits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function stars(found: string): string {
  return '*'.repeat(found.length);
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
      if (next.done === true) return held.length === 0 ? next : { done: false, value: this.#masked(held) };
      const bytes = held.length === 0 ? next.value : Buffer.concat([held, next.value]);
      const end = bytes.length - begunLength(bytes, this.#secret);
      this.#held = bytes.subarray(end);
      if (end > 0) return { done: false, value: this.#masked(bytes.subarray(0, end)) };
    }
  }

  /** Ends at once, also while a piece is awaited. */
  async return(): Promise<IteratorResult<Buffer>> {
    await this.#body.return?.();
    return { done: true, value: undefined };
  }

  #masked(bytes: Buffer): Buffer {
    if (!mayHold(bytes, this.#secret)) return bytes;
    return Buffer.from(bytes.toString('latin1').replaceAll(this.#secret.whole, stars), 'latin1');
  }
}

/** Larger pieces are searched sign by sign, because an expression takes long for lists of numbers, bytes. */
const smallBytesMax = 2_048;

function mayHold(bytes: Buffer, { sign, literals, coded }: SpeltSecret): boolean {
  if (bytes.length <= smallBytesMax) return sign.test(bytes.toString('latin1'));
  const [own, ...others] = literals;
  if (own !== undefined && bytes.includes(own)) return true;
  // No text has a zero: sound and pictures have many.
  if (bytes.includes(0)) return false;
  if (others.some((literal) => bytes.includes(literal))) return true;
  return codeSigns.some((code) => bytes.includes(code)) && coded.test(bytes.toString('latin1'));
}

/** How many bytes at the end are the beginning of the secret. */
function begunLength(bytes: Buffer, { begun, bytesMax, signs }: SpeltSecret): number {
  if (!signs.has(bytes.at(-1) ?? 0)) return 0;
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - bytesMax));
  const at = tail.search(begun);
  return at === -1 ? 0 : tail.length - at;
}
