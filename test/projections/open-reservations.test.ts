import test from 'ava';
import { openReservations } from '../../projections/open-reservations.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { documentsOf, recordedIn } from '../_support/fold-projection.ts';
import * as words from '../_support/wallet-vocabulary.ts';

const recorded = (...events: readonly WalletEvent[]) => recordedIn(walletStream(words.walletId), events);

const held = {
  reservation_id: words.reservation,
  wallet_id: words.walletId,
  key_id: words.keyA,
  user_id: words.userId,
  amount_eur: '4.000000000',
  instance_id: 'gateway-1',
  expires_at: words.expiresAt,
  flag: null,
  flagged_at: null,
  reserved_at: '2026-11-01T12:00:03.000Z',
  upstream: 'sandbox',
  upstream_model: 'small-model',
  target: 'sandbox-small',
  profile: 'average',
  surface: 'chat_completions',
  price_list: words.priceList.record,
  bounds: words.uncounted,
};

test('an open reservation has everything that ending it needs', (t) => {
  const events = recorded(words.opened, words.credited('10'), words.reserved('4'));
  t.deepEqual(documentsOf(t, openReservations, events), { [words.reservation]: held });
});

test('a flagged reservation has its reason and time', (t) => {
  const events = recorded(words.opened, words.credited('10'), words.reserved('4'), words.flagged);
  t.deepEqual(documentsOf(t, openReservations, events), {
    [words.reservation]: { ...held, flag: 'connection_lost', flagged_at: '2026-11-01T12:00:04.000Z' },
  });
});

const endings: Readonly<Record<string, readonly WalletEvent[]>> = {
  settled: [words.settled({ cost: '1', released: '3', postings: [] })],
  released: [words.released('4')],
  'given up': words.givenUp('4'),
};

for (const [how, ending] of Object.entries(endings)) {
  test(`a reservation that was ${how} is removed, and others stay`, (t) => {
    const other = words.reserved('2', { reservationId: words.otherReservation });
    const events = recorded(words.opened, words.credited('10'), words.reserved('4'), other, ...ending);
    t.deepEqual(Object.keys(documentsOf(t, openReservations, events)), [words.otherReservation]);
  });
}

test('events after the end of a reservation do not add it again', (t) => {
  const history = [words.opened, words.credited('10'), words.reserved('4'), ...words.givenUp('4')];
  t.deepEqual(documentsOf(t, openReservations, recorded(...history, words.chargedLate('1'))), {});
  t.deepEqual(documentsOf(t, openReservations, recorded(...history, words.flagged)), {});
});
