// Asks a sandbox upstream for responses and reads their records.
import { post, records, type Body, type Seen } from './sandbox-post.ts';
import type { SandboxForTest } from './sandbox.ts';

/** One record of a stream, as far as these tests look at it. */
export interface ResponseRecord {
  readonly type: string;
  readonly sequence_number: number;
  readonly [field: string]: unknown;
}

export interface OutputItem {
  readonly type: string;
  readonly id: string;
  readonly [field: string]: unknown;
}

/** A response at its end. */
export interface WholeResponse {
  readonly id: string;
  readonly status: string;
  readonly output: readonly OutputItem[];
  readonly usage?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** A request that the sandbox takes: nothing is stored. */
export const response = (input: unknown, more: Body = {}): Body => ({
  model: 'sandbox-large',
  input,
  store: false,
  ...more,
});

/** Reasoning that can come back. */
export const REASONING: Body = { reasoning: { effort: 'low' }, include: ['reasoning.encrypted_content'] };

export const respond = (sandbox: SandboxForTest, body: Body, reservation = 'r'): Promise<Seen> =>
  post(sandbox, body, reservation, '/responses');

/** The response of an answer that is not streamed. */
export async function responded(sandbox: SandboxForTest, body: Body): Promise<WholeResponse> {
  const { status, text } = await respond(sandbox, body);
  if (status !== 200) throw new Error(`the sandbox answered ${status}: ${text}`);
  return JSON.parse(text) as WholeResponse;
}

export const responseRecords = (text: string): readonly ResponseRecord[] =>
  records(text)
    .filter((record) => record.startsWith('{'))
    .map((record) => JSON.parse(record) as ResponseRecord);
