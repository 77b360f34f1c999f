import test, { type ExecutionContext } from 'ava';
import { nanoFromEur } from '../../../src/domain/money.ts';
import { MockUpstream, type Mode } from './_mock-upstream.ts';
import { chargedBy, twoUpstreamsConfig, type Upstreams } from './_two-upstreams.ts';
import { dataDirectory, environmentFor, startTestGateway } from '../../_support/gateway.ts';
import { assertWalletIsSound, viewLedger } from '../../_support/ledger-view.ts';
import { until } from '../../_support/until.ts';
import { readText } from '../../_support/read-text.ts';

// An upstream that fails, slows down and comes back, by counts alone.

const upstream = { circuit_failures: 3, circuit_open_ms: 2_000 };
/** Of the preferred upstream, shorter than it takes when it is slow; else long, as a busy machine is no slow upstream. */
const firstByteMs = { short: 700, long: 10_000 };
const top = { pools: { trial_pause_ms: 1_000 } };
/** Failures until it is out, and what a 429 that says no time is tried sooner. */
const triesAtOnce = 3 + 2;
/** No trial comes sooner after another. */
const pauseMsMin = 800;

interface Scene {
  readonly preferred: MockUpstream;
  readonly other: MockUpstream;
  /** Calls so often, one after the other; how each ended. */
  call(times: number): Promise<readonly Ended[]>;
  /** Calls until the preferred upstream has answered again. */
  untilBack(): Promise<void>;
  /** What was charged is what both have recorded, and nothing is held. */
  assertBooked(): Promise<void>;
}

type Ended = 'answered' | 'cut' | `refused ${number}`;

async function setScene(t: ExecutionContext, isStreamed: boolean, preferredMs: number): Promise<Scene> {
  const upstreams: Upstreams = [new MockUpstream(), new MockUpstream()];
  for (const one of upstreams) {
    await one.start();
    t.teardown(() => one.stop());
  }
  const environment = environmentFor(
    dataDirectory(t),
    twoUpstreamsConfig(upstreams, {
      upstream: { ...upstream, first_byte_timeout_ms: firstByteMs.long },
      preferred: { first_byte_timeout_ms: preferredMs },
      top,
    }),
  );
  const ledger = await viewLedger(t, environment);
  const { apiKey, walletId } = await ledger.tenant({ profiles: ['preferring'] });
  const { baseUrl } = await startTestGateway(t, environment);
  const [preferred, other] = upstreams;
  let calls = 0;
  const one = async (): Promise<Ended> => {
    calls += 1;
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'preferring',
        max_tokens: 50,
        messages: [{ role: 'user', content: `Where does every euro of call ${calls} go?` }],
        stream: isStreamed,
      }),
    });
    const text = await readText(response);
    if (response.status !== 200) return `refused ${response.status}`;
    return text.includes('"finish_reason":"stop"') ? 'answered' : 'cut';
  };
  const call = async (times: number): Promise<readonly Ended[]> => {
    const ended: Ended[] = [];
    for (let nth = 0; nth < times; nth += 1) ended.push(await one());
    return ended;
  };
  return {
    preferred,
    other,
    call,
    untilBack: async () => {
      const before = preferred.answered;
      await until('the preferred upstream answers again', async () => {
        t.deepEqual(await call(1), ['answered']);
        return preferred.answered > before;
      });
    },
    assertBooked: async () => {
      const wallet = await ledger.settledWallet(walletId, calls);
      assertWalletIsSound(t, wallet);
      t.is(wallet.state.reserved, 0n);
      const charged = wallet.events.reduce(
        (sum, { data }) => sum + ('cost_eur' in data ? nanoFromEur(data.cost_eur) : 0n),
        0n,
      );
      t.is(charged, BigInt(chargedBy(upstreams)));
    },
  };
}

/** How the preferred upstream is in turn, five calls each. */
interface Play {
  readonly modes: readonly Mode[];
  readonly calls: number;
  /** It is not taken out: slow, or failing now and then. */
  readonly isUsed?: boolean;
  /** It fails by its time-out alone. */
  readonly isLate?: boolean;
}

const plays: Readonly<Record<string, Play>> = {
  'refuses connections': { modes: ['refused'], calls: 30 },
  hangs: { modes: ['hanging'], calls: 20, isLate: true },
  'answers 500': { modes: ['500'], calls: 30 },
  'answers 503 to a share of calls': { modes: ['503 for a share'], calls: 30, isUsed: true },
  'answers 429 with retry-after': { modes: ['429 with retry-after'], calls: 30 },
  'answers 429 without retry-after': { modes: ['429'], calls: 30 },
  'is slow to begin': { modes: ['slow'], calls: 4, isUsed: true, isLate: true },
  'fails and recovers in turn': { modes: ['500', 'well'], calls: 30, isUsed: true },
  'has used up its account': { modes: ['exhausted'], calls: 30 },
  'fails for a long time': { modes: ['500'], calls: 80 },
};

for (const [what, { modes, calls, isUsed = false, isLate = false }] of Object.entries(plays)) {
  test(`every call is answered and charges equal the billing records when the preferred upstream ${what}`, async (t) => {
    const scene = await setScene(t, false, isLate ? firstByteMs.short : firstByteMs.long);
    // A busy machine may take longer than the short time-out, and the other upstream answers.
    if (isLate) {
      await scene.untilBack();
    } else {
      t.deepEqual(await scene.call(3), ['answered', 'answered', 'answered']);
      t.is(scene.preferred.answered, 3);
    }
    const [before, beganAtMs] = [scene.preferred.requests, performance.now()];
    const each = modes.length === 1 ? calls : 5;
    const ended: Ended[] = [];
    for (let turn = 0; turn * each < calls; turn += 1) {
      await scene.preferred.become(modes[turn % modes.length] ?? 'well');
      ended.push(...(await scene.call(each)));
    }
    t.deepEqual(ended, Array<Ended>(calls).fill('answered'));
    const tries = scene.preferred.requests - before;
    const triesMax = triesAtOnce + (performance.now() - beganAtMs) / pauseMsMin;
    if (!isUsed) t.true(tries <= triesMax, `${tries} of ${calls} were asked of it`);
    await scene.preferred.become('well');
    await scene.untilBack();
    await scene.assertBooked();
  });
}

test('only streams that had begun fail when the preferred upstream cuts its streams, and charges equal the billing records', async (t) => {
  const scene = await setScene(t, true, firstByteMs.long);
  t.deepEqual(await scene.call(3), ['answered', 'answered', 'answered']);
  const [before, beganAtMs] = [scene.preferred.requests, performance.now()];
  await scene.preferred.become('cut midway');
  const ended = await scene.call(40);
  const cut = ended.filter((how) => how === 'cut').length;
  t.is(cut, scene.preferred.requests - before);
  t.is(ended.filter((how) => how === 'answered').length, 40 - cut);
  t.true(cut >= 3 && cut <= triesAtOnce + (performance.now() - beganAtMs) / pauseMsMin, `${cut} of 40 were cut`);
  await scene.preferred.become('well');
  await scene.untilBack();
  await scene.assertBooked();
});
