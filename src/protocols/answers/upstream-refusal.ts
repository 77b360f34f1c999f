import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { scanJsonObject } from '../../wire/json-text.ts';

/** What an upstream says of a request that it refuses. */
export interface UpstreamRefusal {
  /** May quote the caller. */
  readonly message: string;
  readonly param: string | null;
  /** A code for programs; `null` when there is none. */
  readonly code: string | null;
}

/**
 * The message of a refusal, wherever the kind of server puts it: `error`, `error.message`, `message`, `detail`,
 * `detail.message`, or the first of a list of `detail`. It may quote the caller, and must be shown to no one else.
 * `null` when there is none.
 */
export function readUpstreamRefusal(body: Buffer): UpstreamRefusal | null {
  const object = scanJsonObject(body);
  if (object.kind === 'json_fault') return null;
  for (const key of ['error', 'message', 'detail']) {
    const holder = object.nested(key);
    const message = object.string(key) ?? holder?.string('message');
    // Some servers put what the error is about beside the message instead of around it.
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

/** A code for programs, too short and plain to quote a caller's text. */
const codePattern = /^[a-z][a-z0-9_.-]{0,99}$/i;

/** The code of an upstream's refusal if it is well-formed; `null` otherwise. */
function refusalCode(code: string | undefined): string | null {
  return code !== undefined && codePattern.test(code) ? code : null;
}
