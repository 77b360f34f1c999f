import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import * as fc from 'fast-check';
import { wallet } from '../../src/domain/wallet.ts';
import type { WalletCommand } from '../../src/domain/wallet-commands.ts';
import { closingOf } from '../../src/domain/wallet-closing.ts';
import { UnknownEventType } from '../../src/ledger/codec.ts';
import { keptAmount } from '../../src/ledger/kept-ids.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import type { ClosingTimes } from '../../src/ledger/wallet-closer.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { AppendTooLarge, type EventLog } from '../../src/ports/event-log.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import type { ClosingFacts } from '../../src/ports/telemetry.ts';
import { logFailing } from '../_support/failing-appends.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { logWith, recordUnknown } from '../_support/recorded-log.ts';
import { until } from '../_support/until.ts';
import { billing } from '../_support/usage.ts';
import { anyCommand, endedByRequest } from '../_support/wallet-history.ts';
import * as the from '../_support/wallet-vocabulary.ts';
import {
  closingFaults,
  closingsIn,
  coldFold,
  decidingState,
  eventsOf,
  foldedFromTheBeginning,
} from '../_support/closed-wallets.ts';
import { engines, verified } from './_closing-engines.ts';

const everyDay = 86_400_000;
const after = (events: number): ClosingTimes => ({ events, milliseconds: everyDay });
const walletsOn = (log: EventLog, closingTimes: ClosingTimes, clock?: { now(): number }): Wallets =>
  // A busy machine may be slow here, and the many cases of the nightly run let nobody else have a turn for minutes.
  new Wallets({ log, createId: randomUUID, closingTimes, commandMsMax: 3_600_000, ...(clock && { clock }) });

const { walletId } = the;
const credit = (n: number): WalletCommand => ({ ...the.credit('1'), creditId: the.id('f', n) });
const debit = (n: number): WalletCommand => ({ ...the.debit('0.1'), debitId: the.id('9', n) });
const reserve = (n: number, keyId = the.keyA): WalletCommand => ({
  ...the.reserve('0.001'),
  reservationId: the.id('e', n),
  keyId,
});
/** At 2 € per million: 0.001 €. */
const bill = billing({ output_tokens: 500 }, the.priceList);
const settle = (n: number): WalletCommand => ({
  ...the.settle('0'),
  ...bill,
  reservationId: the.id('e', n),
});

async function accept(t: ExecutionContext, wallets: Wallets, ...commands: readonly WalletCommand[]): Promise<void> {
  for (const command of commands) {
    const answer = await wallets.execute(walletId, command);
    if (!answer.accepted) t.fail(`${command.type}: ${answer.refusal}`);
  }
}

async function assertVerified(t: ExecutionContext, log: EventLog): Promise<void> {
  const verdict = await verified(log);
  t.true(verdict.ok, verdict.ok ? '' : JSON.stringify(verdict.difference));
}

