// What the examples share: where the gateway is, and an end in one sentence where the reader can do something about it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APIConnectionError, APIError } from 'openai';

const { WAYBILL_BASE_URL, WAYBILL_API_KEY, WAYBILL_DATA_DIR = 'data' } = process.env;
const yours = 'WAYBILL_BASE_URL and WAYBILL_API_KEY to a gateway of yours';

/** The message says what to do next: no stack is printed. */
export class PlainEnd extends Error {}

/** What the sandbox of npm start wrote. */
export interface Sandbox {
  readonly base_url: string;
  readonly api_key: string;
  readonly admin_url: string;
  readonly admin_api_key: string;
}

/** `instead`: what to set for another gateway. */
export function sandbox(instead = yours): Sandbox {
  const path = join(WAYBILL_DATA_DIR, 'sandbox.json');
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Sandbox;
  } catch {
    throw new PlainEnd(`${path} cannot be read: run \`npm start\` in another terminal, or set ${instead}`);
  }
}

/** Where the gateway is: WAYBILL_BASE_URL, or what the sandbox wrote. */
export function baseURL(): string {
  return WAYBILL_BASE_URL ?? sandbox().base_url;
}

/** The key to it: WAYBILL_API_KEY, or what the sandbox wrote. */
export function apiKey(): string {
  if (WAYBILL_BASE_URL === undefined) return sandbox().api_key;
  if (WAYBILL_API_KEY === undefined) throw new PlainEnd(`WAYBILL_API_KEY is not set: set ${yours}`);
  return WAYBILL_API_KEY;
}

/** `null`: a defect of the example, which needs its stack. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof APIConnectionError || (error instanceof TypeError && error.message === 'fetch failed')) {
    return `no gateway answers at ${WAYBILL_BASE_URL ?? 'the address that the sandbox wrote'}: run \`npm start\` in another terminal, or set ${yours}`;
  }
  // The gateway's errors say what to do next.
  if (error instanceof APIError || error instanceof PlainEnd) return error.message;
  return null;
}

process.once('uncaughtException', (error: Error) => {
  // A waybill command that failed has printed why.
  const isCommand = 'status' in error && 'stderr' in error;
  if (!isCommand) console.error(sentenceOf(error) ?? error);
  process.exit(1);
});
