// Sandbox mode as `npm start` has it: two upstreams share the requests, and one of them is killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { assertAllBillingRecordsAgree } from '../_support/failing-over-scene.ts';
import { dataDirectory } from '../_support/gateway.ts';
import { viewLedger } from '../_support/ledger-view.ts';
import { clientOf } from '../_support/sandbox.ts';
import { until } from '../_support/until.ts';
import { readText } from '../_support/read-text.ts';

const main = join(import.meta.dirname, '..', '..', 'src', 'main.ts');

/** Of `sandbox-medium`, nano-euro per million tokens. */
const prices = { input: 500_000_000n, output: 2_000_000_000n };

interface Told {
  readonly base_url: string;
  readonly api_key: string;
  readonly wallet_id: string;
  readonly upstreams: readonly {
    readonly name: 'sandbox' | 'spare';
    readonly base_url: string;
    readonly pid: number;
  }[];
}

async function startSandboxMode(t: ExecutionContext) {
  const dataDir = join(dataDirectory(t), 'data');
  const environment = { WAYBILL_DATA_DIR: dataDir, WAYBILL_PORT: '0', WAYBILL_LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, [main], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  t.teardown(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await once(child.stdout, 'data');
  const told = (): Told => JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')) as Told;
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { environment, told, stop };
}

/** Asks until it is told to stop, each time in another conversation. */
async function keepAsking({ base_url, api_key }: Told, isStream: boolean, over: AbortSignal) {
  const seen = { answered: 0, cut: 0, failed: [] as string[] };
  for (let nth = 0; !over.aborted; nth += 1) {
    const content = `question ${nth} [[sandbox: frames=12; frame_delay_ms=2]]`;
    const answer = await fetch(`${base_url}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'average',
        stream: isStream,
        max_tokens: 60,
        messages: [{ role: 'user', content }],
      }),
    });
    const text = await readText(answer);
    const isWhole = isStream ? text.trimEnd().endsWith('[DONE]') : text.includes('"finish_reason"');
    if (answer.status === 200 && isWhole) seen.answered += 1;
    else if (answer.status === 200 && isStream) seen.cut += 1;
    else seen.failed.push(`${answer.status} ${text}`);
  }
  return seen;
}

for (const name of ['sandbox', 'spare'] as const) {
  test.serial(
    `only requests whose streams ran fail when "${name}" is killed under load, and the ledger equals both billing records`,
    async (t) => {
      const { environment, told, stop } = await startSandboxMode(t);
      const first = told();
      const doomed = first.upstreams.find((upstream) => upstream.name === name);
      const over = new AbortController();
      const clients = Array.from({ length: 6 }, (_, client) => keepAsking(first, client % 2 === 0, over.signal));
      await sleep(700);
      process.kill(doomed?.pid ?? 0, 'SIGKILL');
      await sleep(1_000);
      await until('it has come back', () =>
        told().upstreams.some((upstream) => upstream.name === name && upstream.pid !== doomed?.pid),
      );
      const sandboxes = told().upstreams.map((upstream) =>
        clientOf(upstream.base_url, upstream.name === 'sandbox' ? 'sandbox-upstream-key' : 'spare-upstream-key'),
      );
      // Gateways try in pauses: when they find it back is theirs to choose.
      await until('both have their share', async () => {
        const billingRecords = await Promise.all(sandboxes.map((sandbox) => sandbox.billingRecords()));
        return billingRecords.every(({ entries }) => entries.length > 5);
      });
      over.abort();
      const seen = await Promise.all(clients);
      t.deepEqual(
        seen.flatMap(({ failed }) => failed),
        [],
      );
      const cut = seen.reduce((sum, client) => sum + client.cut, 0);
      t.true(cut <= 3, 'no more streams than ran');
      t.true(seen.every(({ answered }) => answered > 5));
      const ledger = await viewLedger(t, environment);
      const wallet = await ledger.settledWallet(first.wallet_id, 1);
      t.log(JSON.stringify({ cut }));
      await assertAllBillingRecordsAgree(
        t,
        wallet,
        sandboxes.map((sandbox) => ({ sandbox, prices })),
      );
      await stop();
    },
  );
}