for (const [name, open] of Object.entries(engines)) {
  test(`${name}: a wallet of any age is read from its last closing on`, async (t) => {
    const log = await open(t);
    const wallets = walletsOn(log, after(20));
    await accept(t, wallets, the.open, credit(1));
    for (let n = 0; n < 400; n += 40) {
      const pairs = Array.from({ length: 40 }, (_, index) => n + index);
      await Promise.all(pairs.map((pair) => accept(t, wallets, reserve(pair), settle(pair))));
    }
    const events = await eventsOf(log, walletId);
    const { fold, read } = await coldFold(log, walletId);
    t.true(closingsIn(events) >= 5, `${closingsIn(events)} closings`);
    t.true(read <= 64 + 128, `${read} of ${events.length} events were read`);
    t.deepEqual(decidingState(fold.state), decidingState(foldedFromTheBeginning(events)));
    t.is(fold.revision, events.length - 1);
    await assertVerified(t, log);
  });

  test(`${name}: ids of credits and debits from before a closing are refused, and looked up`, async (t) => {
    const log = await open(t);
    await accept(t, walletsOn(log, after(10)), the.open, ...Array.from({ length: 40 }, (_, n) => credit(n)));
    await accept(t, walletsOn(log, after(10)), ...Array.from({ length: 20 }, (_, n) => debit(n)));
    const { fold } = await coldFold(log, walletId);
    t.true(fold.state.creditIds.size + fold.state.debitIds.size <= 20, 'few ids are in memory');
    const cold = walletsOn(log, after(10));
    for (const n of [0, 1, 20, 39]) {
      t.like(
        await cold.execute(walletId, credit(n)),
        { accepted: false, refusal: 'credit_already_posted' },
        `credit ${n}`,
      );
    }
    for (const n of [0, 10, 19]) {
      t.like(
        await cold.execute(walletId, debit(n)),
        { accepted: false, refusal: 'debit_already_posted' },
        `debit ${n}`,
      );
    }
    // The same id is another one of the other kind.
    t.true((await cold.execute(walletId, { ...the.debit('0.1'), debitId: the.id('f', 0) })).accepted);
    t.is(await keptAmount(log, { kind: 'credit', walletId, id: the.id('f', 0) }), the.eur('1'));
    t.is(await keptAmount(log, { kind: 'credit', walletId, id: the.id('f', 4_000) }), null);
    await assertVerified(t, log);
  });

  test(`${name}: a late outcome is charged, and an open hold settled, across any number of closings`, async (t) => {
    const log = await open(t);
    const first = walletsOn(log, after(5));
    const unseen = { ...the.flag(), reason: 'process_unknown', reservationId: the.id('e', 9_001) };
    await accept(t, first, the.open, credit(1), reserve(9_001), reserve(9_002), unseen);
    await accept(t, first, { ...the.release(), reservationId: the.id('e', 9_001), resolvedBy: 'rule' });
    for (let n = 0; n < 30; n += 1) await accept(t, first, reserve(n), settle(n));
    const cold = walletsOn(log, after(5));
    t.true(closingsIn(await eventsOf(log, walletId)) >= 5);
    t.like(await cold.execute(walletId, settle(9_001)), { accepted: true });
    t.like(await cold.execute(walletId, settle(9_001)), { refusal: 'reservation_not_open' });
    t.like(await cold.execute(walletId, reserve(9_001)), { refusal: 'reservation_already_ended' });
    t.like(await cold.execute(walletId, settle(9_002)), { accepted: true });
    t.like(await cold.execute(walletId, settle(3)), { refusal: 'reservation_not_open' });
    const types = (await eventsOf(log, walletId)).map(({ type }) => type);
    t.is(types.filter((type) => type === 'ReleasedReservationCharged').length, 1);
    await assertVerified(t, log);
  });

  test(`${name}: two gateways that close one wallet admit its amount, and their closings agree`, async (t) => {
    const log = await open(t);
    await accept(t, walletsOn(log, after(7)), the.open, credit(1));
    const gateways = [walletsOn(log, after(7)), walletsOn(log, after(7)), walletsOn(log, after(7))];
    const answers = await Promise.all(
      Array.from({ length: 120 }, async (_, n) => {
        const gateway = gateways[n % gateways.length];
        const command = { ...reserve(n), amount: the.eur('0.02') } as WalletCommand;
        return (await gateway?.execute(walletId, command))?.accepted === true;
      }),
    );
    t.is(answers.filter((isAdmitted) => isAdmitted).length, 50);
    const ended = answers.flatMap((isAdmitted, n) => (isAdmitted ? [n] : []));
    await Promise.all(ended.map((n) => accept(t, gateways[(n + 1) % 3] ?? walletsOn(log, after(7)), settle(n))));
    const events = await eventsOf(log, walletId);
    const { fold } = await coldFold(log, walletId);
    t.true(closingsIn(events) >= 3);
    t.deepEqual(decidingState(fold.state), decidingState(foldedFromTheBeginning(events)));
    await assertVerified(t, log);
  });

  test(`${name}: closings change no answer and no state of a wallet, for any commands`, async (t) => {
    const log = await open(t);
    const commands = fc.array(fc.tuple(anyCommand, fc.boolean()), { minLength: 20, maxLength: 80, size: 'max' });
    await fc.assert(
      fc.asyncProperty(commands, fc.integer({ min: 1, max: 9 }), async (asked, closingEvents) => {
        const id = randomUUID();
        let gateway = walletsOn(log, after(closingEvents));
        let expected = wallet.initialState;
        const ended = new Set<string>();
        for (const [command, isColdStart] of [
          [the.open, false] as const,
          [the.credit('20'), false] as const,
          ...asked,
        ]) {
          if (command.type === 'reserve_credit' && ended.has(command.reservationId)) continue;
          if (isColdStart) gateway = walletsOn(log, after(closingEvents));
          const own = command.type === 'open_wallet' ? { ...command, walletId: id } : command;
          const decision = wallet.decide(own, expected);
          const foreseen = await gateway.preview(id, own);
          const foretold = foreseen === null || foreseen.accepted ? null : foreseen.refusal;
          const due = decision.accepted ? null : decision.refusal;
          if (foretold !== due) throw new Error(`of ${own.type} it was foretold ${foretold}, not ${due}`);
          const answer = await gateway.execute(id, own);
          if (decision.accepted !== answer.accepted) throw new Error(`${own.type} was answered otherwise`);
          if (!decision.accepted && !answer.accepted && decision.refusal !== answer.refusal) {
            throw new Error(`${own.type} was refused for ${answer.refusal}, not ${decision.refusal}`);
          }
          if (decision.accepted) {
            expected = decision.events.reduce(wallet.evolve, expected);
            for (const each of endedByRequest(decision.events)) ended.add(each);
          }
        }
        const { fold } = await coldFold(log, id);
        t.deepEqual(decidingState(fold.state), decidingState(expected));
        const events = await eventsOf(log, id);
        t.deepEqual(decidingState(foldedFromTheBeginning(events)), decidingState(expected));
        t.deepEqual(closingFaults(events), []);
      }),
      { numRuns: propertyRuns(name === 'memory' ? 60 : 12) },
    );
  });
}

