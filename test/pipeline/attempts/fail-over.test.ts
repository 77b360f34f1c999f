import test from 'ava';
import type { Target } from '../../../src/catalogue/model-catalogue.ts';
import type { FailAttempt } from '../../../src/domain/attempts/attempt-commands.ts';
import type { WalletCommand } from '../../../src/domain/wallet-commands.ts';
import { initialWallet } from '../../../src/domain/wallet-state.ts';
import type { WalletAnswer } from '../../../src/ledger/wallet-mailbox.ts';
import { failOver, type FailedAttempt } from '../../../src/pipeline/attempts/fail-over.ts';
import { beginTurn } from '../../../src/pipeline/attempts/turn-in-hand.ts';
import type { BoundMember } from '../../../src/pipeline/selection/route-options.ts';
import type { Routed } from '../../../src/pipeline/records.ts';
import { AppendOutcomeUnknown, EventLogUnavailable } from '../../../src/ports/event-log.ts';
import type { NoTurn, TargetPools } from '../../../src/ports/target-pools.ts';
import { systemTimer } from '../../../src/time/timer.ts';
import { SimulatedTimer } from '../../_support/simulated-timer.ts';
import { priceList, reservation } from '../../_support/wallet-vocabulary.ts';

const bound = { inputTokensMax: 100, outputTokensMax: 100 };
const memberOf = (name: string, worstCase: bigint): BoundMember => ({
  // What going on looks at.
  target: { name, upstream: name, upstreamModel: 'model', priceList, hasBillingRecords: true } as unknown as Target,
  effort: null,
  outputTokensMax: 100,
  bound,
  worstCase,
});
const members = [memberOf('first', 300n), memberOf('second', 200n), memberOf('third', 900n)];

/** Every member once, in their order. */
const inOrder: TargetPools = {
  isAnyAvailable: () => true,
  open: ({ members: targets }) => {
    const left = [...targets];
    const none: NoTurn = { target: null, reason: 'final', retryAfterMs: null };
    const ignore = (): void => undefined;
    return {
      leftMs: 1_000,
      next: async () => {
        const target = left.shift();
        const listeners = { firstByte: ignore, counted: ignore, end: ignore, giveBack: ignore };
        return target === undefined ? none : { target, number: 1, headMsMax: null, ...listeners };
      },
      close: ignore,
    };
  },
};

const caller = { key: { wallet_id: 'w', key_id: 'k', user_id: 'u', tenant_id: 't', budget_eur: null } };
const client = { isGone: false, onGone: () => () => undefined };

async function routed(more: object = {}): Promise<Routed> {
  const record = {
    client,
    caller,
    members,
    surface: { name: 'chat_completions' },
    body: Buffer.from('{}'),
    profile: 'light',
    profileName: 'light',
    context: null,
    files: { account: null },
    outputTokensMax: 100,
    request: { asked: { serviceTier: null }, input: { bytes: 2 }, answers: { stream: null } },
    grant: { requestCap: null },
    conversation: null,
    selection: null,
    reservationId: reservation,
    billingReference: reservation,
    attempt: 1,
    inDoubt: new Set(),
    hold: 900n,
    exchange: { signal: new AbortController().signal },
  };
  const turn = await beginTurn(record as never, { pools: inOrder, keyHasher: { hash: (text) => text } });
  return { ...record, ...turn.member, turn, ...more } as unknown as Routed;
}

type Execute = (command: FailAttempt) => Promise<WalletAnswer>;

function depsWith(execute: Execute) {
  let minted = 0;
  const asked: FailAttempt[] = [];
  const wallets = {
    execute: (_: string, command: WalletCommand): Promise<WalletAnswer> => {
      asked.push(command as FailAttempt);
      return execute(command as FailAttempt);
    },
  };
  const deps = {
    wallets,
    clock: { now: () => 0 },
    timer: systemTimer,
    createId: () => `id-${(minted += 1)}`,
    instanceId: 'gateway-1',
    reservationTtlMs: 1_000,
    // Long, so that a busy machine does not end a wait that is to be answered.
    reserveWaitMs: 60_000,
  };
  return { deps, asked };
}

