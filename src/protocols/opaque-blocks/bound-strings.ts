import type { LeafKind, TextMap, TextShape } from '../../personal-data/text-map.ts';
import { holds, parseTextPath, type TextCondition, type TextStep } from '../../personal-data/text-path.ts';
import { objectCursor } from '../../wire/json-cursor.ts';
import type { JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';
import { alreadyRead } from '../../wire/json-limits.ts';
import { scanJsonObject } from '../../wire/json-text.ts';

/** An opaque string of a body that belongs to the account that made it. */
export interface BoundString {
  /** The path to exactly this string, e.g. `messages[0].content[1].signature`. */
  readonly path: string;
  readonly text: string;
  readonly span: JsonSpan;
}

/** What the paths to bound strings say about one value. */
interface Place {
  isBound: boolean;
  readonly members: Map<string, Place>;
  elements: Place | null;
  /** Rules for objects that are selected by `type`. */
  readonly types: Map<string, Place>;
  /** Rules for objects that are not selected by `type`. */
  readonly whens: { readonly conditions: readonly TextCondition[]; readonly place: Place }[];
  /** Other shapes that describe the same value. */
  readonly shapes: Place[];
}

/**
 * Finds the strings that a shape calls `bound`. Bodies are long and have few of them: only the paths of a shape that
 * lead to one are kept, and only the members on such a path are looked at.
 */
export class BoundStrings {
  readonly #root: Place;
  /** The quoted names of members that may be bound strings, as bytes. */
  readonly #names: readonly Buffer[];

  private constructor(shape: TextShape) {
    const places = new Map<TextShape, Place>();
    this.#root = placeOf(shape, places);
    this.#names = [...pruned(this.#root)].map((name) => Buffer.from(`"${name}"`));
  }

  static readonly #known = new WeakMap<TextShape, BoundStrings>();

  static of(shape: TextShape): BoundStrings {
    const known = BoundStrings.#known.get(shape) ?? new BoundStrings(shape);
    BoundStrings.#known.set(shape, known);
    return known;
  }

  /** Whether bodies of the shape can contain any. */
  get mayBe(): boolean {
    return this.#names.length > 0;
  }

  /** The bound strings of a body, in order; none if it is not a JSON object. */
  inBody(body: Buffer): readonly BoundString[] {
    if (!this.#mayBeIn(body)) return [];
    const object = scanJsonObject(body, alreadyRead);
    return object.kind === 'json_fault' ? [] : this.in(object);
  }

  /** In the order of the body. */
  in(object: JsonObjectText): readonly BoundString[] {
    if (!this.#mayBeIn(object.bytes)) return [];
    const found: BoundString[] = [];
    lookInObject([this.#root], object, { path: '', found });
    return found.toSorted((a, b) => a.span.valueStart - b.span.valueStart);
  }

  /**
   * Whether a body names a member that may be bound; most do not. A name could be written with escapes, but no client
   * does that.
   */
  #mayBeIn(bytes: Buffer): boolean {
    return this.#names.some((name) => bytes.includes(name));
  }
}

/** Whether bodies along these texts can contain any. `undefined`: they are no JSON. */
export function mayHoldBlocks(texts: TextMap | undefined): boolean {
  if (texts === undefined) return false;
  return [texts.request, texts.answer, texts.record ?? {}].some((shape) => BoundStrings.of(shape).mayBe);
}

interface Look {
  readonly path: string;
  readonly found: BoundString[];
}

function lookAt(places: readonly Place[], span: JsonSpan, holder: JsonObjectText, { path, found }: Look): void {
  if (span.kind === 'object') lookInObject(places, holder.object(span), { path, found });
  else if (span.kind === 'string') {
    const isBound = said(places).some((place) => place.isBound);
    if (isBound) found.push({ path, text: holder.decode(span), span });
  } else if (span.kind === 'array') {
    const within = said(places).flatMap(({ elements }) => elements ?? []);
    if (within.length === 0) return;
    let at = 0;
    for (const element of holder.eachElement(span)) {
      lookAt(within, element, holder, { path: `${path}[${at}]`, found });
      at++;
    }
  }
}

function lookInObject(places: readonly Place[], object: JsonObjectText, { path, found }: Look): void {
  const members = new Map<string, Place[]>();
  for (const place of said(places, object)) {
    for (const [name, inner] of place.members) members.getOrInsertComputed(name, () => []).push(inner);
  }
  for (const [name, within] of members) {
    const member = object.member(name);
    if (member !== undefined) lookAt(within, member, object, { path: path === '' ? name : `${path}.${name}`, found });
  }
}

/** All rules for a value. */
function said(places: readonly Place[], object: JsonObjectText | null = null): readonly Place[] {
  const all = [...places];
  // Grows while it is walked: a shape may refer to another.
  for (const { shapes, types, whens } of all) {
    all.push(...shapes);
    if (object === null) continue;
    const ofType = types.size === 0 ? undefined : types.get(object.string('type') ?? '');
    if (ofType !== undefined) all.push(ofType);
    if (whens.length === 0) continue;
    const cursor = objectCursor(object);
    for (const { conditions, place } of whens) if (conditions.every((each) => holds(each, cursor))) all.push(place);
  }
  return all;
}

function emptyPlace(): Place {
  return { isBound: false, members: new Map(), elements: null, types: new Map(), whens: [], shapes: [] };
}

function placeOf(shape: TextShape, places: Map<TextShape, Place>): Place {
  const known = places.get(shape);
  if (known !== undefined) return known;
  const place = emptyPlace();
  places.set(shape, place);
  for (const [path, declared] of Object.entries(shape)) {
    const inner = typeof declared === 'function' ? declared() : declared;
    for (const end of endsOf(place, parseTextPath(path))) declare(end, inner, places);
  }
  return place;
}

function declare(place: Place, declared: LeafKind | TextShape, places: Map<TextShape, Place>): void {
  if (typeof declared !== 'string') place.shapes.push(placeOf(declared, places));
  else place.isBound ||= declared === 'bound';
}

/** The places at the end of a path; none for a path to any value at all, where no bound string stands. */
function endsOf(place: Place, [step, ...rest]: readonly TextStep[]): readonly Place[] {
  if (step === undefined) return [place];
  return nextOf(place, step).flatMap((next) => endsOf(next, rest));
}

function nextOf(place: Place, step: TextStep): readonly Place[] {
  switch (step.step) {
    case 'member':
      return step.names.map((name) => place.members.getOrInsertComputed(name, emptyPlace));
    case 'elements':
      return [(place.elements ??= emptyPlace())];
    case 'when': {
      const [condition] = step.conditions;
      if (step.conditions.length === 1 && condition?.test === 'is' && condition.member === 'type') {
        return condition.values.map((type) => place.types.getOrInsertComputed(type, emptyPlace));
      }
      const when = { conditions: step.conditions, place: emptyPlace() };
      place.whens.push(when);
      return [when.place];
    }
    case 'any_member':
    case 'any_depth':
    case 'names':
      return [];
  }
}

/** Removes the paths that lead to no bound string. Returns the names of members that are one. */
function pruned(root: Place): ReadonlySet<string> {
  const all = new Set([root]);
  for (const place of all) for (const inner of insideOf(place)) all.add(inner);
  const leading = new Set([...all].filter(({ isBound }) => isBound));
  for (let before = -1; before < leading.size;) {
    before = leading.size;
    for (const place of all) if (insideOf(place).some((inner) => leading.has(inner))) leading.add(place);
  }
  const names = new Set<string>();
  for (const place of all) {
    for (const [name, inner] of place.members) if (isBoundItself(inner)) names.add(name);
    removeFrom(place, (inner) => !leading.has(inner));
  }
  return names;
}

function insideOf({ members, elements, types, whens, shapes }: Place): readonly Place[] {
  const single = elements === null ? [] : [elements];
  return [...members.values(), ...single, ...types.values(), ...whens.map(({ place }) => place), ...shapes];
}

/** A string, or a list of them. */
function isBoundItself({ isBound, elements }: Place): boolean {
  return isBound || elements?.isBound === true;
}

function removeFrom(place: Place, isIdle: (inner: Place) => boolean): void {
  for (const map of [place.members, place.types]) {
    for (const [name, inner] of map) if (isIdle(inner)) map.delete(name);
  }
  if (place.elements !== null && isIdle(place.elements)) place.elements = null;
  const [whens, shapes] = [place.whens.splice(0), place.shapes.splice(0)];
  place.whens.push(...whens.filter((when) => !isIdle(when.place)));
  place.shapes.push(...shapes.filter((shape) => !isIdle(shape)));
}
