import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import { refusalCode } from './refusal-code.ts';

/** What an upstream says of a request that it refuses. */
export interface UpstreamRefusal {
  /** May quote the caller. */
  readonly message: string;
  readonly param: string | null;
  /** A word for machines; `null` where it has none. */
  readonly code: string | null;
}

/**
 * What an upstream says of a request that it refuses, wherever its kind of server puts that: `error`, `error.message`,
 * `message`, `detail`, `detail.message`, or the first of a list of `detail`. The words may quote the caller, and are the
 * caller's own business only. `null` when there are none.
 */
export function readUpstreamRefusal(body: Buffer): UpstreamRefusal | null {
  const object = scanJsonObject(body);
  if (object.kind === 'json_fault') return null;
  for (const key of ['error', 'message', 'detail']) {
    const holder = object.nested(key);
    const message = object.string(key) ?? holder?.string('message');
    // Some say beside the words, and not around them, what they are about.
    if (message !== undefined) return { message, ...aboutOf(holder ?? object) };
  }
  return firstDetail(object);
}

function aboutOf(holder: JsonObjectText): Pick<UpstreamRefusal, 'param' | 'code'> {
  const code = holder.nested('details')?.string('error_code') ?? holder.string('code');
  return { param: holder.string('param') ?? null, code: refusalCode(code) };
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
