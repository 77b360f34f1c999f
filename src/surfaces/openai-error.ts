import type { JsonObjectText } from '../domain/json-object-text.ts';
import { scanJsonObject } from '../domain/json-text.ts';
import type { GatewayError } from '../errors.ts';

/** The error record of the specification (§2.2) with all four keys that OpenAI clients read; `null` where there is none. */
export function openaiErrorBody({ message, type, param, code }: GatewayError): {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: string | null;
    readonly code: string;
  };
} {
  return { error: { message, type, param, code } };
}

/** The headers that tell a client when, and whether, to try again. */
export function retryHeaders({ retryAfterSeconds, shouldRetry }: GatewayError): Record<string, string> {
  return {
    ...(retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...(shouldRetry === null ? {} : { 'x-should-retry': String(shouldRetry) }),
  };
}

/** The words of an OpenAI-shaped refusal, `null` when there are none; they are the caller's own business only. */
export function openaiRefusal(body: Buffer): { readonly message: string; readonly param: string | null } | null {
  const object = scanJsonObject(body);
  if (object.kind === 'json_fault') return null;
  const error: JsonObjectText | undefined = object.nested('error');
  const message = error?.string('message');
  return message === undefined ? null : { message, param: error?.string('param') ?? null };
}
