import type { JsonMember, JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';
import { shownName } from './request-fields.ts';

/**
 * Which members of a request are known not to change the amount of work. Everything else is passed on unchanged, but
 * its effect upstream is unknown: such a request holds the whole worst case (ADR 0022).
 *
 * A shape is data: the names of an object's members, each with the shape of its value where that matters.
 */
export interface KnownObject {
  readonly kind: 'object';
  /** Names by their length: the bytes of each, and the shape of its value; `null`: any value is allowed. */
  readonly names: ReadonlyMap<number, readonly KnownName[]>;
}

/** Objects that are distinguished by their `type`; `''` stands for an object without one. Any other type is unknown. */
export interface KnownTypes {
  readonly kind: 'types';
  readonly types: ReadonlyMap<string, KnownObject>;
  /** Of values that are no object, only `false` is known. Absent: any is. */
  readonly isSwitch?: true;
}

/**
 * The shape of a value: of the object itself, or of each object in an array. A function is for a shape that contains
 * itself.
 */
export type KnownShape = KnownObject | KnownTypes | (() => KnownObject | KnownTypes);

export interface KnownName {
  readonly name: string;
  readonly shape: KnownShape | null;
}

/** `names` are separated by white space and may have any value. `nested` are names too, each with its shape. */
export function knownObject(names: string, nested: Readonly<Record<string, KnownShape>> = {}): KnownObject {
  const all: KnownName[] = [
    ...names.split(/\s+/).flatMap((name) => (name === '' ? [] : [{ name, shape: null }])),
    ...Object.entries(nested).map(([name, shape]) => ({ name, shape })),
  ];
  return { kind: 'object', names: Map.groupBy(all, ({ name }) => name.length) };
}

/** The keys are types, several of them separated by white space. */
export function knownTypes(types: Readonly<Record<string, KnownObject>>): KnownTypes {
  const each = Object.entries(types).flatMap(([names, shape]) =>
    names.split(/\s+/).map((name) => [name, shape] as const),
  );
  return { kind: 'types', types: new Map(each) };
}

/** A switch that is known while it is off, as `false` or as an object of type `disabled`. */
export const switchedOff: KnownTypes = { ...knownTypes({ disabled: knownObject('type') }), isSwitch: true };

/** How deep objects are searched; no protocol nests deeper. Each level reads the bytes once more. */
export const knownDepthMax = 8;

/**
 * The path of the first unknown member, e.g. `messages[0].images`; `null` when all are known. A member that is `null`
 * asks for nothing. Anything nested deeper than any protocol nests is unknown.
 */
export function findUnknownMember(object: JsonObjectText, shape: KnownShape): string | null {
  return findInObject(object, shape, 1)?.replace(/^\./, '') ?? null;
}

/** Each level writes its own part of the path, with the dot before a name. */
function findInObject(object: JsonObjectText, shape: KnownShape, depth: number): string | null {
  const known = depth > knownDepthMax ? null : knownShapeOf(object, shape);
  if (known === null) return '';
  for (const member of object.members) {
    if (member.kind === 'null') continue;
    const name = findKnownName(object, member, known);
    if (name === null) return `.${shownName(object.key(member))}`;
    if (name.shape === null) continue;
    const within = findInValue(object, member, { shape: name.shape, depth });
    if (within !== null) return `.${name.name}${within}`;
  }
  return null;
}

interface Within {
  readonly shape: KnownShape;
  readonly depth: number;
}

function findInValue(object: JsonObjectText, span: JsonSpan, { shape, depth }: Within): string | null {
  if (span.kind === 'object') return findInObject(object.object(span), shape, depth + 1);
  if (span.kind !== 'array') return isSwitch(shape) && span.kind !== 'false' ? '' : null;
  for (const [index, element] of object.elements(span).entries()) {
    const within = element.kind === 'array' ? '' : findInValue(object, element, { shape, depth });
    if (within !== null) return `[${index}]${within}`;
  }
  return null;
}

function isSwitch(shape: KnownShape): boolean {
  return typeof shape !== 'function' && shape.kind === 'types' && shape.isSwitch === true;
}

/** The members that an object may have; `null` for an unknown type. */
export function knownShapeOf(object: JsonObjectText, shape: KnownShape): KnownObject | null {
  const known = typeof shape === 'function' ? shape() : shape;
  if (known.kind === 'object') return known;
  const type = object.member('type');
  if (type === undefined || type.kind === 'null') return known.types.get('') ?? null;
  return type.kind === 'string' ? (known.types.get(object.decode(type)) ?? null) : null;
}

const backslash = 0x5c;

/** The known name of a member; `null` for an unknown one. Compares bytes: hardly any key has an escape to decode. */
export function findKnownName(object: JsonObjectText, member: JsonMember, { names }: KnownObject): KnownName | null {
  const { bytes } = object;
  const [start, end] = [member.keyStart + 1, member.keyEnd - 1];
  for (const each of names.get(end - start) ?? []) {
    if (isSpelt(bytes, start, each.name)) return each;
  }
  if (!bytes.subarray(start, end).includes(backslash)) return null;
  const key = object.key(member);
  return names.get(key.length)?.find(({ name }) => name === key) ?? null;
}

function isSpelt(bytes: Buffer, start: number, name: string): boolean {
  for (let at = 0; at < name.length; at++) {
    if (bytes[start + at] !== name.charCodeAt(at)) return false;
  }
  return true;
}
