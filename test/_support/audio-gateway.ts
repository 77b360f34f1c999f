import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import OpenAI, { toFile } from 'openai';
import {
  dataDirectory,
  environmentFor,
  startTestGateway,
  testConfig,
  type Teardown,
  type TenantOptions,
} from './gateway.ts';
import { httpCall, type HttpReply } from './http-call.ts';
import { assertWalletIsSound, viewLedger } from './ledger-view.ts';
import { assertBillingRecordsAgree, audioPrices } from './sandbox-bill.ts';
import { startSandbox } from './sandbox.ts';
import { SharedTeardown } from './shared-teardown.ts';
import { until } from './until.ts';

// One gateway before one sandbox: `light` is charged by time, `tokens` by tokens.

async function setScene(t: Teardown) {
  const sandbox = await startSandbox(t);
  const target = {
    model: 'sandbox-small',
    surfaces: ['audio_transcriptions', 'audio_translations'],
    context_tokens_max: 10_000,
    output_tokens_max: 1_000,
    prices: audioPrices,
  };
  const upstream = { base_url: sandbox.baseUrl, api_key: sandbox.apiKey, circuit_failures: 1_000, retries_max: 1 };
  const targets = {
    light: { ...target, upstream: 'sandbox' },
    'no-billing-records': { ...target, upstream: 'no-billing-records' },
    tokens: { ...target, upstream: 'sandbox', model: 'sandbox-medium' },
    trusted: { ...target, upstream: 'sandbox', trusted: true },
    chatty: { ...target, upstream: 'sandbox', surfaces: ['chat_completions'] },
  };
  const environment = environmentFor(dataDirectory(t), {
    ...testConfig(sandbox, {
      server: { audio_bytes_max: 3_000_000 },
      reservations: { unknown_outcome: 'release', unknown_outcome_grace_ms: 1 },
    }),
    upstreams: {
      sandbox: { ...upstream, billing_records_path: '/sandbox/billing-records/{reservation_id}' },
      'no-billing-records': upstream,
    },
    targets,
    profiles: Object.fromEntries(Object.keys(targets).map((name) => [name, { targets: [name] }])),
  });
  const ledger = await viewLedger(t, environment);
  const { baseUrl } = await startTestGateway(t, environment);
  const uploads = join(environment['WAYBILL_DATA_DIR'] ?? '', 'uploads');
  return { sandbox, ledger, baseUrl, uploads };
}

/** A gateway that the tests of a file share, from when one asks for it. `endAudio` belongs into `test.after.always`. */
export function audioGateway() {
  const shared = new SharedTeardown();
  let scene: ReturnType<typeof setScene> | null = null;
  const startAudio = () => (scene ??= setScene(shared));
  const audioCaller = async (options: TenantOptions = {}) => {
    const { ledger, baseUrl, sandbox } = await startAudio();
    const tenant = await ledger.tenant({ allowAllModels: true, ...options });
    const client = new OpenAI({ apiKey: tenant.apiKey, baseURL: baseUrl, maxRetries: 0 });
    return {
      audio: client.audio,
      tenant,
      /** The wallet, sound, and equal to the billing records. */
      settled: async (t: ExecutionContext) => {
        const wallet = await ledger.settledWallet(tenant.walletId);
        assertWalletIsSound(t, wallet);
        await assertBillingRecordsAgree(t, { wallet, sandbox });
        return wallet.reservations;
      },
    };
  };
  return { startAudio, audioCaller, endAudio: shared.end };
}

/** Bytes of every value, a boundary's beginning among them. */
export const recording = Buffer.concat([
  Buffer.from(Array.from({ length: 40_000 }, (_, index) => (index * 7) % 256)),
  Buffer.from('\r\n--waybill-\r\n\r\n'),
]);
export const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);
export const upload = (name = 'Grüße von Zoë 👋🏽.mp3') => toFile(recording, name, { type: 'audio/mpeg' });
export const formBoundary = 'the caller’s own'.replaceAll(/[^a-z]/g, '-');
export const formField = (name: string, value: string) =>
  Buffer.from(`--${formBoundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
export const filePart = (disposition = 'form-data; name="file"; filename="a.mp3"', content: Buffer = recording) =>
  Buffer.concat([
    Buffer.from(`--${formBoundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: audio/mpeg\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);

export function postAudioForm(
  baseUrl: string,
  apiKey: string,
  parts: readonly Buffer[],
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpReply> {
  return httpCall(`${baseUrl}/audio/transcriptions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': `multipart/form-data; boundary=${formBoundary}`,
      ...headers,
    },
    body: Buffer.concat([...parts, Buffer.from(`--${formBoundary}--\r\n`)]),
  });
}

/** A file has its name for a moment only: others of the same moment are other tests'. */
export const assertNoUploads = (uploads: string) =>
  until('no upload has a name', () => !existsSync(uploads) || readdirSync(uploads).length === 0);
