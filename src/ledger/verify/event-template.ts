import { isUuidAt, type PartShape } from '../../domain/quick-shape.ts';

type Key = string | number;
export type Path = readonly Key[];
/** What JSON calls an object or an array. */
type Container = Record<Key, unknown>;

/** JSON text cut at its strings and numbers: a piece stands before each of them, and one behind the last. */
export interface CutText {
  readonly pieces: readonly string[];
  readonly scalars: readonly Scalar[];
}

interface Scalar {
  readonly path: Path;
  /** As it is written, a string without its quotes. */
  readonly text: string;
  readonly isString: boolean;
}

/** A value that differs from text to text. */
interface Slot extends Scalar {
  readonly shape: PartShape;
  /** The text that stands before it. */
  readonly before: string;
  /** Which of the containers of the template it lies in, and under which key. */
  readonly container: number;
  readonly key: Key;
  /** The last text that was found to fit: ids of keys and people come again. */
  fitting: string;
  /** How often it was another, since the stretches were looked at last. */
  changes: number;
}

/** Slots that follow each other, and change often or seldom alike. */
interface Stretch {
  readonly slots: readonly Slot[];
  /** All of it as it was last, and the character behind it, to be compared at once; `null`: unknown, or it changes too often. */
  text: string | null;
  readonly isSteady: boolean;
}

/** After how many texts a template looks for what changes seldom; then after eight times as many each time, up to a number. */
const firstLook = 32;
const lastLook = 16_384;
/** Slots that are another in fewer than one of so many texts are steady. */
const steadyTexts = 6;

/** A part of the value that holds a slot: it is copied where one of its slots has changed, all others are shared. */
interface Holder {
  /** As it was made last. */
  made: Container;
  readonly parent: number;
  readonly key: Key;
  /** Nobody has been given what was made: it may still be changed. */
  isOwn: boolean;
}

/** Characters that a string of JSON does not hold as they are, and a few that it does. */
const escaped = /[\\\p{Cc}]/u;

/**
 * What the data of several events have in common: the same text but for some strings and numbers. Another event of that text is
 * read by comparing it piece by piece, in a third of the time of parsing it and of looking at its shape. Only texts as
 * `JSON.stringify` writes them, whose value has the shape of its type, make a template.
 */
export class EventTemplate {
  /** The texts that this template may be widened by are cut alike. */
  readonly structure: string;
  readonly #cut: CutText;
  readonly #sample: object;
  readonly #varies: boolean[];
  /** What stands behind the last slot. */
  #end = '';
  #slots: readonly Slot[] = [];
  #stretches: Stretch[] = [];
  #matches = 0;
  #nextLook = firstLook;
  #holders: readonly Holder[] = [];
  /** Those that are {@link Holder.isOwn}. */
  readonly #own: Holder[] = [];

  constructor(sample: object, cut: CutText) {
    this.structure = structureOf(cut);
    this.#sample = sample;
    this.#cut = cut;
    this.#varies = cut.scalars.map(() => false);
  }

  /** Lets the template match a text of its structure too. `false`: what differs has a shape that is not known. */
  widen({ scalars }: CutText, shapeAt: (path: Path) => PartShape | null): boolean {
    for (const [index, { text }] of scalars.entries()) {
      if (text !== this.#cut.scalars[index]?.text) this.#varies[index] = true;
    }
    return this.#compile(shapeAt);
  }

  /** The value of a text; `null` when it is not of this template, or does not surely fit its type. */
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

  /** Where the stretch that begins here ends; -1: the text is not of this template. */
  #matchSlots(stretch: Stretch, text: string, start: number): number {
    let at = start;
    stretch.text = null;
    for (const slot of stretch.slots) {
      const { before } = slot;
      const begin = at + before.length;
      // A slice that is compared costs a fifth of `startsWith`.
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
    // With the character that ends its last value: a value may go on where the one before it ended.
    if (stretch.isSteady) stretch.text = text.slice(start, at + 1);
    return at;
  }

  /** What changes seldom is compared at once from here on: a comparison costs by its number more than by its length. */
  #lookForSteady(): void {
    const isSteady = ({ changes }: Slot): boolean => changes * steadyTexts < this.#matches;
    this.#stretches = stretchesOf(this.#slots, isSteady);
    for (const slot of this.#slots) slot.changes = 0;
    this.#matches = 0;
    this.#nextLook = Math.min(this.#nextLook * 8, lastLook);
  }

  /** What has not changed since the event before is that event's: the same texts and parts, which maps find at once. */
  #made(): object {
    for (const holder of this.#own) holder.isOwn = false;
    this.#own.length = 0;
    return this.#holders[0]?.made ?? this.#sample;
  }

  /** A part that nobody else has, within parts that nobody else has. */
  #writable(index: number): Container {
    const holder = this.#holders[index] as Holder; // slots and holders name holders there are
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
    // Every step of the path is a part of the sample.
    const made = path.reduce((value, key) => value[key] as Container, this.#sample as Container);
    holders.push({ made, parent, key: path.at(-1) ?? '', isOwn: false });
    places.set(name, holders.length - 1);
    return holders.length - 1;
  }
}

/** Cuts the text of a value, as `JSON.stringify` writes it, at its strings and numbers. */
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

/** What texts that may share a template have in common. */
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

/** Arrays and objects alike are set by key. */
function copyOf(source: Container): Container {
  const copy: unknown = Array.isArray(source) ? source.slice() : { ...source };
  return copy as Container;
}

function stringFits({ isUuid, fits }: PartShape, text: string, begin: number, found: string): boolean {
  // The text is read at its place: a part of it costs more to look at.
  if (isUuid) return found.length === 36 && isUuidAt(text, begin);
  return fits(found) && !escaped.test(found);
}

function numberFits({ fits }: PartShape, value: unknown, found: string): boolean {
  return String(value) === found && fits(value);
}

/** Where a number that begins here ends; -1: nowhere, and no text has one without something behind it. */
function numberEnd(text: string, begin: number): number {
  for (let at = begin; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // `,` `]` `}`
    if (code === 0x2c || code === 0x5d || code === 0x7d) return at;
  }
  return -1;
}
