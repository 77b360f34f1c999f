// Posts chat completions, or what else is asked, to a sandbox upstream and reads what came back, byte for byte.
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReservationRecords } from '../../infra/sandbox-upstream/billing-records.ts';
import type { SandboxForTest } from './sandbox.ts';

export const HELLO = 'Hello there, friend';
/** 19 bytes in one message: ceil(19 / 4) + 3. */
export const HELLO_PROMPT_TOKENS = 8;
/** "You said: Hello there, friend" */
export const HELLO_COMPLETION_TOKENS = 5;

export interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As the HTTP parser gave them. */
  readonly chunks: readonly Buffer[];
  readonly text: string;
  /** Whether the connection broke before the end. */
  readonly broken: boolean;
}

export type Body = Readonly<Record<string, unknown>>;

export interface ChunkFields {
  readonly choices?: readonly { readonly index: number; readonly delta: { readonly content?: string } }[];
  readonly usage?: { readonly completion_tokens: number } | null;
  readonly error?: { readonly message: string };
}

export const chat = (content: string, more: Body = {}): Body => ({
  model: 'sandbox-small',
  messages: [{ role: 'user', content }],
  ...more,
});

export const streamed = (content: string, more: Body = {}): Body =>
  chat(content, { stream: true, stream_options: { include_usage: true }, ...more });

/** Posts over a connection of its own and keeps what came, also when the connection breaks. */
export function post(
  sandbox: SandboxForTest,
  body: Body,
  reservation = 'r',
  path = '/chat/completions',
): Promise<Seen> {
  const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'x-waybill-reservation': reservation };
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let head: Pick<Seen, 'status' | 'headers'> = { status: 0, headers: {} };
    const end = (broken: boolean): void => {
      resolve({ ...head, chunks, text: Buffer.concat(chunks).toString(), broken });
    };
    const request = httpRequest(`${sandbox.baseUrl}${path}`, { method: 'POST', headers, agent: false });
    request.on('error', () => {
      end(true);
    });
    request.on('response', (response) => {
      head = { status: response.statusCode ?? 0, headers: response.headers };
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => {
        end(true);
      });
      response.on('end', () => {
        end(false);
      });
    });
    request.end(JSON.stringify(body));
  });
}

/** The `data` of each record of a stream whose lines end in `\n`. */
export const records = (text: string): string[] =>
  text
    .split('\n\n')
    .flatMap((record) => record.split('\n').filter((line) => line.startsWith('data:')))
    .map((line) => line.slice('data:'.length).trim());

export const chunksOf = (text: string): ChunkFields[] =>
  records(text)
    .filter((record) => record.startsWith('{'))
    .map((record) => JSON.parse(record) as ChunkFields);

export const contentOf = (text: string): string =>
  chunksOf(text)
    .map((chunk) => chunk.choices?.[0]?.delta.content ?? '')
    .join('');

/** Asks the billing records until the reservation is seen and no longer running. */
export async function ended(sandbox: SandboxForTest, reservation = 'r'): Promise<ReservationRecords> {
  for (;;) {
    const found = await sandbox.lookUp(reservation);
    if (found !== null && found.state !== 'running') return found;
    await sleep(5);
  }
}

/** Reads complete records until the text read so far is enough; the connection stays open. */
export async function readUntil(response: Response, isEnough: (text: string) => boolean): Promise<void> {
  const reader = response.body?.getReader();
  let text = '';
  while (!isEnough(text.slice(0, text.lastIndexOf('\n\n') + 2))) {
    const read = await reader?.read();
    if (read?.value === undefined) throw new Error(`the stream ended after ${text}`);
    text += Buffer.from(read.value).toString();
  }
}

export const counters = (billingRecords: ReservationRecords): [unknown, unknown] => [
  billingRecords.usage?.['prompt_tokens'],
  billingRecords.usage?.['completion_tokens'],
];
