import { objectCursor, type JsonCursor } from '../wire/json-cursor.ts';
import type { JsonObjectText, JsonSpan } from '../wire/json-object-text.ts';
import type { LeafKind, TextShape } from './text-map.ts';
import { isLongNumber } from './nested-text.ts';
import { holds, parseTextPath, type TextCondition, type TextStep } from './text-path.ts';

/** A string of a body: a value, or the name of a member if names are the caller's. */
export interface TextLeaf {
  /** The path of exactly this one, e.g. `messages[0].content[1].text`; the path of a name ends in `~`. */
  readonly path: string;
  readonly kind: LeafKind | 'undeclared';
  /** It is the name of a member, not a value. */
  readonly isName: boolean;
  readonly text: string;
  /** The name of the member that holds it, also within a list; `null` when there is none. */
  readonly label: string | null;
  /** A value within free-form data of the caller or the model, such as the arguments of a tool. */
  readonly isData: boolean;
  /** It is a number and not a string. Reported only within data, and only by {@link allLeafSpansOf}. */
  readonly isNumber?: true;
  /** Its place in the text, including quotes; `null` when the body was parsed. */
  readonly span: JsonSpan | null;
  /** The object or list that contains it; `null` for a body that is a string. */
  readonly holder: Holder | null;
}

/** An object or list of a body. */
export interface Holder {
  readonly isList: boolean;
  /** `null` when the body was parsed. */
  readonly span: JsonSpan | null;
  /** `null` for the outermost. */
  readonly holder: Holder | null;
}

/**
 * Every string of a body with its declared kind and place, each once, in the order of the body. Names of members are
 * leaves if a path matches them by `*` or `**`.
 */
export function leafSpansOf(shape: TextShape, object: JsonObjectText): readonly TextLeaf[] {
  return leavesIn(shape, objectCursor(object));
}

/** Like {@link leafSpansOf}, for any value that a cursor can walk. */
export function leavesIn(shape: TextShape, value: JsonCursor): readonly TextLeaf[] {
  return leavesOf(shape, value, { tellsStrangers: false });
}

/**
 * Like {@link leafSpansOf}, with the names of all members that no path names, and long numbers in data, in addition.
 */
export function allLeafSpansOf(shape: TextShape, object: JsonObjectText): readonly TextLeaf[] {
  return leavesOf(shape, objectCursor(object), { tellsStrangers: true });
}

function leavesOf(shape: TextShape, value: JsonCursor, options: Pick<Found, 'tellsStrangers'>): readonly TextLeaf[] {
  const leaves: TextLeaf[] = [];
  walk([zoneOf(shape)], { value, path: '', holder: null, isData: false, label: null }, { leaves, ...options });
  return leaves;
}

/** What all the paths to one place say about it. */
interface Zone {
  kind: LeafKind | null;
  readonly members: Map<string, Zone>;
  anyMember: Zone | null;
  /** Rules for members that no path names. */
  names: Zone | null;
  elements: Zone | null;
  /** Rules for everything within, at any depth. The zone for depths refers to itself here. */
  depths: Zone | null;
  readonly whens: { readonly conditions: readonly TextCondition[]; readonly zone: Zone }[];
  readonly shapes: (TextShape | (() => TextShape))[];
}

function emptyZone(): Zone {
  return {
    kind: null,
    members: new Map(),
    anyMember: null,
    names: null,
    elements: null,
    depths: null,
    whens: [],
    shapes: [],
  };
}

const zones = new WeakMap<TextShape, Zone>();

function zoneOf(shape: TextShape): Zone {
  const known = zones.get(shape);
  if (known !== undefined) return known;
  const zone = emptyZone();
  zones.set(shape, zone);
  for (const [path, declared] of Object.entries(shape)) declare(zone, parseTextPath(path), declared);
  return zone;
}

function declare(zone: Zone, [step, ...rest]: readonly TextStep[], declared: TextShape[string]): void {
  if (step !== undefined) {
    for (const next of zonesOfStep(zone, step)) declare(next, rest, declared);
  } else if (typeof declared === 'string') {
    zone.kind ??= declared;
  } else {
    zone.shapes.push(declared);
  }
}

function zonesOfStep(zone: Zone, step: TextStep): readonly Zone[] {
  switch (step.step) {
    case 'member':
      return step.names.map((name) => zone.members.getOrInsertComputed(name, emptyZone));
    case 'any_member':
      return [(zone.anyMember ??= emptyZone())];
    case 'names':
      return [(zone.names ??= emptyZone())];
    case 'elements':
      return [(zone.elements ??= emptyZone())];
    case 'any_depth':
      return [zone, (zone.depths ??= endlessZone())];
    case 'when': {
      const when = { conditions: step.conditions, zone: emptyZone() };
      zone.whens.push(when);
      return [when.zone];
    }
  }
}

function endlessZone(): Zone {
  const zone = emptyZone();
  zone.depths = zone;
  return zone;
}

interface Place {
  readonly value: JsonCursor;
  readonly path: string;
  readonly holder: Holder | null;
  readonly isData: boolean;
  readonly label: string | null;
}

interface Found {
  readonly leaves: TextLeaf[];
  readonly tellsStrangers: boolean;
}

