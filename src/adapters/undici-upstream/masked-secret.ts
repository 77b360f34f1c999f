/** Shorter credentials are placeholders such as `none`, and words of ordinary answers. */
const secretBytesMin = 16;

/** So many characters at the end of a piece are compared one by one; what follows them is the rest of a secret. */
const comparedMax = 64;

/** The most bytes of one character, coded three times for an address. */
const codedBytesMax = 7;

/** A credential of the gateway, which no answer may carry to a caller: some upstreams quote it when they refuse it. */
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
  /** The letters and digits that it begins with, which are the same in each way. */
  readonly beginning: Buffer;
  readonly whole: RegExp;
  /** The beginning of the secret, at the end of a text. */
  readonly begun: RegExp;
  readonly bytesMax: number;
}

function speltSecret(secret: string): SpeltSecret {
  const characters = Array.from(Buffer.from(secret).toString('latin1'), spellings);
  const [first = '', ...compared] = characters.slice(0, comparedMax);
  const rest = characters.length > comparedMax ? '[!-~]*' : '';
  const more = compared.reduceRight((behind, one) => `(?:${one}${behind})?`, rest);
  const begun = /^[\dA-Za-z]/.test(secret) ? `${first}${more}${codedPart}` : `(?:${first}${more})?${codedPart}`;
  return {
    beginning: Buffer.from(/^[\dA-Za-z]*/.exec(secret)?.[0] ?? ''),
    whole: new RegExp(characters.join(''), 'g'),
    begun: new RegExp(`${begun}$`),
    bytesMax: characters.length * codedBytesMax,
  };
}

/** A part of a character that is coded. */
const codedPart = String.raw`(?:%[\dA-Fa-f]{0,5}|\\(?:u[\dA-Fa-f]{0,3})?|&[#\da-z]{0,4})?`;

const inHtml: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;|&quot;' };

/**
 * As servers write a character of a text that they quote, each by rules of its own: as it is, in an address, also coded
 * up to three times, in JSON with any escape, in HTML. Letters and digits stay as they are.
 */
function spellings(character: string): string {
  if (/[\dA-Za-z]/.test(character)) return character;
  const code = character.charCodeAt(0).toString(16).padStart(2, '0');
  const digits = code.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const literal = RegExp.escape(character);
  const html = Object.hasOwn(inHtml, character) ? `${inHtml[character]}|` : '';
  return String.raw`(?:%(?:25){0,2}${digits}|\\u00${digits}|\\${literal}|${html}${literal})`;
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
      if (next.done === true) return held.length === 0 ? next : { done: false, value: held };
      const bytes = this.#masked(held.length === 0 ? next.value : Buffer.concat([held, next.value]));
      const end = bytes.length - begunLength(bytes, this.#secret);
      this.#held = bytes.subarray(end);
      if (end > 0) return { done: false, value: bytes.subarray(0, end) };
    }
  }

  /** Ends at once, also while a piece is awaited. */
  async return(): Promise<IteratorResult<Buffer>> {
    await this.#body.return?.();
    return { done: true, value: undefined };
  }

  #masked(bytes: Buffer): Buffer {
    const { beginning, whole } = this.#secret;
    if (!bytes.includes(beginning)) return bytes;
    return Buffer.from(bytes.toString('latin1').replaceAll(whole, stars), 'latin1');
  }
}

/** How many bytes at the end are the beginning of the secret. */
function begunLength(bytes: Buffer, { begun, bytesMax }: SpeltSecret): number {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - bytesMax));
  const at = tail.search(begun);
  return at === -1 ? 0 : tail.length - at;
}
