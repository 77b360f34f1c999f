import test from 'ava';
import * as fc from 'fast-check';
import { walletBalances } from '../../projections/wallet-balances.ts';
import { amountNanoMax, eurFromNano } from '../../src/domain/money.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { availableNano } from '../../src/domain/wallet-state.ts';
import { wallet } from '../../src/domain/wallet.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { documentsOf, recordedIn } from '../_support/fold-projection.ts';
import { anyHistory } from '../_support/wallet-history.ts';
import * as words from '../_support/wallet-vocabulary.ts';

const recorded = (...events: readonly WalletEvent[]) => recordedIn(walletStream(words.walletId), events);

test('an opened wallet has a balance of zero', (t) => {
  const documents = documentsOf(t, walletBalances, recorded(words.opened));
  t.deepEqual(documents, {
    [words.walletId]: {
      wallet_id: words.walletId,
      tenant_id: words.tenantId,
      posted_eur: '0.000000000',
      granted_eur: '0.000000000',
      reserved_eur: '0.000000000',
      available_eur: '0.000000000',
      restricted: false,
      open_reservations: 0,
      flagged_reservations: 0,
      credited_eur: '0.000000000',
      debited_eur: '0.000000000',
      settled_eur: '0.000000000',
      selection_eur: '0.000000000',
      overrun_eur: '0.000000000',
      flagged_reservation_ids: [],
      selection_ids: [],
    },
  });
});

test('an open reservation is held back from what is available', (t) => {
  const documents = documentsOf(t, walletBalances, recorded(words.opened, words.credited('10'), words.reserved('4')));
  t.like(documents[words.walletId], {
    posted_eur: '10.000000000',
    reserved_eur: '4.000000000',
    available_eur: '6.000000000',
    open_reservations: 1,
  });
});

test('a settled reservation charges its cost and frees the rest', (t) => {
  const settled = words.settled({ cost: '1.5', released: '2.5', postings: [] });
  const events = recorded(words.opened, words.credited('10'), words.reserved('4'), settled, words.debited('3'));
  t.like(documentsOf(t, walletBalances, events)[words.walletId], {
    posted_eur: '5.500000000',
    reserved_eur: '0.000000000',
    available_eur: '5.500000000',
    open_reservations: 0,
    credited_eur: '10.000000000',
    debited_eur: '3.000000000',
    settled_eur: '1.500000000',
    overrun_eur: '0.000000000',
  });
});

test('a cost above the hold is charged in full and shown as an overrun, below zero if need be', (t) => {
  const settled = words.settled({ cost: '12', overrun: '2', postings: [] });
  const events = recorded(words.opened, words.credited('10'), words.reserved('10'), settled);
  t.like(documentsOf(t, walletBalances, events)[words.walletId], {
    posted_eur: '-2.000000000',
    reserved_eur: '0.000000000',
    available_eur: '-2.000000000',
    overrun_eur: '2.000000000',
  });
});

test('a flagged reservation stays held, and counts as flagged until it ends', (t) => {
  const flagged = recorded(words.opened, words.credited('10'), words.reserved('4'), words.flagged);
  t.like(documentsOf(t, walletBalances, flagged)[words.walletId], {
    reserved_eur: '4.000000000',
    open_reservations: 1,
    flagged_reservations: 1,
    flagged_reservation_ids: [words.reservation],
  });
  const ended = recorded(...flagged.map(({ event }) => event as WalletEvent), words.released('4'));
  t.like(documentsOf(t, walletBalances, ended)[words.walletId], {
    reserved_eur: '0.000000000',
    available_eur: '10.000000000',
    open_reservations: 0,
    flagged_reservations: 0,
    flagged_reservation_ids: [],
  });
});

test('the charge of a reservation that was given up is an overrun: nothing was held for it any more', (t) => {
  const events = recorded(
    words.opened,
    words.credited('10'),
    words.reserved('4'),
    ...words.givenUp('4'),
    words.chargedLate('1'),
  );
  t.like(documentsOf(t, walletBalances, events)[words.walletId], {
    posted_eur: '9.000000000',
    reserved_eur: '0.000000000',
    open_reservations: 0,
    settled_eur: '1.000000000',
    overrun_eur: '1.000000000',
  });
});

test('the lifetime credits of a wallet may exceed the largest single amount', (t) => {
  const most = eurFromNano(amountNanoMax);
  const events = recorded(words.opened, words.credited(most), words.debited(most), words.credited(most));
  t.like(documentsOf(t, walletBalances, events)[words.walletId], {
    credited_eur: eurFromNano(amountNanoMax * 2n),
    available_eur: most,
  });
});

test('events of a wallet that was never opened are folded', (t) => {
  const documents = documentsOf(t, walletBalances, recorded(words.credited('1')));
  t.like(documents[words.walletId], { tenant_id: null, available_eur: '1.000000000' });
});

test('for any history, including choices of routes, the balance equals the decider’s own state', (t) => {
  const law = fc.property(anyHistory, (steps) => {
    const state = steps.at(-1)?.after ?? wallet.initialState;
    const events = steps.flatMap((step) => step.events);
    const [balance] = Object.values(documentsOf(t, walletBalances, recorded(...events)));
    if (balance === undefined) return;
    const flags = [...state.reservations.entries()].filter(([, { flag }]) => flag !== null).map(([key]) => key);
    t.like(balance, {
      posted_eur: eurFromNano(state.posted),
      reserved_eur: eurFromNano(state.reserved),
      available_eur: eurFromNano(availableNano(state)),
      settled_eur: eurFromNano(state.settled),
      selection_eur: eurFromNano(state.selectionSettled),
      overrun_eur: eurFromNano(state.overrun),
      open_reservations: state.reservations.size,
      flagged_reservations: flags.length,
    });
    t.deepEqual([...balance.flagged_reservation_ids].sort(), flags.sort());
  });
  fc.assert(law, { numRuns: 300 });
});

test('a wallet is restricted by a recorded restriction until it is lifted', (t) => {
  const restricted = [words.opened, words.credited('10'), words.restricted('1')];
  t.true(documentsOf(t, walletBalances, recorded(...restricted))[words.walletId]?.restricted);
  const lifted = recorded(...restricted, words.liftedBy('operator'));
  t.false(documentsOf(t, walletBalances, lifted)[words.walletId]?.restricted);
});
