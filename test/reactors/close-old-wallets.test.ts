import { randomUUID } from 'node:crypto';
import test from 'ava';
import { walletBalances } from '../../projections/wallet-balances.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import type { WalletCommand } from '../../src/domain/wallet-commands.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { EventLogBusy, type EventLog } from '../../src/ports/event-log.ts';
import { closeOldWallets } from '../../src/reactors/close-old-wallets.ts';
import { verified } from '../ledger/_closing-engines.ts';
import { projectAll } from '../_support/recorded-ledger.ts';
import { logWith } from '../_support/recorded-log.ts';
import { until } from '../_support/until.ts';
import * as the from '../_support/wallet-vocabulary.ts';

const [old, young] = [the.id('a', 1), the.id('a', 2)];
const never = { events: 1_000_000, milliseconds: 1e15 };
const closing = { events: 8, milliseconds: 1e15 };
const eventsMin = 20;

async function recorded(): Promise<EventLog> {
  const log = chainedLog(createMemoryEventLog());
  const wallets = new Wallets({ log, mintId: randomUUID, closingTimes: never });
  const execute = async (walletId: string, ...commands: readonly WalletCommand[]): Promise<void> => {
    for (const command of commands) await wallets.execute(walletId, command);
  };
  await execute(old, { ...the.open, walletId: old }, the.credit('9', the.id('f', 1)), the.credit('9', the.id('f', 2)));
  for (let n = 1; n <= 12; n += 1) {
    const reservationId = the.id('e', n);
    await execute(old, { ...the.reserve('0.5'), reservationId }, { ...the.release(), reservationId });
  }
  await execute(young, { ...the.open, walletId: young }, the.credit('9', the.id('f', 3)));
  return log;
}

async function depsOf(log: EventLog) {
  const readModels = createMemoryReadModels({ comparePositions: (a, b) => log.comparePositions(a, b) });
  await projectAll(log, readModels);
  const wallets = new Wallets({ log, mintId: randomUUID, closingTimes: closing });
  return { log, wallets, readModels, walletBalances, eventsMin };
}

const typesOf = async (log: EventLog, walletId: string): Promise<readonly string[]> =>
  (await log.readStream(walletStream(walletId))).map(({ type }) => type);

const goesOn = new AbortController().signal;

test('an old wallet that was never closed is closed without a command, and the ledger verifies', async (t) => {
  const log = await recorded();
  const deps = await depsOf(log);
  t.is(await closeOldWallets(deps, goesOn), 1);
  // Answered behind the closing.
  const answer = await deps.wallets.execute(old, the.reserve('1', { reservationId: the.id('d', 1) }));
  t.true(answer.accepted);
  const types = await typesOf(log, old);
  t.is(types.indexOf('WalletPeriodClosed'), 27);
  t.is(types.at(-1), 'CreditReserved');
  t.is((await log.readAll({ limit: 1_000 })).filter(({ type }) => type === 'CreditIdKept').length, 2);
  t.false((await typesOf(log, young)).includes('WalletPeriodClosed'));
  const verdict = await verified(log);
  t.true(verdict.ok, JSON.stringify(verdict));
  t.is(await closeOldWallets(deps, goesOn), 0, 'it is closed');
});

test('a history that is not read in the time of one command is read in that of several', async (t) => {
  const log = await recorded();
  let reads = 0;
  const slow = logWith(log, {
    readStream: (stream, options) => {
      reads += 1;
      return reads <= 2 ? Promise.reject(new EventLogBusy('not in time')) : log.readStream(stream, options);
    },
  });
  const pauses: number[] = [];
  const after = (milliseconds: number, run: () => void): (() => void) => {
    pauses.push(milliseconds);
    queueMicrotask(run);
    return () => undefined;
  };
  t.is(await closeOldWallets({ ...(await depsOf(slow)), log, timer: { after, chance: () => 0.5 } }, goesOn), 1);
  t.true(reads > 2);
  t.deepEqual(pauses, [15, 30], 'what is busy is left alone in between, ever longer');
  await until('it is closed', async () => (await typesOf(log, old)).includes('WalletPeriodClosed'));
});

test('a wallet that was closed once on request is closed again by a recorded event, and not by a read', async (t) => {
  const log = await recorded();
  let nowMs = Date.now();
  const closingTimes = { events: 8, milliseconds: 1_000 };
  const wallets = new Wallets({ log, mintId: randomUUID, closingTimes, clock: { now: () => nowMs } });
  const closings = async (): Promise<number> =>
    (await typesOf(log, old)).filter((type) => type === 'WalletPeriodClosed').length;
  await wallets.closePeriod(old);
  await wallets.execute(old, the.reserve('1', { reservationId: the.id('d', 1) }));
  t.is(await closings(), 1);
  // From now on a closing is due.
  nowMs += 10_000;
  // A closing would be made behind the first answer, and before the second.
  for (const attempt of [1, 2]) {
    const refused = await wallets.preview(old, the.reserve('1000000', { reservationId: the.id('d', 2) }));
    t.false(refused?.accepted, String(attempt));
  }
  t.is(await closings(), 1);
  await wallets.execute(old, the.reserve('1', { reservationId: the.id('d', 3) }));
  t.is(await closings(), 2);
});

test('no closing begins after a stop', async (t) => {
  const log = await recorded();
  t.is(await closeOldWallets(await depsOf(log), AbortSignal.abort()), 0);
  t.false((await typesOf(log, old)).includes('WalletPeriodClosed'));
});
