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
  /** What it stands for. */
  value: string | number;
}

/** A part of the value that holds a slot: it is made anew where one of its slots has changed, all others are shared. */
interface Holder {
  readonly source: object;
  readonly parent: number;
  readonly key: Key;
  /** As it was made last. */
  made: Container;
  /** A slot in it holds something else since then. */
  isStale: boolean;
}

const nowhere: Pick<Holder, 'isStale' | 'parent'> = { isStale: false, parent: -1 };

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
  #holders: readonly Holder[] = [];

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
    for (const slot of this.#slots) {
      const { before } = slot;
      const begin = at + before.length;
      // A slice that is compared costs a fifth of `startsWith`.
      if (text.slice(at, begin) !== before) return null;
      at = slot.isString ? text.indexOf('"', begin) : numberEnd(text, begin);
      if (at < 0) return null;
      const found = text.slice(begin, at);
      if (found !== slot.fitting) {
        const value = slot.isString ? found : Number(found);
        if (!(slot.isString ? stringFits(slot.shape, text, begin, found) : numberFits(slot.shape, value, found)))
          return null;
        slot.fitting = found;
        slot.value = value;
        const holder = this.#holders[slot.container];
        if (holder !== undefined) holder.isStale = true;
      }
    }
    return text.slice(at) === this.#end ? this.#made() : null;
  }

  /** What has not changed since the event before is that event's: the same texts and parts, which maps find at once. */
  #made(): object {
    const holders = this.#holders;
    // A part stands behind the one it lies in.
    for (let index = holders.length - 1; index > 0; index -= 1) {
      const { isStale, parent } = holders[index] ?? nowhere;
      const outer = holders[parent];
      if (isStale && outer !== undefined) outer.isStale = true;
    }
    for (const holder of holders) {
      if (holder.isStale) holder.made = copyOf(holder.source);
      const outer = holders[holder.parent];
      if (outer?.isStale === true) outer.made[holder.key] = holder.made;
    }
    for (const { container, key, value } of this.#slots) {
      const holder = holders[container];
      if (holder?.isStale === true) holder.made[key] = value;
    }
    for (const holder of holders) holder.isStale = false;
    return holders[0]?.made ?? this.#sample;
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
      const value = scalar.isString ? scalar.text : Number(scalar.text);
      slots.push({ ...scalar, shape, before, container, key: scalar.path.at(-1) ?? '', fitting: scalar.text, value });
      before = '';
    }
    this.#end = before + (this.#cut.pieces.at(-1) ?? '');
    this.#slots = slots;
    this.#holders = holders;
    return true;
  }

  #holderOf(path: Path, holders: Holder[], places: Map<string, number>): number {
    const name = JSON.stringify(path);
    const known = places.get(name);
    if (known !== undefined) return known;
    const parent = path.length === 0 ? -1 : this.#holderOf(path.slice(0, -1), holders, places);
    const source = path.reduce<object>((value, key) => (value as Record<Key, object>)[key] ?? {}, this.#sample);
    holders.push({ source, parent, key: path.at(-1) ?? '', made: {}, isStale: true });
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

/** Arrays and objects alike are set by key. */
function copyOf(source: object): Container {
  const copy: unknown = Array.isArray(source) ? source.slice() : { ...(source as Container) };
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
