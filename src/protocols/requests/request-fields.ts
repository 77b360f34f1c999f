import type { JsonMember, JsonObjectText } from '../../wire/json-object-text.ts';
import { profilePattern } from '../../domain/profile-name.ts';

/** A member the gateway relies on has the wrong type or value. */
export interface RequestFault {
  readonly kind: 'request_fault';
  /** The member's path, e.g. `stream_options.include_usage`. */
  readonly param: string;
  readonly message: string;
  /** The names in `param` one by one, where a name may contain a dot; absent: `param` is one name. */
  readonly place?: readonly string[];
}

/** `rule` completes the sentence "… must be". */
export function requestFault(param: string, rule: string): RequestFault {
  return { kind: 'request_fault', param, message: `\`${param}\` must be ${rule}.` };
}

/** The fault of a member at a place, given by the names that lead to it. */
export function faultAt(place: readonly string[], rule: string): RequestFault {
  return { ...requestFault(place.join('.'), rule), place };
}

export function isRequestFault(value: unknown): value is RequestFault {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'request_fault';
}

const shownCharactersMax = 100;

/** A name from a body, shortened for an error message. */
export function shownName(name: string): string {
  return name.length > shownCharactersMax ? `${name.slice(0, shownCharactersMax)}…` : name;
}

/** A member with a value: absent and `null` are the same. */
export function givenMember(object: JsonObjectText, key: string): JsonMember | undefined {
  const member = object.member(key);
  return member?.kind === 'null' ? undefined : member;
}

/** `null` when nothing is given. */
export function readStringField(object: JsonObjectText, key: string): string | null | RequestFault {
  const member = givenMember(object, key);
  if (member === undefined) return null;
  return member.kind === 'string' ? object.decode(member) : requestFault(key, 'a string');
}

/** The profile that `model` names; `null` when it names none: then the caller's default. */
export function readModelField(object: JsonObjectText): string | null | RequestFault {
  const model = readStringField(object, 'model');
  if (model === null || isRequestFault(model) || profilePattern.test(model)) return model;
  return requestFault('model', 'a name of 1 to 200 characters: first a letter or digit, then also . _ : / + @ -');
}

/** False when nothing is given. `param` is the path of a nested member. */
export function readBooleanField(object: JsonObjectText, key: string, param = key): boolean | RequestFault {
  const member = givenMember(object, key);
  if (member === undefined || member.kind === 'false') return false;
  return member.kind === 'true' ? true : requestFault(param, 'a boolean');
}

/** In a limit of tokens: no limit, as llama.cpp and LM Studio document it. */
export const noLimit = -1;

/** A number from 1 to `max`, or `null` when nothing is given. `absent` is a number that says the same as nothing. */
export function readCountField(
  object: JsonObjectText,
  key: string,
  max: number,
  absent?: number,
): number | null | RequestFault {
  const member = givenMember(object, key);
  if (member === undefined) return null;
  const value = member.kind === 'number' ? Number(object.text(member)) : Number.NaN;
  if (value === absent) return null;
  const isCount = Number.isInteger(value) && value >= 1 && value <= max;
  return isCount ? value : requestFault(key, `an integer from 1 to ${max}`);
}

/** A list of at least one object, and of nothing else. */
export function readObjectsField(object: JsonObjectText, key: string): readonly JsonObjectText[] | RequestFault {
  const member = object.member(key);
  const objects: JsonObjectText[] = [];
  if (member?.kind === 'array') {
    for (const element of object.eachElement(member)) {
      if (element.kind !== 'object') return requestFault(`${key}[${objects.length}]`, 'an object');
      objects.push(object.object(element));
    }
  }
  return objects.length > 0 ? objects : requestFault(key, 'a non-empty array');
}
