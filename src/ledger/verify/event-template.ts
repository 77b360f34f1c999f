import { isUuidAt, type PartShape } from '../../domain/quick-shape.ts';

type Key = string | number;
export type Path = readonly Key[];
/** A JSON object or array. */
type Container = Record<Key, unknown>;

/** JSON text cut at its strings and numbers: one piece before each scalar and one after the last. */
export interface CutText {
  readonly pieces: readonly string[];
  readonly scalars: readonly Scalar[];
}

interface Scalar {
  readonly path: Path;
  /** As written; a string without its quotes. */
  readonly text: string;
  readonly isString: boolean;
}

/** A value that differs from text to text. */
interface Slot extends Scalar {
  readonly shape: PartShape;
  /** The text between the previous slot and this one. */
  readonly before: string;
  /** Index of the {@link Holder} that contains it, and its key there. */
  readonly container: number;
  readonly key: Key;
  /** The last text that fit: ids of keys and people recur. */
  fitting: string;
  /** How often the text changed since the stretches were last recomputed. */
  changes: number;
}

/** Consecutive slots that all change often, or all change rarely. */
interface Stretch {
  readonly slots: readonly Slot[];
  /** Its last whole text and one more character, for a single comparison; `null`: unknown, or it changes too often. */
  text: string | null;
  readonly isSteady: boolean;
}

/** Matches before a template first looks for steady slots. Each next interval is 8 times longer, up to `lastLook`. */
const firstLook = 32;
const lastLook = 16_384;
/** Slots that change in fewer than one of this many texts are steady. */
const steadyTexts = 6;

/** A container of slots. It is copied when one of its slots changes; unchanged containers are shared between values. */
interface Holder {
  /** The container in the newest value. */
  made: Container;
  readonly parent: number;
  readonly key: Key;
  /** `made` has not been returned to a caller yet and may still be changed. */
  isOwn: boolean;
}

/** Characters that JSON strings escape, and a few that they do not. */
const escaped = /[\\\p{Cc}]/u;

/**
 * The text that the data of several events share, except for some strings and numbers. Another event with that text is
 * read by comparing it piece by piece, which takes a third of the time of parsing it and checking its shape. A template
 * is made only from texts as `JSON.stringify` writes them, whose value has the shape of its type.
 */
export class EventTemplate {
  /** Only texts with this structure can widen the template. */
  readonly structure: string;
  readonly #cut: CutText;
  readonly #sample: object;
  readonly #varies: boolean[];
  /** The text after the last slot. */
  #end = '';
  #slots: readonly Slot[] = [];
  #stretches: Stretch[] = [];
  #matches = 0;
  #nextLook = firstLook;
  #holders: readonly Holder[] = [];
  /** The holders that are {@link Holder.isOwn}. */
  readonly #own: Holder[] = [];

  constructor(sample: object, cut: CutText) {
    this.structure = structureOf(cut);
    this.#sample = sample;
    this.#cut = cut;
    this.#varies = cut.scalars.map(() => false);
  }

  /** Makes the template match another text of its structure. `false`: the shape of a differing value is unknown. */
  widen({ scalars }: CutText, shapeAt: (path: Path) => PartShape | null): boolean {
    for (const [index, { text }] of scalars.entries()) {
      if (text !== this.#cut.scalars[index]?.text) this.#varies[index] = true;
    }
    return this.#compile(shapeAt);
  }

  /** The value of a text; `null` when it does not match this template, or may not fit its type. */
  match(text: string): object | null {
    let at = 0;
    for (const stretch of this.#stretches) {
      const known = stretch.text;
      if (known !== null && text.slice(at, at + known.length) === known) {
        at += known.length - 1;
        continue;
      }
      at = this.#matchSlots(stretch, text, at);
      if (at < 0) return null;
    }
    if (text.slice(at) !== this.#end) return null;
    this.#matches += 1;
    if (this.#matches === this.#nextLook) this.#lookForSteady();
    return this.#made();
  }

  /** Where the stretch that starts at `start` ends; -1: the text does not match this template. */
  #matchSlots(stretch: Stretch, text: string, start: number): number {
    let at = start;
    stretch.text = null;
    for (const slot of stretch.slots) {
      const { before } = slot;
      const begin = at + before.length;
      // Comparing a slice takes a fifth of the time of `startsWith`.
      if (text.slice(at, begin) !== before) return -1;
      at = slot.isString ? text.indexOf('"', begin) : numberEnd(text, begin);
      if (at < 0) return -1;
      const found = text.slice(begin, at);
      if (found === slot.fitting) continue;
      const value = slot.isString ? found : Number(found);
      if (!(slot.isString ? stringFits(slot.shape, text, begin, found) : numberFits(slot.shape, value, found)))
        return -1;
      slot.fitting = found;
      slot.changes += 1;
      this.#writable(slot.container)[slot.key] = value;
    }
    // Includes the character that ends the last value: a longer value may begin with the same text.
    if (stretch.isSteady) stretch.text = text.slice(start, at + 1);
    return at;
  }

  /** Groups steady slots into one comparison: the number of comparisons costs more than their length. */
  #lookForSteady(): void {
    const isSteady = ({ changes }: Slot): boolean => changes * steadyTexts < this.#matches;
    this.#stretches = stretchesOf(this.#slots, isSteady);
    for (const slot of this.#slots) slot.changes = 0;
    this.#matches = 0;
    this.#nextLook = Math.min(this.#nextLook * 8, lastLook);
  }

  /** Returns the value. Parts that have not changed are those of the previous value, which maps find at once. */
  #made(): object {
    for (const holder of this.#own) holder.isOwn = false;
    this.#own.length = 0;
    return this.#holders[0]?.made ?? this.#sample;
  }

  /** A container that may be changed, in containers that may be changed: copies those that callers already have. */
  #writable(index: number): Container {
    const holder = this.#holders[index] as Holder; // slots and holders refer to existing holders
    if (holder.isOwn) return holder.made;
    holder.made = copyOf(holder.made);
    holder.isOwn = true;
    this.#own.push(holder);
    if (holder.parent >= 0) this.#writable(holder.parent)[holder.key] = holder.made;
    return holder.made;
  }

  #compile(shapeAt: (path: Path) => PartShape | null): boolean {
    const slots: Slot[] = [];
    const holders: Holder[] = [];
    const places = new Map<string, number>();
    let before = '';
    for (const [index, scalar] of this.#cut.scalars.entries()) {
      before += this.#cut.pieces[index] ?? '';
      if (this.#varies[index] !== true) {
        before += scalar.text;
        continue;
      }
      const shape = shapeAt(scalar.path);
      if (shape === null) return false;
      const container = this.#holderOf(scalar.path.slice(0, -1), holders, places);
      const key = scalar.path.at(-1) ?? '';
      slots.push({ ...scalar, shape, before, container, key, fitting: scalar.text, changes: 0 });
      before = '';
    }
    this.#end = before + (this.#cut.pieces.at(-1) ?? '');
    this.#slots = slots;
    this.#stretches = stretchesOf(slots, () => false);
    this.#matches = 0;
    this.#nextLook = firstLook;
    this.#holders = holders;
    this.#own.length = 0;
    return true;
  }

