import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { encodeEvent, UnknownEventType } from '../../src/ledger/codec.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { AppendOutcomeUnknown, AppendTooLarge, EventLogBusy, type EventLog } from '../../src/ports/event-log.ts';
import { PendingEndings } from '../../src/ledger/pending-endings.ts';
import { logFailing, type AppendFault } from '../_support/failing-appends.ts';
import { walletSight } from '../_support/ledger-view.ts';
import { logWith, record, recordUnknown } from '../_support/recorded-log.ts';
import { until } from '../_support/until.ts';
import {
  credit,
  credited,
  debit,
  open,
  opened,
  release,
  reserve,
  settle,
  walletId,
} from '../_support/wallet-vocabulary.ts';

test('commands that are too large together for one append are appended in several', async (t) => {
  const memory = createMemoryEventLog();
  const sizes: number[] = [];
  const log: EventLog = {
    append: async (stream, expected, events) => {
      if (events.length > 3) throw new AppendTooLarge(`${events.length} events`);
      sizes.push(events.length);
      return memory.append(stream, expected, events);
    },
    readStream: memory.readStream.bind(memory),
    readAll: memory.readAll.bind(memory),
    follow: memory.follow.bind(memory),
    comparePositions: memory.comparePositions.bind(memory),
  };
  const wallets = new Wallets({ log, createId: randomUUID });
  await wallets.execute(walletId, open);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      wallets.execute(walletId, { type: 'credit_wallet', creditId: randomUUID(), amount: 1n, reason: 'gift' }),
    ),
  );
  t.true(answers.every(({ accepted }) => accepted));
  t.is(
    sizes.reduce((sum, size) => sum + size, 0),
    21,
  );
});

test('a command that is too large by itself is refused, and none of those that are decided with it', async (t) => {
  const memory = createMemoryEventLog();
  const log = logWith(memory, {
    append: async (stream, expected, events) => {
      if (events.some(({ data }) => data.includes('huge'))) throw new AppendTooLarge('the data of one event');
      return memory.append(stream, expected, events);
    },
  });
  const wallets = new Wallets({ log, createId: randomUUID });
  await wallets.execute(walletId, open);
  const reasons = ['gift', 'huge', 'gift', 'gift', 'gift', 'huge', 'gift'];
  const answers = await Promise.allSettled(
    reasons.map((reason) =>
      wallets.execute(walletId, { type: 'credit_wallet', creditId: randomUUID(), amount: 1n, reason }),
    ),
  );
  t.deepEqual(
    answers.map(({ status }) => status),
    reasons.map((reason) => (reason === 'huge' ? 'rejected' : 'fulfilled')),
  );
  t.is((await walletSight(log, walletId)).state.credited, 5n);
});

