import { request as httpRequest, type IncomingMessage } from 'node:http';
import test, { type ExecutionContext } from 'ava';
import {
  dataDirectory,
  environmentFor,
  spawnGateway,
  startTestGateway,
  testConfig,
  type TestTenant,
} from '../_support/gateway.ts';
import { assertWalletIsSound, viewLedger, type LedgerView } from '../_support/ledger-view.ts';
import { isNightly } from '../_support/nightly.ts';
import { spawnSandbox, startSandbox, type SandboxForTest } from '../_support/sandbox.ts';
import { chat } from '../_support/sandbox-post.ts';
import { openAnswer, streamingConfig, streamingSurfaces } from '../_support/streaming-surfaces.ts';
import { until } from '../_support/until.ts';

// Readers who take nothing of answers that are larger than all buffers on the way. They are charged what the upstream
// counted, soon, and their connections are closed.

const stallMs = 300;
const times = {
  server: { write_stall_ms_max: stallMs, request_total_ms_max: 90_000 },
  reservations: { ttl_ms: 100_000 },
};

interface Place {
  readonly sandbox: SandboxForTest;
  readonly ledger: LedgerView;
  readonly baseUrl: string;
  readonly metricsUrl: string;
  readonly tenant: TestTenant;
}

async function startPlace(t: ExecutionContext, { inProcesses = false } = {}): Promise<Place> {
  t.timeout(110_000);
  const sandbox = await (inProcesses ? spawnSandbox(t) : startSandbox(t));
  const top = streamingConfig(sandbox);
  const upstreams = Object.entries(top.upstreams).map(([name, upstream]) => [
    name,
    { ...upstream, total_timeout_ms: 60_000 },
  ]);
  const config = testConfig(sandbox, {
    ...times,
    top: {
      ...top,
      upstreams: Object.fromEntries(upstreams),
      files: { openai: { upstream: 'sandbox' } },
      idempotency: { answer_bytes_max: 33_554_432 },
    },
  });
  const environment = environmentFor(dataDirectory(t), config);
  const ledger = await viewLedger(t, environment);
  const { baseUrl, metricsUrl } = await (inProcesses ? spawnGateway(t, environment) : startTestGateway(t, environment));
  const tenant = await ledger.tenant({ allowAllModels: true, creditEur: '100' });
  return { sandbox, ledger, baseUrl, metricsUrl: metricsUrl ?? '', tenant };
}

/** The connection breaks, and less than all has come when its reader looks at last. */
async function assertClosed(t: ExecutionContext, answer: Awaited<ReturnType<typeof openAnswer>>): Promise<void> {
  answer.response.resume();
  t.true((await answer.seen).isBroken);
}

/** The one hold has ended with the upstream's own counters. */
async function assertCharged(t: ExecutionContext, { ledger, tenant, sandbox }: Place, outputTokens?: number) {
  const wallet = await ledger.settledWallet(tenant.walletId);
  assertWalletIsSound(t, wallet);
  const [reservation] = wallet.reservations;
  t.deepEqual(reservation?.story, ['ReservationSettled']);
  t.is(reservation?.settled?.usage_source, 'upstream');
  t.true((reservation?.charged ?? 0n) > 0n);
  t.is((await sandbox.lookUp(reservation?.id ?? ''))?.state, 'charged');
  const lines = reservation?.settled?.lines ?? [];
  if (outputTokens !== undefined) t.is(lines.find(({ counter }) => counter === 'output')?.quantity, outputTokens);
}

/** Words, or KiB of sound: 14 to 20 MB of answer each, which a drain may still read. */
const framesOf = (name: string): number => (name.startsWith('speech') ? 14_000 : 70_000);

/** Those that a sandbox makes as long as one wishes. */
const long = Object.entries(streamingSurfaces).filter(([name]) => name !== 'transcriptEvents');

for (const [name, surface] of long) {
  for (const billingRecords of ['', '-no-billing-records']) {
    const isOrdinary = (name === 'chat' && billingRecords !== '') || (name === 'speechBytes' && billingRecords === '');
    test.serial.runIf(isOrdinary || isNightly)(
      `${name}${billingRecords}: a reader who takes nothing is charged what the upstream counted`,
      async (t) => {
        const place = await startPlace(t, { inProcesses: !isOrdinary });
        const body = surface.body(`${surface.surface}${billingRecords}`, `[[sandbox: frames=${framesOf(name)}]]`);
        const { apiKey } = place.tenant;
        const answer = await openAnswer(place.baseUrl, { ...surface, body }, { apiKey, isRead: false });
        await assertCharged(t, place, name.startsWith('speech') ? undefined : framesOf(name));
        await assertClosed(t, answer);
      },
    );
  }
}

test.serial.runIf(isNightly)('a whole answer without a reader is charged, and its connection is closed', async (t) => {
  const place = await startPlace(t, { inProcesses: true });
  const body = JSON.stringify(chat('x'.repeat(7_000_000), { model: 'chat_completions', n: 4 }));
  const { chat: surface } = streamingSurfaces;
  if (surface === undefined) throw new Error('no chat');
  const answer = await openAnswer(place.baseUrl, { ...surface, body }, { apiKey: place.tenant.apiKey, isRead: false });
  await assertCharged(t, place);
  await new Promise((resolve) => setTimeout(resolve, 4 * stallMs));
  await assertClosed(t, answer);
});

/** GET, unread. */
function getUnread(url: string, apiKey: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers: { authorization: `Bearer ${apiKey}` }, agent: false });
    request.once('error', reject).once('response', (response) => resolve(response.pause()));
    request.end();
  });
}

test.serial.runIf(isNightly)('a file download without a reader ends, and frees its place', async (t) => {
  const { baseUrl, metricsUrl, tenant } = await startPlace(t, { inProcesses: true });
  const { apiKey } = tenant;
  const form = new FormData();
  form.set('purpose', 'user_data');
  form.set('file', new Blob([Buffer.alloc(24_000_000)]), 'large.bin');
  const headers = { authorization: `Bearer ${apiKey}` };
  const uploaded = await fetch(`${baseUrl}/files`, { method: 'POST', headers, body: form });
  const { id } = (await uploaded.json()) as { readonly id: string };
  const response = await getUnread(`${baseUrl}/files/${id}/content`, apiKey);
  const isBroken = new Promise<boolean>((resolve) => {
    response.once('error', () => resolve(true)).once('end', () => resolve(false));
  });
  await nobodyInside(metricsUrl);
  response.resume();
  t.true(await isBroken);
});

const nobodyInside = (metricsUrl: string) =>
  until('nobody is inside', async () => {
    const metrics = await fetch(new URL('/metrics', metricsUrl));
    return (await metrics.text()).includes('\nwaybill_requests_in_flight 0\n');
  });

test.serial.runIf(isNightly)('a replayed answer without a reader frees its place', async (t) => {
  const { baseUrl, metricsUrl, tenant } = await startPlace(t, { inProcesses: true });
  const body = JSON.stringify(chat('x'.repeat(7_000_000), { model: 'chat_completions', n: 2 }));
  const { chat: surface } = streamingSurfaces;
  if (surface === undefined) throw new Error('no chat');
  const asked = { ...surface, body, headers: { 'idempotency-key': 'again' } };
  t.false((await (await openAnswer(baseUrl, asked, tenant)).seen).isBroken);
  const again = await openAnswer(baseUrl, asked, { ...tenant, isRead: false });
  t.is(again.response.headers['idempotent-replayed'], 'true');
  await nobodyInside(metricsUrl);
  await assertClosed(t, again);
});
