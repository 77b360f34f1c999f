import test from 'ava';
import type { NewLot } from '../../../src/domain/lots/wallet-lots.ts';
import type { WalletCommand } from '../../../src/domain/wallet-commands.ts';
import { walletFigures } from '../../../src/domain/wallet-entries/wallet-figures.ts';
import type { WalletEvent } from '../../../src/domain/wallet-events.ts';
import { wallet } from '../../../src/domain/wallet.ts';
import * as the from '../../_support/wallet-vocabulary.ts';

/** Lots: what the events of a wallet say of them, in words. */

const [november, december] = ['2026-11-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'];
const welcome = the.id('f', 10);
const bonus = the.id('f', 11);
const names = new Map([
  [`${welcome}.1`, 'welcome'],
  [`${bonus}.1`, 'bonus'],
  [`${bonus}.2`, 'second'],
]);

const lot = (amount: string, expiresAt: string | null = null, kind: NewLot['kind'] = 'granted'): NewLot => ({
  kind,
  expiresAt,
  amount: the.eur(amount),
});
const creditOf = (amount: string, creditId: string, ...lots: readonly NewLot[]): WalletCommand => ({
  ...the.credit(amount, creditId),
  lots,
});
/** 5 euro of a welcome that expires in November, and 10 euro that were paid. */
const welcomed = [the.open, creditOf('5', welcome, lot('5', november)), the.credit('10')];

const short = (eur: string): string => String(Number(eur));

/** `ReservationSettled 5 welcome; 3 reserved>granted`: an event, its lots and its postings. */
function inWords({ type, data }: WalletEvent): string {
  const lots =
    type === 'WalletLotExpired'
      ? [names.get(data.lot_id) ?? data.lot_id]
      : 'lots' in data && type !== 'WalletPeriodClosed'
        ? (data.lots ?? []).map(({ lot_id, amount_eur }) => `${short(amount_eur)} ${names.get(lot_id) ?? lot_id}`)
        : [];
  const postings = ('postings' in data ? data.postings : []).map(
    ({ debit_account, credit_account, amount_eur }) =>
      `${short(amount_eur)} ${debit_account.split(':').at(-1)}>${credit_account.split(':').at(-1)}`,
  );
  return [[type, ...lots].join(' '), postings.join(', ')].filter(Boolean).join('; ');
}

function lastOf(commands: readonly WalletCommand[]) {
  let state = wallet.initialState;
  let events: readonly WalletEvent[] = [];
  let refusal: string | null = null;
  for (const command of commands) {
    const decision = wallet.decide(command, state);
    refusal = decision.accepted ? null : decision.refusal;
    events = decision.accepted ? decision.events : [];
    state = events.reduce(wallet.evolve, state);
  }
  const { posted_eur, granted_eur, available_eur } = walletFigures(the.walletId, state);
  return {
    events: events.map(inWords),
    refusal,
    posted: short(posted_eur),
    granted: short(granted_eur),
    available: short(available_eur),
  };
}

test('credit that was granted comes from its own account, not from money paid in', (t) => {
  t.deepEqual(lastOf([the.open, creditOf('8', bonus, lot('3'), lot('2', december, 'paid'))]), {
    events: ['WalletCredited 3 bonus 2 second; 3 granted>available, 5 funding>available'],
    refusal: null,
    posted: '8',
    granted: '3',
    available: '8',
  });
});

test('a charge uses what was granted first, and only the rest is revenue', (t) => {
  t.deepEqual(lastOf([...welcomed, the.reserve('8'), the.settle('6')]), {
    events: ['ReservationSettled 5 welcome; 5 reserved>granted, 1 reserved>revenue, 2 reserved>available'],
    refusal: null,
    posted: '9',
    granted: '0',
    available: '9',
  });
});

test('what expires first is used first, whichever came first, and paid lots after granted ones', (t) => {
  const commands = [
    the.open,
    creditOf('5', welcome, lot('5', december)),
    creditOf('4', bonus, lot('2', november, 'paid'), lot('2', november)),
    the.reserve('8'),
  ];
  t.deepEqual(lastOf(commands).events, ['CreditReserved 2 second 5 welcome 1 bonus; 8 available>reserved']);
});

test('lots that are alike are used by age, also when a hold gave the older back', (t) => {
  const commands = [
    the.open,
    creditOf('2', welcome, lot('2')),
    the.reserve('2'),
    creditOf('2', bonus, lot('2')),
    the.release(),
    the.reserve('3', { reservationId: the.otherReservation }),
  ];
  t.deepEqual(lastOf(commands).events, ['CreditReserved 2 welcome 1 bonus; 3 available>reserved']);
});

test('a released hold gives its lots back, and a smaller hold keeps those that are used first', (t) => {
  t.is(lastOf([...welcomed, the.reserve('8'), the.release()]).granted, '5');
  const again = the.reserve('15', { reservationId: the.otherReservation });
  t.deepEqual(lastOf([...welcomed, the.reserve('8'), the.release(), again]).events, [
    'CreditReserved 5 welcome; 15 available>reserved',
  ]);
});

test('a cost beyond the hold takes further lots, then paid credit, then goes below zero', (t) => {
  const commands = [the.open, creditOf('5', welcome, lot('5')), the.credit('1'), the.reserve('2'), the.settle('9')];
  t.deepEqual(lastOf(commands).events, [
    'ReservationSettled 5 welcome; 2 reserved>granted, 3 available>granted, 4 available>revenue',
    'WalletRestricted',
  ]);
  t.is(lastOf(commands).posted, '-3');
});