/** A wallet of 10 euro behind a log whose appends can be held back on their way. */
async function heldBackWallet(commandMsMax: number) {
  const memory = createMemoryEventLog();
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const log = logWith(memory, {
    append: async (...append) => {
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
      return memory.append(...append);
    },
  });
  const wallets = new Wallets({ log, createId: randomUUID, commandMsMax });
  await wallets.execute(walletId, open);
  await wallets.execute(walletId, credit('10'));
  return {
    memory,
    log,
    wallets,
    hold: () => (isHeld = true),
    heldBack: () => waiting.length,
    /** From now on appends go through; those that were held back still do not. */
    pass: () => (isHeld = false),
    /** What was held back arrives at last, and has been dealt with when this resolves. */
    arrive: async () => {
      for (const resolve of waiting.splice(0)) resolve();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const unknown = { instanceOf: AppendOutcomeUnknown };

test('a hold in doubt that was released is never held, however late its append is written', async (t) => {
  const { memory, wallets, hold, pass, arrive } = await heldBackWallet(90);
  hold();
  await t.throwsAsync(wallets.execute(walletId, reserve('1')), unknown);
  pass();
  t.true((await wallets.execute(walletId, release())).accepted);
  await arrive();
  const { state, reservations } = await walletSight(memory, walletId);
  t.is(state.reserved, 0n);
  t.deepEqual(
    reservations.map(({ story }) => story),
    [['ReservationReleased upstream_refused']],
  );
});

test('a hold in doubt is known as not made when another command took its place', async (t) => {
  const { memory, wallets, hold, pass, arrive } = await heldBackWallet(90);
  hold();
  await t.throwsAsync(wallets.execute(walletId, reserve('1')), unknown);
  pass();
  t.true((await wallets.execute(walletId, credit('1', randomUUID()))).accepted);
  await arrive();
  t.like(await wallets.execute(walletId, release()), { accepted: false, refusal: 'reservation_not_open' });
  t.deepEqual((await walletSight(memory, walletId)).reservations, []);
});

test('a charge in doubt is made once, whether its append arrives or not', async (t) => {
  for (const arrives of [true, false]) {
    const { memory, wallets, hold, pass, arrive } = await heldBackWallet(90);
    await wallets.execute(walletId, reserve('1'));
    hold();
    await t.throwsAsync(wallets.execute(walletId, settle('0.25')), unknown);
    pass();
    if (arrives) await arrive();
    const again = await wallets.execute(walletId, settle('0.25'));
    t.is(again.accepted, !arrives);
    await arrive();
    const { state, reservations } = await walletSight(memory, walletId);
    t.deepEqual(
      reservations.map(({ story }) => story),
      [['ReservationSettled']],
    );
    t.is(state.posted, 9_750_000_000n);
  }
});

test('a command in an unanswered append ends in doubt in its time, and those behind it end as EventLogBusy', async (t) => {
  const { memory, wallets, hold, pass } = await heldBackWallet(150);
  hold();
  const first = wallets.execute(walletId, reserve('1'));
  // The first is on its way when these come.
  const behind = Array.from({ length: 5 }, () => wallets.execute(walletId, credit('1', randomUUID())));
  const endings = await Promise.allSettled([first, ...behind]);
  t.deepEqual(
    endings.map((ending) => ending.status === 'rejected' && ending.reason.constructor),
    [AppendOutcomeUnknown, ...behind.map(() => EventLogBusy)],
  );
  // Nobody can be refused for lack of a hold that may still come.
  await t.throwsAsync(wallets.execute(walletId, release()), { instanceOf: EventLogBusy });
  t.is((await memory.readStream(`wallet-${walletId}`)).length, 2);
  pass();
  t.true((await wallets.execute(walletId, release())).accepted);
});

test('a stream that is too long to be read in time is read on by the next command', async (t) => {
  const memory = createMemoryEventLog();
  await record(memory, `wallet-${walletId}`, opened);
  // So many that a look back finds no beginning: as if every closing had failed.
  for (let revision = 0; revision < 20_000; revision += 1_000) {
    const credits = Array.from({ length: 1_000 }, () => encodeEvent(credited('1', randomUUID()), randomUUID()));
    await memory.append(`wallet-${walletId}`, revision, credits);
  }
  let pages = 0;
  const log = logWith(memory, {
    readStream: async (stream, reading) => {
      if (reading?.direction === 'backwards') return memory.readStream(stream, reading);
      pages += 1;
      // The second and the third page do not come in time.
      if (pages === 2 || pages === 4) await new Promise(() => undefined);
      return memory.readStream(stream, reading);
    },
  });
  const wallets = new Wallets({ log, createId: randomUUID, commandMsMax: 3_000 });
  await t.throwsAsync(wallets.execute(walletId, debit('20000')), { instanceOf: EventLogBusy });
  await t.throwsAsync(wallets.execute(walletId, debit('20000')), { instanceOf: EventLogBusy });
  t.true((await wallets.execute(walletId, debit('20000'))).accepted);
  t.is(pages, 2 + 21);
});

test('an unknown outcome is asked for until it is known, within the time of its command', async (t) => {
  const memory = createMemoryEventLog();
  let faults: AppendFault[] = [];
  const log = logFailing(memory, () => faults.shift() ?? null);
  const wallets = new Wallets({ log, createId: randomUUID });
  await wallets.execute(walletId, open);
  await wallets.execute(walletId, credit('10'));
  faults = ['unknown', 'unknown_but_written', 'unknown'];
  t.true((await wallets.execute(walletId, reserve('1'))).accepted);
  // Away after a doubt: nobody waits for it, and the ending finds out.
  faults = ['unknown_but_written', 'unavailable', 'unavailable'];
  await t.throwsAsync(wallets.execute(walletId, settle('0.25')), unknown);
  const silent = { inferenceEnded: () => {}, requestEnded: () => {}, warn: () => {}, info: () => {} };
  const endings = new PendingEndings({
    wallets,
    inHand: new Set<string>(),
    telemetry: silent,
    waitMsMax: 5_000,
    keptMax: 10,
    retryMs: 1,
  });
  t.is(await endings.end(walletId, settle('0.25')), 'recorded');
  const { reservations, state } = await walletSight(memory, walletId);
  t.deepEqual(
    reservations.map(({ story }) => story),
    [['ReservationSettled']],
  );
  t.is(state.posted, 9_750_000_000n);
});

test('commands beyond the limit of those that wait are refused at once, and the others are recorded', async (t) => {
  const { memory, hold, pass, arrive, log, heldBack } = await heldBackWallet(10_000);
  const wallets = new Wallets({ log, createId: randomUUID, commandsMax: 3 });
  hold();
  const first = wallets.execute(walletId, credit('1', randomUUID()));
  await until('the first is on its way', () => heldBack() === 1);
  const waiting = Array.from({ length: 3 }, () => wallets.execute(walletId, credit('1', randomUUID())));
  await t.throwsAsync(wallets.execute(walletId, credit('1', randomUUID())), { instanceOf: EventLogBusy });
  pass();
  await arrive();
  for (const answer of [first, ...waiting]) t.true((await answer).accepted);
  t.is((await walletSight(memory, walletId)).state.posted, 14_000_000_000n);
});

test('a preview answers what a command would get, and records nothing', async (t) => {
  const log = createMemoryEventLog();
  const wallets = new Wallets({ log, createId: randomUUID });
  await wallets.execute(walletId, open);
  t.like(await wallets.preview(walletId, reserve('1')), { accepted: false, refusal: 'amount_exceeds_available' });
  await wallets.execute(walletId, credit('1'));
  const recorded = (await log.readAll()).length;
  t.is(wallets.preview(walletId, reserve('1')), null, 'what would be accepted is known at once');
  t.like(await new Wallets({ log, createId: randomUUID }).preview(walletId, reserve('1')), {
    accepted: true,
    events: [],
  });
  t.is((await log.readAll()).length, recorded);
});

test('a preview between commands holds nothing that they need', async (t) => {
  const log = createMemoryEventLog();
  await new Wallets({ log, createId: randomUUID }).execute(walletId, open);
  await new Wallets({ log, createId: randomUUID }).execute(walletId, credit('1'));
  // Nothing is in memory yet: all of them are decided in one group.
  const wallets = new Wallets({ log, createId: randomUUID });
  const previews = [wallets.preview(walletId, reserve('1')), wallets.preview(walletId, reserve('1'))];
  const answer = await wallets.execute(walletId, reserve('1'));
  t.true(answer.accepted);
  for (const preview of previews) t.like(await preview, { accepted: true, events: [] });
  t.is((await walletSight(log, walletId)).reservations.length, 1);
});

test('an append in doubt is repeated after growing pauses, within the time of its command', async (t) => {
  const pauses: number[] = [];
  let [nowMs, faults] = [0, 0];
  const timer = {
    monotonic: () => nowMs,
    // What is over at once is a pause; what guards the time of the command never ends.
    after: (milliseconds: number, run: () => void) => {
      if (milliseconds > 20) return () => undefined;
      pauses.push(milliseconds);
      nowMs += milliseconds;
      queueMicrotask(run);
      return () => undefined;
    },
    chance: () => 0.5,
  };
  const log = logFailing(createMemoryEventLog(), () => (faults-- > 0 ? 'unknown' : null));
  const wallets = new Wallets({ log, createId: randomUUID, timer, commandMsMax: 300 });
  await wallets.execute(walletId, open);
  faults = 7;
  t.true((await wallets.execute(walletId, credit('10'))).accepted);
  t.deepEqual(pauses, [0.75, 1.5, 3, 6, 12, 15, 15]);
  const beganAtMs = nowMs;
  faults = 50;
  await t.throwsAsync(wallets.execute(walletId, credit('1', randomUUID())), unknown);
  t.is(nowMs - beganAtMs, 200, 'a third of its time is for its turn');
  t.true(faults > 0);
});

test('an observed event of a later version refuses commands, and is read again by each', async (t) => {
  const log = createMemoryEventLog();
  const wallets = new Wallets({ log, createId: randomUUID });
  await wallets.execute(walletId, open);
  await wallets.execute(walletId, credit('10'));
  await recordUnknown(log, `wallet-${walletId}`);
  wallets.observe(await log.readStream(`wallet-${walletId}`, { fromRevision: 2 }));
  for (let n = 0; n < 2; n += 1) {
    await t.throwsAsync(wallets.execute(walletId, reserve('1')), { instanceOf: UnknownEventType });
    await t.throwsAsync(async () => wallets.preview(walletId, reserve('1')), { instanceOf: UnknownEventType });
  }
  t.is((await log.readStream(`wallet-${walletId}`)).length, 3);
});
