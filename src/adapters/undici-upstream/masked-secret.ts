import {
  backslash,
  endOfPercent,
  isCodeSign,
  isLetterOrDigit,
  isUnfinished,
  percent,
  quotedSign,
} from './quoted-sign.ts';

/** Shorter credentials are placeholders such as `none`, and words of ordinary answers. */
const secretBytesMin = 16;

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

  /** The text, a character for each byte, with asterisks in place of the secret. */
  inText(text: string): string {
    const spelt = this.#spelt;
    return spelt === null
      ? text
      : maskedIn({ bytes: Buffer.from(text, 'latin1'), isWhole: true }, spelt).bytes.toString('latin1');
  }

  /** The body with as many asterisks in place of the secret, also where pieces split it. */
  inBody(body: AsyncIterableIterator<Buffer>): AsyncIterableIterator<Buffer> {
    return this.#spelt === null ? body : new MaskedBody(body, this.#spelt);
  }
}

/** A way to write a secret. */
interface Writing {
  /** Any of them may be coded. */
  readonly signs: Buffer;
  /** At each place the other sign that may stand there, else the same. */
  readonly others: Buffer;
  /** A beginning of so many signs is masked. */
  readonly least: number;
}

interface SpeltSecret {
  readonly writings: readonly Writing[];
  /** For each byte the writings that begin with it. */
  readonly byFirst: readonly (readonly Writing[])[];
  /** Not 0 for each byte that may stand in a writing, {@link beginning} where one may begin with it. */
  readonly within: Uint8Array;
}

const beginning = 2;

function speltSecret(secret: string): SpeltSecret {
  const bytes = Buffer.from(secret);
  // One backslash stands for several: each is doubled where it is quoted. A percent sign is coded with one again.
  const raw = bytes.toString('latin1').replaceAll(/\\+/g, '\\');
  const owns = new Set([raw, raw.replaceAll(/%(?:25)+/g, '%')]);
  const inBase16 = bytes.toString('hex');
  const writings = [
    ...[...owns]
      .flatMap((own) => [own, ...ownBehindPrefixes(own)])
      .map((own) => writing(own, own, Math.min(secretBytesMin, own.length))),
    ...[0, 1, 2].map((offset) => base64Within(bytes, offset)),
    writing(inBase16, inBase16.toUpperCase(), 2 * secretBytesMin),
  ];
  const byFirst = Array.from({ length: 256 }, (_, byte) =>
    writings.filter(({ signs, others }) => signs[0] === byte || others[0] === byte),
  );
  const signs = Buffer.from(`${secret}#;+/_-`);
  return {
    writings,
    byFirst,
    within: Uint8Array.from(byFirst, (begun, byte) => {
      if (begun.length > 0 || isCodeSign(byte)) return beginning;
      return signs.includes(byte) || isLetterOrDigit(byte) ? 1 : 0;
    }),
  };
}

/** What is left of a secret where a server has taken its prefix off: `sk-`, `sk-proj-`. */
function ownBehindPrefixes(own: string): readonly string[] {
  const prefixes = own.slice(0, secretBytesMin).matchAll(/[^\dA-Za-z]/g);
  return [...prefixes].map(({ index }) => own.slice(index + 1)).filter(({ length }) => length >= secretBytesMin);
}

/** Of 16 characters so many signs are the same wherever they stand. */
const base64Min = 21;

function writing(signs: string, others: string, least: number): Writing {
  return { signs: Buffer.from(signs, 'latin1'), others: Buffer.from(others, 'latin1'), least };
}

/** What of base64 is the same whatever stands before and behind the bytes. `offset`: of the first byte. */
function base64Within(bytes: Buffer, offset: number): Writing {
  const written = Buffer.concat([Buffer.alloc(offset), bytes]);
  const [signs = '', others = ''] = (['base64', 'base64url'] as const).map((alphabet) =>
    written.toString(alphabet).slice(Math.ceil((offset * 4) / 3), Math.floor((written.length * 4) / 3)),
  );
  return writing(signs, others, base64Min);
}

interface Masked {
  /** All of them, the secret masked. */
  readonly bytes: Buffer;
  /** Behind it a secret may begin: what follows decides. */
  readonly end: number;
}

