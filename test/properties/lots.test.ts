import assert from 'node:assert/strict';
import test, { type ExecutionContext } from 'ava';
import * as fc from 'fast-check';
import { grantedNano, total, type LotPart } from '../../src/domain/lots/wallet-lots.ts';
import { nanoFromEur } from '../../src/domain/money.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { wallet } from '../../src/domain/wallet.ts';
import { bookPostings } from '../_support/accounts.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { anyHistory, type Step } from '../_support/wallet-history.ts';
import { accounts } from '../_support/wallet-vocabulary.ts';

/** What holds of lots, whatever is asked of a wallet. A failure prints the seed that repeats it. */

function holds(t: ExecutionContext, check: (history: readonly Step[]) => void): void {
  fc.assert(fc.property(anyHistory, check), { numRuns: propertyRuns(500) });
  t.pass();
}

const partsHeld = ({ after }: Pick<Step, 'after'>): readonly LotPart[] =>
  [...after.lots.held.entries()].flatMap(([, parts]) => parts);

/** How an event changes what is left of each lot. */
function changes({ type, data }: WalletEvent): readonly (readonly [lot: string, change: bigint])[] {
  if (type === 'WalletLotExpired') {
    return [[data.lot_id, -nanoFromEur(data.amount_eur) - nanoFromEur(data.covered_eur ?? '0')]];
  }
  if (type === 'CreditReserved' || type === 'WalletPeriodClosed' || !('lots' in data)) return [];
  const sign = type === 'WalletCredited' ? 1n : -1n;
  return (data.lots ?? []).map(({ lot_id, amount_eur }) => [lot_id, sign * nanoFromEur(amount_eur)]);
}

test('what a lot brought is charged, taken out, expired, held or left, to the nano-euro', (t) => {
  holds(t, (history) => {
    const left = new Map<string, bigint>();
    for (const step of history) {
      for (const event of step.events) {
        for (const [lot, change] of changes(event)) left.set(lot, (left.get(lot) ?? 0n) + change);
      }
      const known = new Map<string, bigint>();
      for (const { lotId, amount } of [...step.after.lots.open, ...partsHeld(step)]) {
        assert.ok(amount > 0n);
        known.set(lotId, (known.get(lotId) ?? 0n) + amount);
      }
      for (const [lot, amount] of left) assert.equal(known.get(lot) ?? 0n, amount, lot);
      assert.equal([...known.keys()].filter((lot) => !left.has(lot)).length, 0);
    }
  });
});

test('granted credit is used first, then what expires first, then what came first', (t) => {
  holds(t, (history) => {
    const arrivals: string[] = [];
    const order = ({ lotId, kind, expiresAt }: LotPart): readonly [number, number, number] => [
      kind === 'granted' ? 0 : 1,
      expiresAt === null ? Infinity : Date.parse(expiresAt),
      arrivals.indexOf(lotId),
    ];
    const sorted = (parts: readonly LotPart[]): readonly LotPart[] =>
      parts.toSorted((a, b) => {
        const [x, y] = [order(a), order(b)];
        return x[0] - y[0] || (x[1] === y[1] ? 0 : x[1] - y[1]) || x[2] - y[2];
      });
    for (const { events, after } of history) {
      for (const { type, data } of events) {
        if (type === 'WalletCredited') arrivals.push(...(data.lots ?? []).map(({ lot_id }) => lot_id));
      }
      assert.deepEqual(after.lots.open, sorted(after.lots.open));
      for (const [, parts] of after.lots.held.entries()) assert.deepEqual(parts, sorted(parts));
    }
  });
});

test('a hold takes lots before other credit, and a lot waits for no hold that could use it', (t) => {
  holds(t, (history) => {
    for (const { command, events, before, after } of history) {
      if (command.type !== 'reserve_credit' || events.length === 0) continue;
      const held = total(after.lots.held.get(command.reservationId) ?? []);
      const usable = total(before.lots.open);
      assert.equal(held, usable < command.amount ? usable : command.amount);
    }
  });
});

test('no reservation holds more of lots than it holds, and none that ended holds any', (t) => {
  holds(t, (history) => {
    for (const { after } of history) {
      for (const [reservationId, parts] of after.lots.held.entries()) {
        assert.ok(total(parts) <= (after.reservations.get(reservationId)?.amount ?? -1n));
      }
      assert.ok(after.lots.open.every(({ isExpired }) => !isExpired));
    }
  });
});

test('the account of granted credit is what wallets have of it', (t) => {
  holds(t, (history) => {
    const events = history.flatMap((step) => step.events);
    const state = history.at(-1)?.after ?? wallet.initialState;
    const expired = events.reduce(
      (sum, { type, data }) =>
        type === 'WalletLotExpired' && data.kind === 'granted' ? sum + nanoFromEur(data.amount_eur) : sum,
      0n,
    );
    const booked = bookPostings(events).get(accounts.granted) ?? 0n;
    assert.equal(-booked, grantedNano(state.lots) + expired);
  });
});

test('a debit that gives back what was paid takes granted credit only when nothing else is left', (t) => {
  holds(t, (history) => {
    for (const { command, events, after } of history) {
      const takesPaid = command.type === 'debit_wallet' && command.takes === 'paid_first' && events.length > 0;
      if (!takesPaid) continue;
      const hasGranted = events.some(
        ({ type, data }) => type === 'WalletDebited' && data.lots?.some(({ kind }) => kind === 'granted') === true,
      );
      if (hasGranted) assert.ok(after.posted - after.reserved <= grantedNano({ ...after.lots }));
    }
  });
});
