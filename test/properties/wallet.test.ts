import assert from 'node:assert/strict';
import test, { type ExecutionContext } from 'ava';
import * as fc from 'fast-check';
import { eventCatalogue } from '../../src/domain/event-catalogue.ts';
import { grantedIn } from '../../src/domain/lots/wallet-lots.ts';
import { nanoFromEur } from '../../src/domain/money.ts';
import { wallet } from '../../src/domain/wallet.ts';
import { walletRefusals, type WalletRefusal } from '../../src/domain/wallet-commands.ts';
import { walletEventSchemas, type WalletEvent } from '../../src/domain/wallet-events.ts';
import { availableNano, spendOf } from '../../src/domain/wallet-state.ts';
import { bookPostings } from '../_support/accounts.ts';
import { numbersIn, pathsOf } from '../_support/json-paths.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { anyHistory, plainState, type Step } from '../_support/wallet-history.ts';
import { accounts } from '../_support/wallet-vocabulary.ts';

/** What holds whatever is asked of a wallet, in whatever order. A failure prints the seed that repeats it. */

function holds(t: ExecutionContext, check: (history: readonly Step[]) => void): void {
  fc.assert(fc.property(anyHistory, check), { numRuns: propertyRuns(500) });
  t.pass();
}

const eventsOf = (history: readonly Step[]): readonly WalletEvent[] => history.flatMap(({ events }) => events);
const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, amount) => total + amount, 0n);

test('the histories tried here reach every event that is still written, and every refusal', (t) => {
  const reached = new Set(
    fc
      .sample(anyHistory, { numRuns: 3_000, seed: 1 })
      .flat()
      .flatMap(({ events, refusal }): readonly (string | null)[] =>
        events.map(({ type }) => type as string | null).concat(refusal),
      ),
  );
  const unasked = new Set(['WalletPeriodClosed']);
  const written = Object.keys(walletEventSchemas).filter((type) => !unasked.has(type));
  const all = [...written, ...walletRefusals] as (WalletEvent['type'] | WalletRefusal)[];
  t.deepEqual(
    all.filter((outcome) => !reached.has(outcome)),
    [],
  );
});

test('money is conserved: the postings of each event sum to zero and, booked on accounts, give the folded balances', (t) => {
  holds(t, (history) => {
    const soFar: WalletEvent[] = [];
    for (const { events, after } of history) {
      for (const event of events) {
        assert.equal(sum(bookPostings([event]).values()), 0n);
        soFar.push(event);
      }
      const booked = bookPostings(soFar);
      assert.equal(sum(booked.values()), 0n);
      assert.equal(booked.get(accounts.available) ?? 0n, availableNano(after));
      assert.equal(booked.get(accounts.reserved) ?? 0n, after.reserved);
      for (const account of booked.keys()) assert.ok(Object.values<string>(accounts).includes(account), account);
    }
  });
});

test('credits less debits are what is posted and what was earned', (t) => {
  holds(t, (history) => {
    const booked = bookPostings(eventsOf(history));
    const state = history.at(-1)?.after ?? wallet.initialState;
    const of = (account: keyof typeof accounts): bigint => booked.get(accounts[account]) ?? 0n;
    assert.equal(-of('funding'), state.posted + of('revenue') + of('granted') + of('breakage'));
  });
});

test('the available amount is never below zero, except by the marked overruns', (t) => {
  holds(t, (history) => {
    let marked = 0n;
    for (const { command, events, before, after } of history) {
      if (events.length > 0 && (command.type === 'reserve_credit' || command.type === 'debit_wallet')) {
        assert.ok(availableNano(after) >= 0n);
      }
      for (const { type, data } of events) {
        if (type === 'ReservationSettled' || type === 'SelectionCharged') marked += nanoFromEur(data.overrun_eur);
        if (type === 'ReleasedReservationCharged') marked += nanoFromEur(data.cost_eur);
      }
      assert.equal(after.overrun, marked);
      assert.ok(availableNano(after) >= -marked);
      const fell = availableNano(after) < availableNano(before);
      if (fell && availableNano(after) < 0n) assert.ok(after.overrun > before.overrun);
    }
  });
});

test('the reserved amount is the sum of the open reservations, of the wallet and of each key', (t) => {
  holds(t, (history) => {
    for (const { after } of history) {
      const open = [...after.reservations.entries()].map(([, reservation]) => reservation);
      assert.equal(after.reserved, sum(open.map(({ amount }) => amount)));
      for (const [keyId, spend] of after.spendByKey.entries()) {
        assert.equal(spend.reserved, sum(open.filter((it) => it.keyId === keyId).map(({ amount }) => amount)));
      }
    }
  });
});

