import { firstNotBelow } from '../../wire/first-not-below.ts';

/** A part of a text. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** What the runs of base64 in a text say, one per line. Whoever reads the text can decode them. */
export class DecodedText {
  readonly text: string;
  /** Where each line ends in `text`. */
  readonly #ends: readonly number[];
  readonly #runs: readonly Base64Run[];

  constructor(runs: readonly Base64Run[]) {
    let length = -1;
    this.text = runs.map(({ said }) => said).join('\n');
    this.#ends = runs.map(({ said }) => (length += said.length + 1));
    this.#runs = runs;
  }

  /** Where a part of the decoded text is in the original: whole groups of four characters, so that the others stay. */
  original({ start, end }: Place): Place {
    const first = firstNotBelow(this.#ends, start + 1);
    const last = firstNotBelow(this.#ends, end);
    return {
      start: this.#runs[first]?.startOf(start - this.#lineStart(first)) ?? 0,
      end: this.#runs[last]?.endOf(end - this.#lineStart(last)) ?? 0,
    };
  }

  #lineStart(line: number): number {
    return line === 0 ? 0 : (this.#ends[line - 1] ?? 0) + 1;
  }
}

/** Base64 in a text, and what it says. */
class Base64Run {
  readonly said: string;
  readonly #end: number;
  /** Where each character of the base64 is in the text. `null`: one after the other, from `#start`. */
  readonly #places: Uint32Array | null;
  readonly #start: number;
  /** How many bytes are before each unit of `said`. `null`: as many as units. */
  readonly #bytes: Uint32Array | null;

  constructor(said: string, text: string, { start, end }: Place) {
    this.said = said;
    this.#start = start;
    const padding = /^={1,2}/.exec(text.slice(end, end + 2))?.[0].length ?? 0;
    this.#end = end + padding;
    const isBroken = text.slice(start, end).includes('\n');
    this.#places = isBroken ? placesOfBase64(text, start, end) : null;
    this.#bytes = Buffer.byteLength(said) === said.length ? null : bytesBefore(said);
  }

  startOf(unit: number): number {
    return this.#placeOf(Math.floor(this.#byteOf(unit) / 3) * 4);
  }

  endOf(unit: number): number {
    const characters = Math.ceil(this.#byteOf(unit) / 3) * 4;
    return Math.min(this.#end, this.#placeOf(characters - 1) + 1);
  }

  #byteOf(unit: number): number {
    return this.#bytes === null ? unit : (this.#bytes[unit] ?? 0);
  }

  #placeOf(character: number): number {
    return this.#places === null ? this.#start + character : (this.#places[character] ?? this.#end);
  }
}

function placesOfBase64(text: string, start: number, end: number): Uint32Array {
  const places = new Uint32Array(end - start);
  let count = 0;
  for (let at = start; at < end; at += 1) if (isBase64Code(text.charCodeAt(at))) places[count++] = at;
  return places.subarray(0, count);
}

function bytesBefore(said: string): Uint32Array {
  const bytes = new Uint32Array(said.length + 1);
  for (let unit = 0; unit < said.length; unit += 1) {
    const code = said.charCodeAt(unit);
    // The first half of a character has all of its bytes.
    const own =
      code < 0x80 ? 1 : code < 0x8_00 ? 2 : (code & 0xfc00) === 0xd800 ? 4 : (code & 0xfc00) === 0xdc00 ? 0 : 3;
    bytes[unit + 1] = (bytes[unit] ?? 0) + own;
  }
  return bytes;
}

const noBits = 64;
/** What each character of base64 stands for, by its code, in both alphabets. */
const sixBits = new Uint8Array(128).fill(noBits);
for (const alphabetEnd of ['+/', '-_']) {
  const alphabet = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${alphabetEnd}`;
  for (let bits = 0; bits < alphabet.length; bits += 1) sixBits[alphabet.charCodeAt(bits)] = bits;
}

/** Less than nine bytes hold no mail address, account or full name. */
const charactersMin = 12;

/** Of a line that base64 is broken after, as in mail. */
const lineMin = 60;

/** `null` for a text in which no base64 spells text. */
export function decodedText(text: string): DecodedText | null {
  const runs: Base64Run[] = [];
  const add = (start: number, end: number): boolean => {
    const said = beginsText(text, start, end) ? textOfBase64(text.slice(start, end)) : null;
    if (said === null) return false;
    runs.push(new Base64Run(said, text, { start, end }));
    return true;
  };
  for (let start = beginOfRun(text, 0); start >= 0;) {
    const end = endOfRun(text, start);
    // A slash or a line break may also stand beside base64, as in a path.
    if (!add(start, end)) for (const part of partsOf(text, start, end)) add(part.start, part.end);
    start = beginOfRun(text, end);
  }
  return runs.length === 0 ? null : new DecodedText(runs);
}

/** Where the next run of enough characters begins, at or after a place that is not within one; -1 for none. */
function beginOfRun(text: string, from: number): number {
  let start = from;
  while (start + charactersMin <= text.length) {
    let last = start + charactersMin - 1;
    while (last >= start && isBase64Code(text.charCodeAt(last))) last -= 1;
    if (last < start) return start;
    start = last + 1;
  }
  return -1;
}

/** Also over line breaks, after lines that are long enough. */
function endOfRun(text: string, start: number): number {
  let lineStart = start;
  let end = start;
  for (;;) {
    while (isBase64Code(text.charCodeAt(end))) end += 1;
    const next = text.startsWith('\r\n', end) ? end + 2 : text.charAt(end) === '\n' ? end + 1 : end;
    if (next === end || end - lineStart < lineMin || !isBase64Code(text.charCodeAt(next))) return end;
    lineStart = next;
    end = next;
  }
}

function isBase64Code(code: number): boolean {
  return code < 128 && sixBits[code] !== noBits;
}

function* partsOf(text: string, start: number, end: number): Generator<Place, void> {
  for (let from = start, at = start; at <= end; at += 1) {
    if (at < end && !'/\r\n'.includes(text.charAt(at))) continue;
    const isPart = at - from >= charactersMin && at - from < end - start;
    if (isPart) yield { start: from, end: at };
    from = at + 1;
  }
}

/** How much of base64 is looked at first. */
const headCharacters = 24;

/** Whether the first bytes are text in UTF-8. Those of hardly any word or picture are. */
function beginsText(text: string, start: number, end: number): boolean {
  let [bits, held, more] = [0, 0, 0];
  for (let at = start; at < Math.min(end, start + headCharacters); at += 1) {
    bits = ((bits << 6) | (sixBits[text.charCodeAt(at)] ?? 0)) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    const byte = (bits >> held) & 0xff;
    const isRest = (byte & 0xc0) === 0x80;
    if (isRest ? more === 0 : more > 0) return false;
    if (byte === 0x7f || byte > 0xf4 || (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)) return false;
    more = more > 0 ? more - 1 : byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : 0;
  }
  return true;
}

/** `null` for bytes that are no text. A character that is cut off at the end is left out. */
function textOfBase64(run: string): string | null {
  // Letters of one case are a word, or digits of another base.
  if (!/[A-Z]/.test(run) || !/[a-z]/.test(run)) return null;
  const text = Buffer.from(run, 'base64')
    .toString('utf8')
    .replace(/\ufffd{1,3}$/, '');
  return isPrintable(text) ? text : null;
}

/** Whether a text has only characters that are written, and white space. */
export function isPrintable(text: string): boolean {
  // eslint-disable-next-line no-control-regex
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/.test(text);
}
