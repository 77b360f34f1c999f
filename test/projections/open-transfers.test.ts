import test from 'ava';
import { openTransfers } from '../../projections/open-transfers.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { documentsOf, recordedIn } from '../_support/fold-projection.ts';
import * as words from '../_support/wallet-vocabulary.ts';

const [source, destination] = [words.walletId, words.id('a', 7)];
const transferId = words.id('c', 1);

function withCause<Event extends WalletEvent>(event: Event, other: string): Event {
  return { ...event, data: { ...event.data, cause: { kind: 'transfer', id: transferId, wallet_id: other } } };
}

const debit = withCause(words.debited('4'), destination);
const credit = withCause(words.credited('4'), source);

/** Events of both ends, in the order in which they are folded. */
const folded = (...events: readonly (readonly [wallet: string, event: WalletEvent])[]) =>
  events.flatMap(([wallet, event], index) =>
    recordedIn(walletStream(wallet), [...Array.from({ length: index }, () => event), event]).slice(-1),
  );

test('a transfer is open from its debit to its credit, folded from either end', (t) => {
  t.like(documentsOf(t, openTransfers, folded([source, debit]))[transferId], {
    transfer_id: transferId,
    source_id: source,
    destination_id: destination,
    amount_eur: '4.000000000',
  });
  t.deepEqual(documentsOf(t, openTransfers, folded([source, debit], [destination, credit])), {});
  t.deepEqual(documentsOf(t, openTransfers, folded([source, debit], [source, withCause(credit, destination)])), {});
});

test('a transfer whose source is folded last does not stay open', (t) => {
  const seen = documentsOf(t, openTransfers, folded([destination, credit]));
  t.is(seen[transferId]?.is_credited, true);
  t.deepEqual(documentsOf(t, openTransfers, folded([destination, credit], [source, debit])), {});
});

test('a credit or debit that is not part of a transfer opens no transfer', (t) => {
  t.deepEqual(documentsOf(t, openTransfers, folded([source, words.debited('4')], [source, words.credited('4')])), {});
});