test('a closing of a later version is folded from if all its members are known, whatever is before it', async (t) => {
  const laterClosing = async (changed: (closing: object) => object): Promise<EventLog> => {
    const log = chainedLog(createMemoryEventLog());
    await accept(t, walletsOn(log, after(20)), the.open, credit(1), reserve(1), settle(1));
    const state = foldedFromTheBeginning(await eventsOf(log, walletId));
    await recordUnknown(log, walletStream(walletId));
    const [closing] = closingOf(state, 5, { credits: new Set(), debits: new Set() });
    const data = JSON.stringify(changed(closing ?? {}));
    const event = { id: randomUUID(), type: 'WalletPeriodClosed', data, metadata: '{"v":1}' };
    await log.append(walletStream(walletId), 4, [event]);
    return log;
  };
  const { fold } = await coldFold(await laterClosing((closing) => closing), walletId);
  t.is(fold.closedRevision, 5);
  t.is(fold.state.settled, the.eur('0.001'));
  const frozen = { frozen: true };
  const changes: readonly ((closing: object) => object)[] = [
    (closing) => ({ ...closing, ...frozen }),
    (closing) => ({ ...closing, keys: [{ key_id: the.keyA, settled_eur: '0.001', ...frozen }] }),
  ];
  for (const changed of changes) {
    const log = await laterClosing(changed);
    const error = await t.throwsAsync(coldFold(log, walletId), { instanceOf: UnknownEventType });
    t.regex(error?.message ?? '', /@5 has members that are not known: frozen: .*upgrade/);
    const refused = walletsOn(log, after(20)).execute(walletId, reserve(2));
    await t.throwsAsync(refused, { instanceOf: UnknownEventType });
  }
});

test('a wallet with thousands of keys is closed in several parts, beside no other event', async (t) => {
  const open = engines['sqlite'];
  if (open === undefined) return t.fail();
  const log = await open(t);
  const wallets = walletsOn(log, after(100));
  await accept(t, wallets, the.open, { ...credit(1), amount: the.eur('1000') } as WalletCommand);
  const inGroups = async (from: number, to: number, keyOf: (n: number) => string): Promise<void> => {
    for (let first = from; first < to; first += 250) {
      const some = Array.from({ length: 250 }, (_, index) => first + index);
      await Promise.all(some.map((n) => accept(t, wallets, reserve(n, keyOf(n)), settle(n))));
    }
  };
  await inGroups(0, 4_500, (n) => the.id('d', n));
  await inGroups(4_500, 6_500, () => the.keyA);
  const events = await eventsOf(log, walletId);
  const parts = events.flatMap((event) => (event.type === 'WalletPeriodClosed' ? [event.data.parts] : []));
  t.true(Math.max(...parts) >= 9, `closings have up to ${Math.max(...parts)} parts`);
  const { fold, read } = await coldFold(log, walletId);
  t.true(read < 4_000, `${read} of ${events.length} events were read`);
  t.deepEqual(decidingState(fold.state), decidingState(foldedFromTheBeginning(events)));
  await assertVerified(t, log);
});

test('an old period is closed with fewer events, and a clock that is set back closes none twice', async (t) => {
  const open = engines['memory'];
  if (open === undefined) return t.fail();
  const log = await open(t);
  let now = Date.now();
  const wallets = walletsOn(log, { events: 80, milliseconds: 3_600_000 }, { now: () => now });
  await accept(t, wallets, the.open, ...Array.from({ length: 12 }, (_, n) => credit(n)));
  t.is(closingsIn(await eventsOf(log, walletId)), 0);
  now += 3_600_001;
  await accept(t, wallets, credit(20));
  t.is(closingsIn(await eventsOf(log, walletId)), 1);
  await accept(t, wallets, ...Array.from({ length: 12 }, (_, n) => credit(30 + n)));
  t.is(closingsIn(await eventsOf(log, walletId)), 1);
  now -= 7_200_000;
  await accept(t, wallets, credit(50));
  t.is(closingsIn(await eventsOf(log, walletId)), 1);
});

