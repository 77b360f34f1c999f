import type { JsonObjectText } from '../domain/json-object-text.ts';
import { scanJsonObject } from '../domain/json-text.ts';
import { refusalCode } from '../domain/refusal-code.ts';
import type { GatewayError } from '../errors.ts';
import type { UpstreamRefusal } from '../pipeline/stages.ts';

/**
 * The error record of the specification (§2.2) with all four keys that OpenAI clients read; `null` where there is none. A
 * refusal of the upstream has the upstream's own code: clients act on it.
 */
export function openaiErrorBody({ message, type, param, code, upstreamCode }: GatewayError): {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: string | null;
    readonly code: string;
  };
} {
  return { error: { message, type, param, code: upstreamCode ?? code } };
}

/** The headers that tell a client when, and whether, to try again. */
export function retryHeaders({ retryAfterSeconds, shouldRetry }: GatewayError): Record<string, string> {
  return {
    ...(retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...(shouldRetry === null ? {} : { 'x-should-retry': String(shouldRetry) }),
  };
}

/** The words of an OpenAI-shaped refusal, `null` when there are none; they are the caller's own business only. */
export function openaiRefusal(body: Buffer): UpstreamRefusal | null {
  const object = scanJsonObject(body);
  if (object.kind === 'json_fault') return null;
  const error: JsonObjectText | undefined = object.nested('error');
  const message = error?.string('message');
  if (message === undefined) return null;
  return { message, param: error?.string('param') ?? null, code: refusalCode(error?.string('code')) };
}