const recorded: Execute = async () => ({ accepted: true, events: [], revision: 1 });
const refused =
  (refusal: 'attempts_exceed_credit' | 'reservation_not_open'): Execute =>
  async () => ({ accepted: false, refusal, state: initialWallet });
const unknown: FailedAttempt = { failure: { class: 'cut', retryAfterMs: null, ran: 'unknown' }, isInDoubt: true };
const notRun: FailedAttempt = { failure: { class: 'refused', retryAfterMs: null, ran: 'no' }, isInDoubt: false };

test('the next target gets a billing reference of its own, once the failed attempt is recorded', async (t) => {
  const { deps, asked } = depsWith(recorded);
  const next = await failOver(await routed(), unknown, deps);
  t.like(next, { attempt: 2, billingReference: 'id-1', target: { name: 'second' }, route: { name: 'second' } });
  t.is(next?.inDoubt.size, 1);
  t.like(asked[0], { attempt: 1, failure: 'cut', leftOpen: { amount: 300n }, hold: 900n });
  t.is(asked[0]?.failed.billingReference, reservation);
  t.is(asked[0]?.next.billingReference, 'id-1');
});

test('an attempt that certainly did not run is not held for', async (t) => {
  const { deps, asked } = depsWith(recorded);
  const next = await failOver(await routed(), notRun, deps);
  t.is(asked[0]?.leftOpen, null);
  t.is(next?.inDoubt.size, 0);
});

test('only the next target is held for if there is no credit for the dearest one left', async (t) => {
  const { deps, asked } = depsWith((command) =>
    command.hold > 200n ? refused('attempts_exceed_credit')(command) : recorded(command),
  );
  const next = await failOver(await routed(), unknown, deps);
  t.deepEqual(
    asked.map(({ hold }) => hold),
    [900n, 200n],
  );
  t.is(next?.hold, 200n);
});

const silences: Readonly<Record<string, Execute>> = {
  'does not answer in time': () => new Promise(() => undefined),
  'is unavailable': () => Promise.reject(new EventLogUnavailable('away')),
  'does not know whether it was written': () => Promise.reject(new AppendOutcomeUnknown('lost')),
  'has ended the reservation meanwhile': refused('reservation_not_open'),
  'has no credit for both': refused('attempts_exceed_credit'),
};
for (const [what, execute] of Object.entries(silences)) {
  test(`no next target is tried if the ledger ${what}`, async (t) => {
    const deps = { ...depsWith(execute).deps, reserveWaitMs: 50 };
    t.is(await failOver(await routed(), unknown, deps), null);
  });
}

test('no next target is tried by a process that was paused while the attempt was recorded', async (t) => {
  const timer = new SimulatedTimer();
  const { deps } = depsWith(async (command) => {
    // Both the answer and the end of the wait come when the process goes on; the answer comes first.
    await timer.pass(deps.reserveWaitMs - 1);
    const answer = await recorded(command);
    timer.stand(250_000);
    return answer;
  });
  t.is(await failOver(await routed(), unknown, { ...deps, timer }), null);
});

test('no next target is tried if the caller left, the exchange is over or no target is left', async (t) => {
  const { deps, asked } = depsWith(recorded);
  t.is(await failOver(await routed({ client: { ...client, isGone: true } }), notRun, deps), null);
  t.is(await failOver(await routed({ exchange: { signal: AbortSignal.abort() } }), notRun, deps), null);
  t.deepEqual(asked, []);
  const second = await failOver(await routed(), notRun, deps);
  const last = second === null ? null : await failOver(second, notRun, deps);
  t.is(last?.target.name, 'third');
  t.is(last === null ? null : await failOver(last, notRun, deps), null);
});

test('the cost of choosing and the holds of earlier attempts count against the cap of a request', async (t) => {
  const { deps, asked } = depsWith(recorded);
  await failOver(await routed({ grant: { requestCap: 1_000n }, selection: { costMax: 40n } }), notRun, deps);
  t.is(asked[0]?.requestCap, 960n);
});
