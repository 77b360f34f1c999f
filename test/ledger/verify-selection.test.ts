import test from 'ava';
import { eurFromNano } from '../../src/domain/money.ts';
import type { WalletEvent, WalletEventOf } from '../../src/domain/wallet-events.ts';
import { WalletCheck, WalletsBalances } from '../../src/ledger/verify/verify-wallet.ts';
import * as choosing from '../_support/selection-vocabulary.ts';
import * as the from '../_support/wallet-vocabulary.ts';
import { move } from '../_support/wallet-vocabulary.ts';

/** The first thing that is wrong with a wallet's events; `null`: nothing is. */
function wrongIn(events: readonly WalletEvent[]): string | null {
  const check = new WalletCheck(the.walletId, new WalletsBalances());
  for (const event of events) {
    const found = check.check(event);
    if (found !== null) return found.kind;
  }
  return null;
}

type Data = WalletEventOf<'SelectionCharged'>['data'];

const selecting = [the.opened, the.credited('10'), choosing.reserved('5', '1')];
/** A thousand tokens of output at the judge's price. */
const cost = '0.0002';
const counted = { counters: { output_tokens: 1_000 } };
const lines = [{ counter: 'output', quantity: 1_000, unit_price_eur: '0.200000000', amount_eur: '0.000200000' }];
const charged = (more: Partial<Data> = {}): WalletEvent =>
  choosing.charged({ cost, released: '2.9998', hold: '2', more: { lines, counted, ...more } });
const settled = the.settled({
  cost: '0.002',
  released: '1.998',
  postings: [move('reserved', 'revenue', '0.002'), move('reserved', 'available', '1.998')],
  more: {
    counted,
    lines: [{ counter: 'output', quantity: 1_000, unit_price_eur: '2.000000000', amount_eur: '0.002000000' }],
  },
});

test('a choice and its answer, each charged by its own prices, are right', (t) => {
  t.is(wrongIn([...selecting, charged(), settled]), null);
});

test('a choice without a call, and a choice with unknown counters, verify', (t) => {
  t.is(wrongIn([...selecting, choosing.charged({ released: '1', hold: '4' })]), null);
  const unknown = choosing.charged({ released: '3', hold: '2', more: { usage_known: false } });
  t.is(wrongIn([...selecting, unknown, choosing.heldApart('1'), choosing.flaggedApart()]), null);
});

const edits: Readonly<Record<string, readonly [kind: string, events: readonly WalletEvent[]]>> = {
  'an answer that was charged before it was chosen': ['selection_open', [settled]],
  'a second choice': ['selection_not_open', [charged(), charged()]],
  'a choice under another id': ['selection_not_open', [charged({ selection_id: the.id('9', 2) })]],
  'a choice of another key': ['reservation_key', [charged({ key_id: the.keyB })]],
  'a line at the prices of the answer': [
    'charge_price',
    [charged({ lines: lines.map((line) => ({ ...line, quantity: 100, unit_price_eur: '2.000000000' })) })],
  ],
  'another edition of the prices': ['charge_price', [charged({ price_list_version: '2026-12-01' })]],
  'a quantity': ['charge_line', [charged({ lines: lines.map((line) => ({ ...line, quantity: 2_000 })) })]],
  'a cost without lines': ['charge_without_lines', [charged({ lines: [] })]],
  'a release': ['reservation_amount', [charged({ released_eur: '2.000000000' })]],
  'a hold for the answer that eats the cap of choosing': [
    'reservation_amount',
    [choosing.charged({ released: '0.5', hold: '4.5' })],
  ],
  'a cost above the cap that is taken from the hold of the answer': [
    'reservation_amount',
    [choosing.charged({ cost: '1.5', released: '1.5', hold: '2' })],
  ],
  'an overrun though the cap was not used up': [
    'reservation_amount',
    [choosing.charged({ cost: '1', overrun: '0.5', released: '2.5', hold: '2' })],
  ],
  postings: ['posting_amounts', [charged({ postings: [move('reserved', 'revenue', cost)] })]],
};

for (const [what, [kind, events]] of Object.entries(edits)) {
  test(`is named in a choice: ${what}`, (t) => {
    t.is(wrongIn([...selecting, ...events]), kind);
  });
}

test('the hold after a choice is the worst case of the chosen target', (t) => {
  const check = new WalletCheck(the.walletId, new WalletsBalances());
  for (const event of [...selecting, charged()]) t.is(check.check(event), null);
  t.is(eurFromNano(check.state.reserved), '2.000000000');
  t.is(eurFromNano(check.state.selectionSettled), '0.000200000');
});