interface Text {
  readonly bytes: Buffer;
  /** Nothing follows. */
  readonly isWhole: boolean;
}

/** Reads a text once, in steps: all of {@link secretBytesMin} bytes that may stand in a writing. */
function maskedIn(text: Text, spelt: SpeltSecret): Masked {
  const { within } = spelt;
  const { bytes } = text;
  const { length } = bytes;
  let masked = bytes;
  let at = 0;
  // From `at` to here all bytes may stand in a writing.
  let known = 0;
  while (at < length) {
    const step = Math.min(length, at + secretBytesMin);
    let other = step;
    while (other > known && within[bytes[other - 1] ?? 0] !== 0) other -= 1;
    if (other > known) {
      at = known = other;
      continue;
    }
    known = step;
    const end = within[bytes[at] ?? 0] === beginning ? endOfSecret(text, at, spelt) : none;
    if (end === unknown) return { bytes: masked, end: at };
    if (end === none) {
      at += 1;
      continue;
    }
    if (masked === bytes) masked = Buffer.from(bytes);
    masked.fill('*', at, end);
    at = known = end;
  }
  return { bytes: masked, end: at };
}

/** No place of a text: there is no such sign, or what follows decides. */
const none = -1;
const unknown = -2;

function endOfSecret(text: Text, at: number, { writings, byFirst }: SpeltSecret): number {
  const { bytes, isWhole } = text;
  const first = bytes[at] ?? 0;
  let begun = byFirst[first] ?? writings;
  if (isCodeSign(first)) {
    if (!isWhole && isUnfinished(bytes, at)) return unknown;
    const quoted = quotedSign(bytes, at);
    if (quoted !== null) begun = begun.length > 0 ? writings : (byFirst[quoted.said] ?? writings);
  }
  for (const each of begun) {
    const end = endOfWriting(text, at, each);
    if (end !== none) return end;
  }
  return none;
}

function endOfWriting(text: Text, at: number, { signs, others, least }: Writing): number {
  let end = at;
  for (let read = 0; read < signs.length; read += 1) {
    const next = endOfSign(text, end, signs[read] ?? 0, others[read] ?? 0);
    if (next === unknown) return unknown;
    if (next === none) return read < least ? none : end;
    end = next;
  }
  return end;
}

function endOfSign(text: Text, at: number, sign: number, other: number): number {
  const { bytes, isWhole } = text;
  if (at >= bytes.length) return isWhole ? none : unknown;
  const written = bytes[at] ?? 0;
  const plain = written === sign || written === other ? at + 1 : none;
  if (!isCodeSign(written)) return plain;
  if (!isWhole && isUnfinished(bytes, at)) return unknown;
  if (sign === backslash) return endOfBackslashes(text, at);
  if (sign === percent && plain !== none) {
    const end = endOfPercent(bytes, at, percentsMax);
    return isWhole || end < bytes.length - 1 ? end : unknown;
  }
  const quoted = quotedSign(bytes, at);
  return quoted !== null && (quoted.said === sign || quoted.said === other) ? quoted.end : plain;
}

/** So many characters may stand for one backslash, and so often a percent sign may be coded. */
const severalMax = 64;
const percentsMax = 8;

/** All of them, plain or coded, but for those of a code behind them. */
function endOfBackslashes({ bytes, isWhole }: Text, at: number): number {
  let end = at;
  while (end - at < severalMax) {
    if (!isCodeSign(bytes[end] ?? 0)) break;
    if (!isWhole && isUnfinished(bytes, end)) return unknown;
    const quoted = quotedSign(bytes, end);
    if (quoted?.said === backslash) end = quoted.end;
    else if (bytes[end] === backslash && (end === at || quoted === null)) end += 1;
    else break;
  }
  return end === at ? none : end;
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

  #masked(piece: Buffer, isWhole: boolean): Buffer {
    const { bytes, end } = maskedIn({ bytes: piece, isWhole }, this.#secret);
    if (end === piece.length) return bytes;
    this.#held = piece.subarray(end);
    return bytes.subarray(0, end);
  }
}
