import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { callChat, chatAnswer } from '../_support/chat-call.ts';
import { spawnDoomedGateway } from '../_support/doomed-gateway.ts';
import { dataDirectory, environmentFor, spawnGateway, startTestGateway, testConfig } from '../_support/gateway.ts';
import { assertProjectionsAreFolds, assertWalletIsSound, viewLedger } from '../_support/ledger-view.ts';
import { roundsOf } from '../_support/nightly.ts';
import { assertBillingRecordsAgree } from '../_support/sandbox-bill.ts';
import { chat, streamed, type Body } from '../_support/sandbox-post.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { randomOf, type SeededRandom } from '../_support/seeded-random.ts';

/** A request whose settlement takes longer than this gives its client the end of the answer all the same. */
const settlementPatienceMs = 5_000;
const rounds = { ordinary: 1, nightly: 25 };

const settledByBooks = ['ReservationFlagged process_lost', 'ReservationSettled'] as const;

/** Where a process can die between a hold and the end of its answer, and what must become of the hold. */
const points = [
  {
    point: 'reserve',
    when: 'after the hold is durable, before anything is forwarded',

    story: ['ReservationFlagged process_lost', 'ReservationReleased billing_records_never_seen'],
  },
  {
    point: 'forwarded',
    when: 'after the request was sent whole, before the head of the answer',

    story: settledByBooks,
  },
  { point: 'first_byte', when: 'when the head of the answer has come', story: settledByBooks },
  { point: 'mid_stream', when: 'in the middle of the answer', story: settledByBooks },
  {
    point: 'usage',
    when: 'when the counters have come, before the settlement is written',

    story: settledByBooks,
  },
  {
    point: 'settle',
    when: 'when the settlement is durable, before the end of the answer',

    story: ['ReservationSettled'],
  },
] as const;

type Point = (typeof points)[number];

/** The request in the middle of which the process dies: long enough to have a middle. */
function bodyFor({ point }: Point, kind: 'JSON' | 'SSE'): Body {
  const switches = ['frames=20', 'frame_delay_ms=5'];
  if (point === 'forwarded') switches.push('delay_ms=30000');
  if (point === 'mid_stream') switches.push('frame_delay_ms=20');
  const text = `die here [[sandbox: ${switches.join('; ')}]]`;
  return (kind === 'JSON' ? chat : streamed)(text, { model: 'light', max_tokens: 100 });
}

async function startPlace(t: ExecutionContext) {
  const sandbox = await startSandbox(t);
  const environment = environmentFor(dataDirectory(t), testConfig(sandbox));
  return { sandbox, environment, ledger: await viewLedger(t, environment) };
}

for (const place of points) {
  // One after the other: a machine that is too busy makes requests give up waiting for their settlement.
  test.serial(`kill -9 ${place.when}: the wallet then equals the billing records`, async (t) => {
    const count = roundsOf(t, rounds);
    const kinds = (['JSON', 'SSE'] as const).map((kind) => playCrashes(t, { place, kind, count }));
    // Both are over before the test is, whatever becomes of one.
    for (const played of await Promise.allSettled(kinds)) if (played.status === 'rejected') throw played.reason;
  });
}

interface Crashes {
  readonly place: Point;
  readonly kind: 'JSON' | 'SSE';
  readonly count: number;
}

async function playCrashes(t: ExecutionContext, { place, kind, count }: Crashes): Promise<void> {
  const { sandbox, environment, ledger } = await startPlace(t);
  const tenant = await ledger.tenant();
  const fatal = {
    ...environment,
    CRASH_POINT: place.point,
    CRASH_BOOKS_URL: sandbox.baseUrl,
    CRASH_AFTER_PIECES: kind === 'JSON' ? '1' : '5',
  };
  for (let round = 1; round <= count; round += 1) {
    const doomed = await spawnDoomedGateway(t, fatal);
    const calledAtMs = performance.now();
    const seen = await chatAnswer(doomed, tenant.apiKey, bodyFor(place, kind));
    await doomed.assertKilled();
    const isPatient = performance.now() - calledAtMs < settlementPatienceMs;
    t.true(seen.broken || !isPatient, 'nobody was told that all is well');
    t.is((await ledger.wallet(tenant.walletId)).reservations.length, round);

    const next = await startTestGateway(t, environment);
    const wallet = await ledger.settledWallet(tenant.walletId, round);
    await next.stop();
    assertWalletIsSound(t, wallet);
    const cost = await assertBillingRecordsAgree(t, { wallet, sandbox });
    t.is(cost > 0n, place.point !== 'reserve');
    t.deepEqual(wallet.reservations.at(-1)?.story, place.story, `${place.point} ${kind}`);
  }
  await assertProjectionsAreFolds(t, environment);
}

const bodies: readonly [string, ...string[]] = [
  'hello',
  'a few words [[sandbox: frames=40; frame_delay_ms=3]]',
  'more words [[sandbox: frames=400]]',
  'thinking [[sandbox: delay_ms=40]]',
  'reset [[sandbox: reset_before_first_byte; delay_ms=20]]',
  'cut [[sandbox: cut_mid_stream; frames=30; frame_delay_ms=2]]',
  'forgetful [[sandbox: missing_usage; frames=30]]',
  'busy [[sandbox: 503; delay_ms=10]]',
];

function anyBody(random: SeededRandom): Body {
  const kind = random.oneOf([chat, streamed]);
  return kind(random.oneOf(bodies), { model: 'light', max_tokens: random.whole(1, 500) });
}

test.serial('kill -9 at any moment under load: the wallet then equals the billing records', async (t) => {
  const count = roundsOf(t, { ordinary: 3, nightly: 50 });
  const random = randomOf(t);
  const { sandbox, environment, ledger } = await startPlace(t);
  const tenant = await ledger.tenant({ creditEur: '1000' });
  for (let round = 1; round <= count; round += 1) {
    const doomed = await spawnGateway(t, environment);
    const clients = Array.from({ length: 12 }, async () => {
      while (doomed.child.exitCode === null && doomed.child.signalCode === null) {
        const call = callChat(doomed, tenant.apiKey, anyBody(random));
        if (random.whole(1, 6) === 1) setTimeout(call.hangUp, random.whole(1, 60));
        await call.seen;
      }
    });
    await sleep(random.whole(30, 500));
    await doomed.kill('SIGKILL');
    await Promise.all(clients);

    const next = await startTestGateway(t, environment);
    const wallet = await ledger.settledWallet(tenant.walletId, 0);
    await next.stop();
    t.log(`round ${round}: ${wallet.reservations.length} reservations so far`);
    assertWalletIsSound(t, wallet);
    await assertBillingRecordsAgree(t, { wallet, sandbox });
  }
  await assertProjectionsAreFolds(t, environment);
});
