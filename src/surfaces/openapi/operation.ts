import type { z } from 'zod';
import type { FormFields } from '../../protocols/requests/form-fields.ts';

/** What the operations are grouped by, each with what it says of itself. */
export const operationTags = {
  conversations: 'Text from text, in the protocols of OpenAI and Anthropic.',
  embeddings: 'Vectors from texts.',
  audio: 'Speech from text, and text from recordings.',
  questions: 'Typed questions, answered with probabilities.',
  models: 'The models that the caller may use.',
  account: 'What the ledger knows of the key that asks.',
  files: 'Files that requests refer to.',
  description: 'This description.',
} as const;

type OperationTag = keyof typeof operationTags;

/** The description of one operation of the interface. */
export interface Operation {
  readonly method: 'get' | 'post' | 'delete';
  /** Path below `/v1`; parameters in braces. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly tag: OperationTag;
  /** The query parameters, all optional. */
  readonly query?: Readonly<Record<string, z.ZodType>>;
  /** Body of a POST. */
  readonly body?: z.ZodType;
  /** The fields of the multipart form that is the body, of which `body` describes some; absent: the body is JSON. */
  readonly form?: FormFields;
  /** Whether the answer can be a stream of server-sent events. */
  readonly streams?: boolean;
  /** Whether the answer is bytes with their own content type. */
  readonly isBinary?: boolean;
  /** Whether the answer can be plain text if the request asks for it. */
  readonly isText?: boolean;
  /** Whether no key is required. */
  readonly isPublic?: boolean;
  /** Whether a POST is free of charge. */
  readonly isFree?: boolean;
  /** What is read or stored, for operations that are no inference; `account`: what the ledger knows of the key that asks. */
  readonly resource?: 'model' | 'response' | 'file' | 'account';
  /** Whether `anthropic-version` and `anthropic-beta` are read. */
  readonly speaksAnthropic?: boolean;
}

/** Whether the operation calls a model. */
export function isInference({ body, resource }: Operation): boolean {
  return body !== undefined && resource === undefined;
}

/** Whether the operation is charged. */
export function isPriced(operation: Operation): boolean {
  return isInference(operation) && operation.isFree !== true;
}

/** Whether the operation takes an idempotency key, because it must not be executed twice. */
export function isKeyed({ body, isFree }: Operation): boolean {
  return body !== undefined && isFree !== true;
}
