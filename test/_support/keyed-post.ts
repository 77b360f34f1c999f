import { dataDirectory, environmentFor, testConfig, type Teardown } from './gateway.ts';
import { httpCall, type HttpReply } from './http-call.ts';
import { viewLedger, type LedgerView } from './ledger-view.ts';
import type { Body } from './sandbox-post.ts';
import { startSandbox, type SandboxForTest } from './sandbox.ts';

export interface KeyedCall {
  readonly apiKey: string;
  /** The idempotency key. */
  readonly key: string;
  readonly body: Body;
}

/** A chat completion with an idempotency key. Rejects when the connection breaks. */
export function keyedPost(
  { baseUrl }: { readonly baseUrl: string },
  { apiKey, key, body }: KeyedCall,
): Promise<HttpReply> {
  return httpCall(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });
}

/** The code of an error; `undefined` for an answer. */
export function codeOf({ text }: HttpReply): string | undefined {
  return (JSON.parse(text) as { readonly error?: { readonly code?: string } }).error?.code;
}

export interface KeyedPlace {
  readonly sandbox: SandboxForTest;
  readonly environment: Readonly<Record<string, string>>;
  readonly ledger: LedgerView;
}

/** A sandbox, and a data directory for gateways that wait for each other as long as it takes. */
export async function startKeyedPlace(t: Teardown): Promise<KeyedPlace> {
  const sandbox = await startSandbox(t);
  const config = testConfig(sandbox, { top: { idempotency: { wait_ms: 60_000 } } });
  const environment = environmentFor(dataDirectory(t), config);
  return { sandbox, environment, ledger: await viewLedger(t, environment) };
}