test('a reservation is made once, ends at most once, and is charged late at most once and only after a rule gave it back', (t) => {
  holds(t, (history) => {
    const seen = new Map<string, string[]>();
    for (const { type, data } of eventsOf(history)) {
      if (!('reservation_id' in data) || type === 'ReservationFlagged') continue;
      const life = seen.get(data.reservation_id) ?? [];
      if (type === 'SelectionCharged' || type === 'AttemptFailed') assert.deepEqual(life, ['CreditReserved']);
      else seen.set(data.reservation_id, [...life, type]);
    }
    const lives = new Set([
      'CreditReserved',
      'CreditReserved ReservationSettled',
      'CreditReserved ReservationReleased',
      'CreditReserved ReservationReleased ReleasedReservationCharged',
    ]);
    for (const life of seen.values()) assert.ok(lives.has(life.join(' ')), life.join(' '));
  });
});

test('settled and released amounts of an ended reservation are its hold, and the rest is the overrun', (t) => {
  holds(t, (history) => {
    const held = new Map<string, bigint>();
    for (const { type, data } of eventsOf(history)) {
      if (type === 'CreditReserved') held.set(data.reservation_id, nanoFromEur(data.amount_eur));
      if (type === 'SelectionCharged') {
        const [cost, released, overrun] = [data.cost_eur, data.released_eur, data.overrun_eur].map(nanoFromEur);
        assert.ok(cost !== undefined && released !== undefined && overrun !== undefined);
        const hold = nanoFromEur(data.answer_hold_eur);
        assert.equal(cost - overrun + released + hold, held.get(data.reservation_id));
        held.set(data.reservation_id, hold);
      }
      if (type === 'AttemptFailed') {
        const hold = nanoFromEur(data.hold_eur);
        assert.equal(hold + nanoFromEur(data.released_eur), held.get(data.reservation_id));
        held.set(data.reservation_id, hold);
      }
      if (type === 'ReservationSettled') {
        const [cost, released, overrun] = [data.cost_eur, data.released_eur, data.overrun_eur].map(nanoFromEur);
        assert.ok(cost !== undefined && released !== undefined && overrun !== undefined);
        assert.equal(cost + released, (held.get(data.reservation_id) ?? -1n) + overrun);
        assert.ok(released === 0n || overrun === 0n);
      }
      if (type === 'ReservationReleased') {
        assert.equal(nanoFromEur(data.amount_eur), held.get(data.reservation_id));
      }
    }
  });
});

test('the amount spent on choosing is the sum of its charges, and a part of what was settled', (t) => {
  holds(t, (history) => {
    let chosen = 0n;
    const apart = new Set<string>();
    for (const { type, data } of eventsOf(history)) {
      if (type === 'SelectionCharged') chosen += nanoFromEur(data.cost_eur);
      if (type === 'CreditReserved' && data.is_selection === true) apart.add(data.reservation_id);
      const isCharge = type === 'ReservationSettled' || type === 'ReleasedReservationCharged';
      if (isCharge && apart.has(data.reservation_id)) chosen += nanoFromEur(data.cost_eur);
    }
    assert.equal(history.at(-1)?.after.selectionSettled ?? 0n, chosen);
  });
});

test('the spent and held amounts of a key are within its budget whenever a reservation is accepted', (t) => {
  holds(t, (history) => {
    for (const { command, events, after } of history) {
      if (command.type !== 'reserve_credit' || events.length === 0) continue;
      const { settled, reserved } = spendOf(after, command.keyId);
      if (command.keyBudget !== null) assert.ok(settled + reserved <= command.keyBudget);
      if (command.requestCap !== null) assert.ok(command.amount <= command.requestCap);
    }
  });
});

test('attempts fail in turn, and holds in doubt are beside the hold of the request, within its cap', (t) => {
  holds(t, (history) => {
    const numbers = new Map<string, number>();
    const apart = new Map<string, bigint>();
    for (const { command, events, after } of history) {
      const made = new Map(
        events.flatMap(({ type, data }) => (type === 'CreditReserved' ? [[data.reservation_id, data]] : [])),
      );
      for (const { type, data } of events) {
        if (type === 'CreditReserved' && data.attempt_of === undefined) {
          numbers.set(data.reservation_id, 1);
          apart.set(data.reservation_id, 0n);
        }
        if (type !== 'AttemptFailed') continue;
        assert.equal(data.attempt, numbers.get(data.reservation_id));
        numbers.set(data.reservation_id, data.attempt + 1);
        assert.equal(data.outcome === 'unknown', data.left_open !== undefined);
        const held = data.left_open === undefined ? 0n : nanoFromEur(made.get(data.left_open)?.amount_eur ?? '');
        const all = (apart.get(data.reservation_id) ?? 0n) + held;
        apart.set(data.reservation_id, all);
        assert.equal(after.reservations.get(data.reservation_id)?.apart, all);
        const cap = command.type === 'fail_attempt' ? command.requestCap : null;
        if (cap !== null) assert.ok(all + nanoFromEur(data.hold_eur) <= cap);
        if (data.left_open !== undefined) assert.ok(after.reservations.get(data.left_open)?.flag !== null);
      }
    }
  });
});

