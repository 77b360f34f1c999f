import assert from 'node:assert/strict';
import test from 'ava';
import * as fc from 'fast-check';
import { eventCatalogue } from '../../src/domain/event-catalogue.ts';
import { wallet } from '../../src/domain/wallet.ts';
import { closingOf } from '../../src/domain/wallet-closing.ts';
import type { WalletCommand } from '../../src/domain/wallet-commands.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import type { WalletState } from '../../src/domain/wallet-state.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { anyCommand, anyHistory, plainState } from '../_support/wallet-history.ts';

/** What holds of a closing, wherever in the life of a wallet it is made. A failure prints the seed that repeats it. */

interface Closed {
  readonly before: WalletState;
  readonly events: readonly WalletEvent[];
  readonly creditsKept: ReadonlySet<string>;
  readonly debitsKept: ReadonlySet<string>;
}

/** A closing of a state, and the ids that it leaves out: each second one, or all, or none. */
function closed(before: WalletState, events: number, everyNth: number): Closed {
  const some = (ids: WalletState['creditIds']): ReadonlySet<string> =>
    new Set([...ids.entries()].flatMap(([id], index) => (everyNth > 0 && index % everyNth === 0 ? [id] : [])));
  const [creditsKept, debitsKept] = [some(before.creditIds), some(before.debitIds)];
  const parts = closingOf(before, events, { credits: creditsKept, debits: debitsKept });
  return {
    before,
    events: parts.map((data) => ({ type: 'WalletPeriodClosed', data })),
    creditsKept,
    debitsKept,
  };
}

/** As the mailbox asks: a command whose id was left out says so. */
function asLookedUp(command: WalletCommand, { creditsKept, debitsKept }: Closed): WalletCommand {
  if (command.type === 'credit_wallet') return { ...command, isPosted: creditsKept.has(command.creditId) };
  if (command.type === 'debit_wallet') return { ...command, isPosted: debitsKept.has(command.debitId) };
  return command;
}

const withoutIds = (state: WalletState): unknown => {
  const { creditIds, debitIds, creditsKept, debitsKept } = state;
  const counts = { creditIds: creditIds.size + creditsKept, debitIds: debitIds.size + debitsKept };
  return { ...(plainState(state) as object), ...counts, creditsKept: null, debitsKept: null };
};

test('a fold that begins at any closing decides and folds as one from the beginning', (t) => {
  const tail = fc.array(anyCommand, { minLength: 5, maxLength: 40, size: 'max' });
  fc.assert(
    fc.property(anyHistory, fc.nat(), fc.nat({ max: 3 }), tail, (history, at, everyNth, commands) => {
      const opened = history.filter(({ after }) => after.walletId !== null);
      const step = opened[at % Math.max(1, opened.length)];
      if (step === undefined) return;
      const closing = closed(step.after, 7, everyNth);
      const texts = closing.events.map(({ data }) => JSON.stringify(data));
      const recorded = texts.map((text): WalletEvent => ({ type: 'WalletPeriodClosed', data: JSON.parse(text) }));
      // From the closing alone, and as a fold that comes by it.
      let begun = recorded.reduce(wallet.evolve, wallet.initialState);
      assert.deepEqual(plainState(recorded.reduce(wallet.evolve, step.after)), plainState(begun));
      assert.deepEqual(withoutIds(begun), withoutIds(step.after));
      let whole = step.after;
      for (const command of commands) {
        const expected = wallet.decide(command, whole);
        assert.deepEqual(wallet.decide(asLookedUp(command, closing), begun), expected);
        if (!expected.accepted) continue;
        whole = expected.events.reduce(wallet.evolve, whole);
        begun = expected.events.reduce(wallet.evolve, begun);
        assert.deepEqual(withoutIds(begun), withoutIds(whole));
      }
    }),
    { numRuns: propertyRuns(500) },
  );
  t.pass();
});

test('a closing passes its schema, and is the same after a fold of its own events', (t) => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const state = history.at(-1)?.after ?? wallet.initialState;
      if (state.walletId === null) return;
      const { events } = closed(state, 3, 0);
      for (const { type, data } of events) assert.deepEqual(eventCatalogue[type].parse(data), data);
      assert.deepEqual(closed(events.reduce(wallet.evolve, wallet.initialState), 3, 0).events, events);
    }),
    { numRuns: propertyRuns(200) },
  );
  t.pass();
});

/** A wallet with so many keys that its closing has several parts. */
function manyKeys(): WalletState {
  const parts = Array.from({ length: 1_234 }, (_, n) => ({
    key_id: `dddddddd-0000-4000-8000-${String(n).padStart(12, '0')}`,
    settled_eur: '0.000000001',
  }));
  const sums = { credited_eur: '9.000000000', debited_eur: '0.000000000', overrun_eur: '0.000000000' };
  return wallet.evolve(wallet.initialState, {
    type: 'WalletPeriodClosed',
    data: {
      wallet_id: 'aaaaaaaa-0000-4000-8000-000000000001',
      tenant_id: null,
      part: 1,
      parts: 1,
      events: 1,
      ...sums,
      settled_eur: '0.000001234',
      restricted: false,
      keys: parts,
      open_reservations: [],
      awaited_reservations: [],
      ended_reservation_ids: [],
      credits: [],
      debits: [],
      credits_kept: 0,
      debits_kept: 0,
    },
  });
}

test('a large closing has several parts, which count together and in order, or not at all', (t) => {
  const state = manyKeys();
  const { events } = closed(state, 5, 0);
  t.is(events.length, 3);
  const [first, second, third] = events as [WalletEvent, WalletEvent, WalletEvent];
  const other = closed(state, 6, 0).events as [WalletEvent, WalletEvent, WalletEvent];
  const credited: WalletEvent = {
    type: 'WalletCredited',
    data: { credit_id: 'ffffffff-0000-4000-8000-000000000001', amount_eur: '1.000000000', reason: '', postings: [] },
  };
  const fold = (...parts: readonly WalletEvent[]): WalletState => parts.reduce(wallet.evolve, wallet.initialState);
  t.deepEqual(plainState(fold(first, second, third)), plainState(state));
  t.deepEqual(plainState(fold(first, first, second, third)), plainState(state));
  for (const broken of [
    [first, second],
    [second, third],
    [first, third],
    [first, second, second, third],
    [first, credited, second, third],
    [first, second, other[2]],
    [other[0], second, third],
  ]) {
    t.is(fold(...broken).walletId, null);
    t.is(fold(...broken).spendByKey.size, 0);
  }
});
