import type { JsonObjectText } from '../../wire/json-object-text.ts';
import type { JsonLimits } from '../../wire/json-limits.ts';
import type { JsonFault } from '../../wire/json-scan.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import { findMisspeltMember } from './misspelt-member.ts';
import { isRequestFault, readModelField, requestFault, type RequestFault } from './request-fields.ts';
import { GatewayError, type ErrorCode } from '../../errors.ts';

/** Reads a JSON body as text, strictly. Raises `GatewayError` (400) with the fault and its position. */
export function scanJsonBody(body: Buffer, limits: JsonLimits): JsonObjectText {
  const object = scanJsonObject(body, limits);
  if (object.kind === 'json_fault') throw faultError(object, limits);
  const misspelt = findMisspeltMember(object);
  if (misspelt !== null) throw invalidValue(requestFault(misspelt.written, `written \`${misspelt.meant}\``));
  return object;
}

/** The model that a body names; `null`: none, or not by a name. Never raises. */
export function modelInJson(body: Buffer, limits: JsonLimits): string | null {
  const object = scanJsonObject(body, limits);
  const model = object.kind === 'json_fault' ? null : readModelField(object);
  return isRequestFault(model) ? null : model;
}

/** The texts in the `metadata` of a body, by name. Never raises. */
export function metadataInJson(body: Buffer, limits: JsonLimits): (name: string) => string | undefined {
  const object = scanJsonObject(body, limits);
  const metadata = object.kind === 'json_fault' ? undefined : object.nested('metadata');
  return (name) => metadata?.string(name);
}

/** The error for a member that has the wrong type or value. */
export function invalidValue({ message, param, place = [param] }: RequestFault): GatewayError {
  return new GatewayError('invalid_value', { detail: message, param, place });
}

const codeOfFault: Record<JsonFault['fault'], ErrorCode> = {
  malformed: 'malformed_json',
  empty: 'malformed_json',
  not_an_object: 'malformed_json',
  duplicate_key: 'duplicate_key',
  too_deep: 'json_too_deep',
  too_many_members: 'json_too_many_values',
  too_many_elements: 'json_too_many_values',
  invalid_utf8: 'invalid_utf8',
};

const shownKeyCharactersMax = 200;

function faultError({ fault, at, key = '' }: JsonFault, limits: JsonLimits): GatewayError {
  const code = codeOfFault[fault];
  switch (fault) {
    case 'duplicate_key': {
      const shown = key.length > shownKeyCharactersMax ? `${key.slice(0, shownKeyCharactersMax)}…` : key;
      return new GatewayError(code, {
        detail: `The key ${JSON.stringify(shown)} occurs twice in one object (byte ${at}).`,
        param: shown,
      });
    }
    case 'too_deep':
      return new GatewayError(code, {
        detail: `The body is nested deeper than ${limits.depthMax} levels (byte ${at}).`,
      });
    case 'too_many_members':
      return new GatewayError(code, {
        detail: `The objects of the body have more than ${limits.membersMax} members together (byte ${at}).`,
      });
    case 'too_many_elements':
      return new GatewayError(code, {
        detail: `The arrays of the body have more than ${limits.elementsMax} elements together, or ${limits.numbersMax} numbers (byte ${at}).`,
      });
    case 'malformed':
    case 'invalid_utf8':
      return new GatewayError(code, { detail: `The body cannot be read at byte ${at}.` });
    case 'empty':
    case 'not_an_object':
      return new GatewayError(code);
  }
}