/** The granted part of charges: it is used up, and no revenue, or none any more. */
function paidWithGranted({ type, data }: WalletEvent): bigint {
  if (type === 'WalletLotExpired') return data.kind === 'granted' ? nanoFromEur(data.covered_eur ?? '0') : 0n;
  if (type === 'WalletDebited') return data.takes === 'paid_first' ? grantedIn(data.lots) : 0n;
  const isCharge =
    type === 'ReservationSettled' || type === 'SelectionCharged' || type === 'ReleasedReservationCharged';
  return isCharge ? grantedIn(data.lots) : 0n;
}

test('the settled amounts of all keys are what was earned, or paid with granted credit', (t) => {
  holds(t, (history) => {
    const state = history.at(-1)?.after ?? wallet.initialState;
    const earned = bookPostings(eventsOf(history)).get(accounts.revenue) ?? 0n;
    const given = sum(eventsOf(history).map(paidWithGranted));
    assert.equal(sum([...state.spendByKey.entries()].map(([, spend]) => spend.settled)), earned + given);
  });
});

test('the fold of the events, written as JSON and read again, is the state in which decisions were made', (t) => {
  holds(t, (history) => {
    const stored = eventsOf(history).map((event) => JSON.stringify(event));
    const folded = stored.map((text) => JSON.parse(text) as WalletEvent).reduce(wallet.evolve, wallet.initialState);
    assert.deepEqual(plainState(folded), plainState(history.at(-1)?.after ?? wallet.initialState));
  });
});

test('a refusal changes nothing and is repeatable, and a decision does not change its state', (t) => {
  holds(t, (history) => {
    for (const { command, before, after, refusal } of history) {
      const plain = plainState(before);
      const again = wallet.decide(command, before);
      assert.deepEqual(plainState(before), plain);
      assert.equal(again.accepted ? null : again.refusal, refusal);
      if (refusal !== null) assert.equal(after, before);
    }
  });
});

test('no step of the fold touches the states before it', (t) => {
  holds(t, (history) => {
    const snapshots = history.map(({ before }) => plainState(before));
    for (const { before, events } of history) events.reduce(wallet.evolve, before);
    assert.deepEqual(
      history.map(({ before }) => plainState(before)),
      snapshots,
    );
  });
});

test('every accepted event is one that its schema in the catalogue accepts unchanged', (t) => {
  holds(t, (history) => {
    for (const { type, data } of eventsOf(history)) assert.deepEqual(eventCatalogue[type].parse(data), data);
  });
});

test('no event carries a float: amounts are texts with nine decimals, numbers are whole', (t) => {
  holds(t, (history) => {
    for (const { data } of eventsOf(history)) {
      for (const [path, value] of pathsOf(data)) {
        if (path.endsWith('posted_eur')) assert.match(value as string, /^-?\d{1,10}\.\d{9}$/, path);
        else if (path.endsWith('_eur') && value !== null) assert.match(value as string, /^\d{1,10}\.\d{9}$/, path);
      }
      for (const number of numbersIn(data)) assert.ok(Number.isSafeInteger(number), String(number));
    }
  });
});

test('a cost above a hold restricts the wallet to one request at a time, until a credit or an operator', (t) => {
  holds(t, (history) => {
    let isRestricted = false;
    for (const { events, after } of history) {
      for (const { type, data } of events) {
        const isCharge = type === 'ReservationSettled' || type === 'SelectionCharged';
        if (isCharge && nanoFromEur(data.overrun_eur) > 0n) isRestricted = true;
        if (type === 'ReleasedReservationCharged' && availableNano(after) < 0n && nanoFromEur(data.cost_eur) > 0n) {
          isRestricted = true;
        }
        if (type === 'WalletCredited' || type === 'WalletRestrictionLifted') isRestricted = false;
        if (type !== 'CreditReserved' || data.is_selection === true || data.attempt_of !== undefined) continue;
        if (!isRestricted) continue;
        const running = [...after.reservations.entries()].filter(([, { flag }]) => flag === null);
        assert.equal(running.length, 1);
      }
      assert.equal(after.isRestricted, isRestricted);
    }
  });
});
