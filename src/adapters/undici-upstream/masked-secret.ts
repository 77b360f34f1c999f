/** Shorter credentials are placeholders such as `none`, and words of ordinary answers. */
const secretBytesMin = 16;

/** A credential of the gateway, which no answer may carry to a caller: some upstreams quote it when they refuse it. */
export class MaskedSecret {
  readonly #spellings: readonly Buffer[];

  constructor(secret: string | null) {
    const spelt = secret === null || secret.length < secretBytesMin ? [] : spellingsOf(secret);
    this.#spellings = [...new Set(spelt)].map((text) => Buffer.from(text));
  }

  /** The text with asterisks in place of the secret. */
  inText(text: string): string {
    let masked = text;
    for (const spelling of this.#spellings) {
      masked = masked.replaceAll(spelling.toString(), '*'.repeat(spelling.length));
    }
    return masked;
  }

  /** The body with as many asterisks in place of the secret, also where pieces split it. */
  inBody(body: AsyncIterableIterator<Buffer>): AsyncIterableIterator<Buffer> {
    return this.#spellings.length === 0 ? body : new MaskedBody(body, this.#spellings);
  }
}

/**
 * As servers write a text that they quote: as it is, in JSON by writers that escape the slash (PHP), what HTML reads
 * (Gson, Go) or the plus as well (.NET), in an address, in HTML.
 */
function spellingsOf(secret: string): readonly string[] {
  const escaped = (characters: RegExp): string =>
    secret.replaceAll(characters, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const inJson = [/[<>&]/g, /[<>&='"]/g, /[<>&+'"`]/g].map(escaped);
  return [
    secret,
    secret.replaceAll('/', String.raw`\/`),
    ...inJson,
    // .NET writes the digits above nine in capitals.
    ...inJson.map((text) => text.replaceAll(/\\u[\da-f]{4}/g, (one) => `\\u${one.slice(2).toUpperCase()}`)),
    encodeURIComponent(secret),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ];
}

const nothing = Buffer.alloc(0);

/** Holds back the end of a piece only if it may be the beginning of a secret. */
class MaskedBody implements AsyncIterableIterator<Buffer> {
  readonly #body: AsyncIterableIterator<Buffer>;
  readonly #secrets: readonly Buffer[];
  #held: Buffer = nothing;

  constructor(body: AsyncIterableIterator<Buffer>, secrets: readonly Buffer[]) {
    this.#body = body;
    this.#secrets = secrets;
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
      const end = bytes.length - Math.max(...this.#secrets.map((secret) => begunLength(bytes, secret)));
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
    let masked = bytes;
    for (const secret of this.#secrets) {
      for (let at = masked.indexOf(secret); at !== -1; at = masked.indexOf(secret, at + secret.length)) {
        if (masked === bytes) masked = Buffer.from(bytes);
        masked.fill('*', at, at + secret.length);
      }
    }
    return masked;
  }
}

/** How many bytes at the end are the beginning of the secret. */
function begunLength(bytes: Buffer, secret: Buffer): number {
  const [first = 0] = secret;
  const from = Math.max(0, bytes.length - secret.length + 1);
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    const length = bytes.length - at;
    if (bytes.compare(secret, 0, length, at) === 0) return length;
  }
  return 0;
}