test('what is left of a lot expires, once, when its time has come', (t) => {
  t.deepEqual(lastOf([...welcomed, the.expireLots('2026-11-30T22:59:59.999Z')]).events, []);
  t.deepEqual(lastOf([...welcomed, the.expireLots(november)]), {
    events: ['WalletLotExpired welcome; 5 available>breakage'],
    refusal: null,
    posted: '10',
    granted: '0',
    available: '10',
  });
  t.deepEqual(lastOf([...welcomed, the.expireLots(november), the.expireLots(december)]).events, []);
});

test('what a request holds of an expired lot pays for the request, and the rest expires with it', (t) => {
  const held = [...welcomed, the.reserve('4'), the.expireLots(november)];
  t.deepEqual(lastOf(held).events, ['WalletLotExpired welcome; 1 available>breakage']);
  t.deepEqual(lastOf([...held, the.settle('3')]).events, [
    'ReservationSettled 3 welcome; 3 reserved>granted, 1 reserved>available',
    'WalletLotExpired welcome; 1 available>breakage',
  ]);
  const wholly = [...welcomed, the.reserve('5'), the.expireLots(november)];
  t.deepEqual(lastOf(wholly).events, ['WalletLotExpired welcome']);
  t.deepEqual(lastOf([...wholly, the.expireLots(december)]).events, []);
  t.deepEqual(lastOf([...wholly, the.release()]).events, [
    'ReservationReleased; 5 reserved>available',
    'WalletLotExpired welcome; 5 available>breakage',
  ]);
});

test('lots that expire together do so in the order of use, whatever holds them', (t) => {
  const bonusFirst = [the.open, creditOf('5', bonus, lot('5', december)), the.reserve('5')];
  const other = the.id('e', 2);
  const both = [...bonusFirst, creditOf('5', welcome, lot('5', november)), the.reserve('5', { reservationId: other })];
  t.deepEqual(lastOf([...both, the.expireLots(december)]).events, [
    'WalletLotExpired welcome',
    'WalletLotExpired bonus',
  ]);
});

test('a rest that has paid for a charge beyond all credit is not taken again', (t) => {
  const overdrawn = [the.open, the.credit('1'), the.reserve('1'), the.settle('3')];
  const commands = [...overdrawn, creditOf('5', welcome, lot('5', november)), the.expireLots(november)];
  t.deepEqual(lastOf(commands), {
    events: ['WalletLotExpired welcome; 3 available>breakage, 2 revenue>granted'],
    refusal: null,
    posted: '0',
    granted: '0',
    available: '0',
  });
});

test('a debit takes lots in the order of use; money that goes back is paid credit first, and leaves the bank whole', (t) => {
  t.deepEqual(lastOf([...welcomed, the.debit('6')]).events, [
    'WalletDebited 5 welcome; 5 available>granted, 1 available>funding',
  ]);
  const back = { ...the.debit('12'), takes: 'paid_first' as const };
  t.deepEqual(lastOf([...welcomed, back]).events, ['WalletDebited 2 welcome; 12 available>funding, 2 revenue>granted']);
});

test('lots that are no lots, that are more than their credit, or too many, are refused', (t) => {
  const refusalOf = (command: WalletCommand): string | null => lastOf([the.open, command]).refusal;
  t.is(refusalOf(creditOf('5', bonus, lot('5', null, 'paid'))), 'lots_not_possible');
  // Events cannot have such a time.
  t.is(refusalOf(creditOf('5', bonus, lot('5', '+010000-01-01T00:00:00.000Z'))), 'lots_not_possible');
  t.is(refusalOf(creditOf('5', bonus, lot('0'))), 'lots_not_possible');
  t.is(refusalOf(creditOf('5', bonus, lot('3'), lot('3'))), 'lots_not_possible');
  const many = Array.from({ length: 101 }, () => lot('0.01'));
  t.is(refusalOf(creditOf('5', bonus, ...many)), 'lots_not_possible');
  t.is(refusalOf(creditOf('5', bonus, ...many.slice(1))), null);
});

test('lots that requests hold count too: they come back, and an event names at most a hundred', (t) => {
  const hundred = Array.from({ length: 100 }, () => lot('0.01'));
  const held = [the.open, creditOf('1', welcome, ...hundred), the.reserve('1')];
  t.is(lastOf([...held, creditOf('1', bonus, lot('1'))]).refusal, 'lots_not_possible');
  t.is(lastOf([...held, the.settle('0.01'), creditOf('1', bonus, lot('1'))]).refusal, null);
});

test('a wallet whose lots are used up is as one that never had any', (t) => {
  const used = [...welcomed, the.reserve('5'), the.settle('5')];
  const state = used.reduce((before, command) => {
    const decision = wallet.decide(command, before);
    return decision.accepted ? decision.events.reduce(wallet.evolve, before) : before;
  }, wallet.initialState);
  t.is(state.lots, wallet.initialState.lots);
  t.deepEqual(lastOf([...used, the.reserve('2', { reservationId: the.otherReservation })]).events, [
    'CreditReserved; 2 available>reserved',
  ]);
});