test('a failed closing is reported, and tried again after ever more events until it succeeds', async (t) => {
  const log = chainedLog(createMemoryEventLog());
  let isBroken = true;
  const failing = logFailing(log, (types) => (isBroken && types.includes('CreditIdKept') ? 'unavailable' : null));
  const told: ClosingFacts[] = [];
  const wallets = new Wallets({
    log: failing,
    createId: randomUUID,
    closingTimes: after(8),
    onClosingFailed: (facts, error) => {
      t.regex(String(error), /fault of the test/);
      told.push(facts);
    },
  });
  await accept(t, wallets, the.open, credit(1));
  for (let n = 0; n < 100; n += 1) await accept(t, wallets, reserve(n), settle(n));
  t.is(closingsIn(await eventsOf(log, walletId)), 0);
  t.deepEqual(
    told.slice(0, 6).map(({ failures, retriedAfterEvents }) => [failures, retriedAfterEvents]),
    [2, 4, 8, 16, 32, 32].map((events, index) => [index + 1, events]),
  );
  t.true(told.length < 12, 'less often every time');
  isBroken = false;
  for (let n = 100; n < 120; n += 1) await accept(t, wallets, reserve(n), settle(n));
  t.true(closingsIn(await eventsOf(log, walletId)) > 0);
  isBroken = true;
  await accept(t, wallets, credit(2));
  const before = told.length;
  for (let n = 120; n < 130; n += 1) await accept(t, wallets, reserve(n), settle(n));
  t.is(told[before]?.failures, 1, 'a closing that stands ends the counting');
  await assertVerified(t, log);
});

test('a closing that is too large for the append of a group is left out, and the group recorded', async (t) => {
  const log = chainedLog(createMemoryEventLog());
  let isTooLarge = true;
  const narrow = logWith(log, {
    append: async (stream, expected, events) => {
      const isClosing = events.some(({ type }) => type === 'WalletPeriodClosed');
      if (isTooLarge && isClosing) throw new AppendTooLarge('a fault of the test');
      return log.append(stream, expected, events);
    },
  });
  const told: ClosingFacts[] = [];
  const wallets = new Wallets({
    log: narrow,
    createId: randomUUID,
    closingTimes: after(8),
    onClosingFailed: (facts) => told.push(facts),
  });
  await accept(t, wallets, the.open, credit(1));
  for (let n = 0; n < 10; n += 1) await accept(t, wallets, reserve(n), settle(n));
  t.is((await eventsOf(log, walletId)).length, 22);
  t.deepEqual(
    told.map(({ failures }) => failures),
    [1, 2, 3, 4],
  );
  isTooLarge = false;
  for (let n = 10; n < 20; n += 1) await accept(t, wallets, reserve(n), settle(n));
  t.true(closingsIn(await eventsOf(log, walletId)) > 0);
  await assertVerified(t, log);
});

for (const fault of ['unavailable', 'unknown', 'unknown_but_written'] as const) {
  test(`a wallet whose closing beside a large group failed as ${fault} is used on, and closed later`, async (t) => {
    const log = chainedLog(createMemoryEventLog());
    let faults = 0;
    const isClosing = (types: readonly string[]) => types.every((type) => type === 'WalletPeriodClosed');
    const failing = logFailing(log, (types) => (isClosing(types) && faults-- > 0 ? fault : null));
    const told: ClosingFacts[] = [];
    const wallets = new Wallets({
      log: failing,
      createId: randomUUID,
      closingTimes: after(8),
      commandMsMax: 6_000,
      onClosingFailed: (facts) => told.push(facts),
    });
    await accept(t, wallets, the.open, credit(1));
    const reserveMany = (from: number) =>
      Promise.all(Array.from({ length: 250 }, (_, n) => accept(t, wallets, reserve(from + n))));
    await reserveMany(0);
    await reserveMany(250);
    const before = closingsIn(await eventsOf(log, walletId));
    faults = fault === 'unavailable' ? 1 : Infinity;
    // Now they and the closing are too long for one append.
    await reserveMany(500);
    await until('the closing has failed', () => told.length === 1);
    faults = 0;
    for (let n = 0; n < 400; n += 1) await accept(t, wallets, settle(n));
    t.true(closingsIn(await eventsOf(log, walletId)) > before);
    t.is(told.length, 1);
    const events = await eventsOf(log, walletId);
    const { fold } = await coldFold(log, walletId);
    t.deepEqual(decidingState(fold.state), decidingState(foldedFromTheBeginning(events)));
    t.deepEqual(closingFaults(events), []);
    await assertVerified(t, log);
  });
}
