import test from 'ava';
import type { WalletEvent, WalletEventOf } from '../../src/domain/wallet-events.ts';
import { WalletCheck, WalletsBalances } from '../../src/ledger/verify/verify-wallet.ts';
import * as attempting from '../_support/attempt-vocabulary.ts';
import * as the from '../_support/wallet-vocabulary.ts';

/** The first thing that is wrong with a wallet's events; `null`: nothing is. */
function wrongIn(events: readonly WalletEvent[]): string | null {
  const check = new WalletCheck(the.walletId, new WalletsBalances());
  for (const event of events) {
    const found = check.check(event);
    if (found !== null) return found.kind;
  }
  return check.end()?.kind ?? null;
}

type Data = WalletEventOf<'AttemptFailed'>['data'];

const reserved = [the.opened, the.credited('10'), the.reserved('4')];
const notRun = (more: Partial<Data> = {}) => attempting.failed({ released: '1', hold: '3', more });
const inDoubt = (more: Partial<Data> = {}) => attempting.failedInDoubt({ released: '1', hold: '3', more });
const held = attempting.heldApart('4');
const flagged = attempting.flaggedApart();
const next = notRun().data as Data;

test('an attempt that was not run, and an attempt with an unknown outcome, verify', (t) => {
  t.is(wrongIn([...reserved, notRun()]), null);
  t.is(wrongIn([...reserved, inDoubt(), held, flagged]), null);
});

test('an answer of the second attempt is charged by its own prices', (t) => {
  const lines = [{ counter: 'output', quantity: 1_000, unit_price_eur: '4.000000000', amount_eur: '0.004000000' }];
  const settled = (more: Partial<WalletEventOf<'ReservationSettled'>['data']>) =>
    the.settled({
      cost: '0.004',
      released: '2.996',
      postings: [the.move('reserved', 'revenue', '0.004'), the.move('reserved', 'available', '2.996')],
      more: { counted: { counters: { output_tokens: 1_000 } }, lines, ...more },
    });
  const own = { price_list_id: attempting.otherPrices.id, price_list_version: attempting.otherPrices.version };
  t.is(wrongIn([...reserved, notRun(), settled(own)]), null);
  t.is(wrongIn([...reserved, notRun(), settled({})]), 'charge_price');
});

const edits: Readonly<Record<string, readonly [kind: string, events: readonly WalletEvent[]]>> = {
  'an attempt out of turn': ['attempt', [notRun({ attempt: 2 })]],
  'an attempt that failed twice': ['attempt', [notRun(), notRun({ hold_eur: '3.000000000' })]],
  'another target than was asked': ['attempt', [notRun({ target: 'other-small' })]],
  'another reference than was sent': ['attempt', [notRun({ billing_reference: the.id('8', 9) })]],
  'another edition of its prices': ['attempt', [notRun({ price_list_version: '2027-01-01' })]],
  'an attempt of another key': ['reservation_key', [notRun({ key_id: the.keyB })]],
  'an attempt of no reservation': ['reservation_not_open', [notRun({ reservation_id: the.otherReservation })]],
  'a hold that is not what was held': ['reservation_amount', [notRun({ hold_eur: '3.500000000' })]],
  'an outcome in doubt with nothing held': ['attempt_not_held', [notRun({ outcome: 'unknown' })]],
  'a hold that was left out': ['attempt_not_held', [inDoubt(), the.credited('1', the.id('f', 2))]],
  'a hold that never came': ['attempt_not_held', [inDoubt()]],
  'a hold without its flag': ['attempt_not_held', [inDoubt(), held, the.credited('1', the.id('f', 2))]],
  'a hold for another attempt': [
    'attempt_not_held',
    [
      inDoubt(),
      attempting.heldApart('4', {
        attempt_of: { reservation_id: the.reservation, attempt: 2, billing_reference: the.reservation },
      }),
    ],
  ],
  'a hold under another reference': [
    'attempt_not_held',
    [
      inDoubt(),
      attempting.heldApart('4', {
        attempt_of: { reservation_id: the.reservation, attempt: 1, billing_reference: the.id('8', 9) },
      }),
    ],
  ],
  'more held for it than its request had': ['attempt_not_held', [inDoubt(), attempting.heldApart('4.1')]],
  'a hold for an attempt that did not fail': ['attempt_not_held', [held]],
  'the second attempt at the first target': [
    'attempt',
    [
      notRun(),
      attempting.failed({
        hold: '3',
        more: { attempt: 2, target: 'sandbox-small', billing_reference: next.next.billing_reference },
      }),
    ],
  ],
  postings: ['posting_amounts', [notRun({ postings: [] })]],
};

for (const [what, [kind, events]] of Object.entries(edits)) {
  test(`is named of an attempt: ${what}`, (t) => {
    t.is(wrongIn([...reserved, ...events]), kind);
  });
}
