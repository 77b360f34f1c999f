import type { z } from 'zod';

/** One operation of the interface, as far as it is described. */
export interface Operation {
  readonly method: 'get' | 'post' | 'delete';
  /** Below `/v1`; parameters in braces. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  /** What may be asked behind the path; none of it has to be. */
  readonly query?: Readonly<Record<string, z.ZodType>>;
  /** Of a POST. */
  readonly body?: z.ZodType;
  /** The body is a multipart form instead of JSON. */
  readonly isForm?: boolean;
  /** Whether the answer can be a stream of server-sent events. */
  readonly streams?: boolean;
  /** Whether the answer is bytes, under a content type of their own. */
  readonly isBinary?: boolean;
  /** Whether the answer can be plain text, where the request asks for it. */
  readonly isText?: boolean;
  /** Answered to anybody; absent: to callers with a key. */
  readonly isPublic?: boolean;
  /** Of a POST: it costs nothing. */
  readonly isFree?: boolean;
  /** What is kept here and asked for, instead of an inference. */
  readonly resource?: 'model' | 'response' | 'file';
  /** Understands `anthropic-version` and `anthropic-beta`. */
  readonly speaksAnthropic?: boolean;
}

/** Asks a model for something. */
export function isInference({ body, resource }: Operation): boolean {
  return body !== undefined && resource === undefined;
}

/** Asks for something that is charged. */
export function isPriced(operation: Operation): boolean {
  return isInference(operation) && operation.isFree !== true;
}

/** Takes an idempotency key: whatever must not be done twice. */
export function isKeyed({ body, isFree }: Operation): boolean {
  return body !== undefined && isFree !== true;
}
