// The state of one sandbox: what its surfaces and its control API share.
import type { IncomingMessage } from 'node:http';
import type { BillingRecords } from './billing-records.ts';
import type { Exchange } from './exchange.ts';
import type { MisbehaviourQueue } from './misbehaviour.ts';
import type { PromptCache } from './prompt-cache.ts';
import type { RequestRecord } from './request-record.ts';

/** An upload. */
export interface SandboxFile {
  readonly record: object;
  readonly type: string;
  readonly content: Buffer;
}

export interface Sandbox {
  /** The only key taken. */
  readonly apiKey: string;
  readonly billingRecords: BillingRecords;
  readonly misbehaviours: MisbehaviourQueue;
  /** Null when recording is switched off. */
  readonly record: RequestRecord | null;
  /** Null where prompts are not kept. */
  readonly promptCache: PromptCache | null;
  readonly inFlight: Set<Exchange>;
  /** Uploads by id, for as long as the process lives. */
  readonly files: Map<string, SandboxFile>;
  /** Numbers of files. */
  readonly fileIds: Iterator<number, never>;
}

/** Whether a request brings the key, in either of the headers in which keys are sent. */
export const isAuthorised = ({ apiKey }: Sandbox, { headers }: IncomingMessage): boolean =>
  headers.authorization === `Bearer ${apiKey}` || headers['x-api-key'] === apiKey;