function walk(entered: readonly Zone[], place: Place, found: Found): void {
  const { value, path, holder, isData, label } = place;
  const here = unfold(entered, value);
  switch (value.kind) {
    case 'string':
      found.leaves.push({
        path,
        kind: kindIn(here),
        isName: false,
        text: value.text(),
        isData,
        label,
        span: value.span,
        holder,
      });
      return;
    case 'object':
      walkMembers(here, place, found);
      return;
    case 'array': {
      const elements = along(here, (zone) => zone.elements);
      const within = elements.length > 0 ? elements : along(here, (zone) => zone.depths);
      const isWithinData = isDataWithin({ isData, here, isNamed: elements.length > 0 });
      const list = { isList: true, span: value.span, holder };
      let position = 0;
      for (const element of value.elements()) {
        const elementPath = `${path}[${position++}]`;
        walk(within, { value: element, path: elementPath, holder: list, isData: isWithinData, label }, found);
      }
      return;
    }
    case 'other':
      if (found.tellsStrangers && isData) addNumber(here, place, found);
  }
}

function addNumber(here: readonly Zone[], { value, path, holder, isData, label }: Place, { leaves }: Found): void {
  if (value.span?.kind !== 'number') return;
  const text = value.json();
  if (!isLongNumber(text)) return;
  const { span } = value;
  leaves.push({ path, kind: kindIn(here), isName: false, text, isData, label, isNumber: true, span, holder });
}

interface Within {
  readonly isData: boolean;
  readonly here: readonly Zone[];
  /** Whether a path names it. */
  readonly isNamed: boolean;
}

/** Whether a value is data: declared at any depth, or undeclared within something declared. */
function isDataWithin({ isData, here, isNamed }: Within): boolean {
  if (isNamed) return false;
  return isData || here.length === 0 || here.some(({ depths }) => depths !== null);
}

/** A name in the style of the protocols: `top_k`, `maxTokens`, `prompt-cache2`. */
const protocolName = /^[$_]{0,2}[a-z][A-Za-z]*\d{0,2}(?:[_-][a-z][A-Za-z]*\d{0,2})*$/;

interface NamedBy {
  /** The rules for names of members that no path names. */
  readonly names: readonly Zone[];
  /** Other members of the object may be declared, but not this one. */
  readonly isBeside: boolean;
}

/**
 * The kind of the name of a member that no path names. Beside declared members, a name in the style of the protocols
 * may be an option that the upstream knows: another name would change what it does.
 */
function kindOfName(name: string, { names, isBeside }: NamedBy): TextLeaf['kind'] {
  return isBeside && protocolName.test(name) ? 'vocabulary' : kindIn(names);
}

function walkMembers(here: readonly Zone[], place: Place, found: Found): void {
  const { value, path, holder: outer, isData } = place;
  const names = along(here, (zone) => zone.names);
  const holder = { isList: false, span: value.span, holder: outer };
  for (const { name, nameSpan, value: inner } of value.members()) {
    const innerPath = path === '' ? name : `${path}.${name}`;
    const named = along(here, (zone) => zone.members.get(name) ?? null);
    const within = named.length > 0 ? named : narrowest(here, [(zone) => zone.anyMember, (zone) => zone.depths]);
    const isFree = within.length > 0 || names.length > 0;
    if (named.length === 0 && (isFree || found.tellsStrangers)) {
      found.leaves.push({
        path: `${innerPath}~`,
        kind: kindOfName(name, { names, isBeside: !isFree && here.length > 0 }),
        isName: true,
        text: name,
        isData: false,
        label: null,
        span: nameSpan,
        holder,
      });
    }
    const isNamed = named.length > 0 || along(here, (zone) => zone.anyMember).length > 0;
    const isWithinData = isDataWithin({ isData, here, isNamed });
    walk(within, { value: inner, path: innerPath, holder, isData: isWithinData, label: name }, found);
  }
}

/** The zones that a step leads to. */
function along(here: readonly Zone[], way: (zone: Zone) => Zone | null): readonly Zone[] {
  const found: Zone[] = [];
  for (const zone of here) {
    const next = way(zone);
    if (next !== null) found.push(next);
  }
  return found;
}

/** The zones of the first step that leads anywhere. */
function narrowest(here: readonly Zone[], ways: readonly ((zone: Zone) => Zone | null)[]): readonly Zone[] {
  for (const way of ways) {
    const found = along(here, way);
    if (found.length > 0) return found;
  }
  return [];
}

/** Adds all zones that apply to this value: those of its shapes, and those of conditions on its members. */
function unfold(entered: readonly Zone[], value: JsonCursor): readonly Zone[] {
  const here = [...entered];
  // Grows while it is walked: a shape may refer to another.
  for (const zone of here) {
    for (const shape of zone.shapes) here.push(zoneOf(typeof shape === 'function' ? shape() : shape));
    if (value.kind !== 'object') continue;
    for (const when of zone.whens) if (when.conditions.every((each) => holds(each, value))) here.push(when.zone);
  }
  return here;
}

function kindIn(zones: readonly Zone[]): TextLeaf['kind'] {
  return zones.findLast(({ kind }) => kind !== null)?.kind ?? 'undeclared';
}