  #holderOf(path: Path, holders: Holder[], places: Map<string, number>): number {
    const name = JSON.stringify(path);
    const known = places.get(name);
    if (known !== undefined) return known;
    const parent = path.length === 0 ? -1 : this.#holderOf(path.slice(0, -1), holders, places);
    // Every step of the path exists in the sample.
    const made = path.reduce((value, key) => value[key] as Container, this.#sample as Container);
    holders.push({ made, parent, key: path.at(-1) ?? '', isOwn: false });
    places.set(name, holders.length - 1);
    return holders.length - 1;
  }
}

/** Cuts the `JSON.stringify` text of a value at its strings and numbers. */
export function cutText(value: unknown): CutText {
  const pieces: string[] = [];
  const scalars: Scalar[] = [];
  let piece = '';
  const take = (part: unknown, path: Path): void => {
    if (typeof part === 'number' || (typeof part === 'string' && JSON.stringify(part) === `"${part}"`)) {
      const isString = typeof part === 'string';
      const quote = isString ? '"' : '';
      pieces.push(piece + quote);
      scalars.push({ path, text: String(part), isString });
      piece = quote;
    } else if (typeof part !== 'object' || part === null) {
      piece += JSON.stringify(part);
    } else {
      const isArray = Array.isArray(part);
      piece += isArray ? '[' : '{';
      for (const [index, [key, member]] of Object.entries(part).entries()) {
        piece += (index === 0 ? '' : ',') + (isArray ? '' : `${JSON.stringify(key)}:`);
        take(member, [...path, isArray ? index : key]);
      }
      piece += isArray ? ']' : '}';
    }
  };
  take(value, []);
  return { pieces: [...pieces, piece], scalars };
}

/** Texts of equal structure can share a template. */
export function structureOf({ pieces }: CutText): string {
  return pieces.join('\n');
}

function stretchesOf(slots: readonly Slot[], isSteady: (slot: Slot) => boolean): Stretch[] {
  const stretches: { slots: Slot[]; text: null; isSteady: boolean }[] = [];
  for (const slot of slots) {
    const last = stretches.at(-1);
    if (last?.isSteady === isSteady(slot)) last.slots.push(slot);
    else stretches.push({ slots: [slot], text: null, isSteady: isSteady(slot) });
  }
  return stretches;
}

/** Shallow copy. The types of arrays and objects are merged because both are set by key. */
function copyOf(source: Container): Container {
  const copy: unknown = Array.isArray(source) ? source.slice() : { ...source };
  return copy as Container;
}

function stringFits({ isUuid, fits }: PartShape, text: string, begin: number, found: string): boolean {
  // Reads the text in place, which is faster than reading a slice of it.
  if (isUuid) return found.length === 36 && isUuidAt(text, begin);
  return fits(found) && !escaped.test(found);
}

function numberFits({ fits }: PartShape, value: unknown, found: string): boolean {
  return String(value) === found && fits(value);
}

/** Where a number that starts at `begin` ends; -1: no end found. Complete data never ends with a number. */
function numberEnd(text: string, begin: number): number {
  for (let at = begin; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // `,` `]` `}`
    if (code === 0x2c || code === 0x5d || code === 0x7d) return at;
  }
  return -1;
}
