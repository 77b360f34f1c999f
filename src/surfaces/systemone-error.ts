import type { JsonObjectText } from '../domain/json-object-text.ts';
import { scanJsonObject } from '../domain/json-text.ts';
import type { ErrorCode, GatewayError } from '../errors.ts';
import type { UpstreamRefusal } from '../pipeline/stages.ts';
import { openaiErrorBody } from './openai-error.ts';

/** What is wrong with the body itself is 422 in this protocol. */
const faultsOfTheBody: ReadonlySet<ErrorCode> = new Set([
  'malformed_json',
  'duplicate_key',
  'json_too_deep',
  'invalid_utf8',
  'invalid_value',
]);

/** The status that an error has in the dialect of System One. */
export function systemOneStatus({ code, status }: GatewayError): number {
  return faultsOfTheBody.has(code) ? 422 : status;
}

/** The error record of the specification, and beside it the `detail` of this protocol: a list for 422, else a text. */
export function systemOneErrorBody(error: GatewayError): object {
  const { message, code, param } = error;
  const loc = param === null ? ['body'] : ['body', param];
  const detail = systemOneStatus(error) === 422 ? [{ loc, msg: message, type: code }] : message;
  return { ...openaiErrorBody(error), detail };
}

/**
 * The words of an upstream's refusal, wherever its kind of upstream puts them: `error`, `error.message`, `message`,
 * `detail`, `detail.message`, or the first of a list of `detail`. They may quote the caller. `null` when there are none.
 */
export function systemOneRefusal(body: Buffer): UpstreamRefusal | null {
  const object = scanJsonObject(body);
  if (object.kind === 'json_fault') return null;
  for (const key of ['error', 'message', 'detail']) {
    const message = object.string(key) ?? object.nested(key)?.string('message');
    if (message !== undefined) return { message, param: null, code: null };
  }
  return firstDetail(object);
}

function firstDetail(object: JsonObjectText): UpstreamRefusal | null {
  const member = object.member('detail');
  const first = member?.kind === 'array' ? object.elements(member, 1)[0] : undefined;
  const detail = first?.kind === 'object' ? object.object(first) : undefined;
  const message = detail?.string('msg');
  if (detail === undefined || message === undefined) return null;
  const loc = detail.member('loc');
  const steps = loc?.kind === 'array' ? detail.elements(loc).map((step) => String(detail.value(step))) : [];
  const path = steps.filter((step) => step !== 'body').join('.');
  return { message, param: path === '' ? null : path, code: null };
}
