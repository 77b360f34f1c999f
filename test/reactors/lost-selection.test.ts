import test from 'ava';
import { openReservations } from '../../projections/open-reservations.ts';
import { wallet } from '../../src/domain/wallet.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { FoldedProjectionDocuments } from '../../src/ports/projection-fold.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import type { Position } from '../../src/ports/event-log.ts';
import { lostSelection } from '../../src/reactors/lost-selection.ts';
import * as choosing from '../_support/selection-vocabulary.ts';
import * as the from '../_support/wallet-vocabulary.ts';

const selecting = [the.opened, the.credited('10'), choosing.reserved('5', '1')];

/** The read model's document of a reservation. */
function documentOf(reservationId: string, events: readonly WalletEvent[]) {
  const documents = new FoldedProjectionDocuments(openReservations);
  for (const event of events) {
    const isOfIt = 'reservation_id' in event.data && event.data.reservation_id === reservationId;
    // The position is of any log: nothing here compares it.
    const recorded = {
      position: '1' as Position,
      stream: walletStream(the.walletId),
      recordedAt: the.expiresAt,
      event,
    };
    if (isOfIt) documents.fold(recorded);
  }
  return documents.written().get(reservationId) ?? null;
}

function endedBy(events: readonly WalletEvent[], flag: string): readonly WalletEvent[] {
  const document = documentOf(the.reservation, events);
  if (document?.selection === undefined) throw new Error('nothing is to be chosen');
  const command = lostSelection({ ...document, selection: document.selection }, flag);
  const decision = wallet.decide(command, events.reduce(wallet.evolve, wallet.initialState));
  return decision.accepted ? [...events, ...decision.events] : [];
}

test('a request that was lost during its choice releases the hold of its answer, and keeps that of the choice', (t) => {
  const events = endedBy(selecting, 'process_lost');
  const state = events.reduce(wallet.evolve, wallet.initialState);
  t.is(state.reserved, the.eur('1'));
  t.like(state.reservations.get(choosing.selectionId), { flag: 'process_lost', isSelection: true });
  t.is(documentOf(the.reservation, events), null);
  t.like(documentOf(choosing.selectionId, events), {
    upstream: 'sandbox',
    surface: 'chat_completions',
    target: 'judge',
    flag: 'process_lost',
    price_list: choosing.judgePrices.record,
  });
});

test('the choice of a process that cannot be seen may still be charged late', (t) => {
  const released = wallet.decide(
    { ...the.release(choosing.selectionId), resolvedBy: 'rule' },
    endedBy(selecting, 'process_unknown').reduce(wallet.evolve, wallet.initialState),
  );
  t.true(released.accepted);
  const events = [...endedBy(selecting, 'process_unknown'), ...(released.accepted ? released.events : [])];
  const late = wallet.decide(
    { ...the.settle('0.1'), reservationId: choosing.selectionId },
    events.reduce(wallet.evolve, wallet.initialState),
  );
  t.like(late, { accepted: true, events: [{ type: 'ReleasedReservationCharged' }] });
});

test('a choice without a call ends with nothing held', (t) => {
  const [opened, credited, reserved] = selecting;
  if (opened === undefined || credited === undefined || reserved?.type !== 'CreditReserved') return t.fail();
  const { selection, ...data } = reserved.data;
  const plain = { selection_id: selection?.selection_id ?? '', cap_eur: '0.000000000' };
  const events = endedBy([opened, credited, { ...reserved, data: { ...data, selection: plain } }], 'request_lost');
  t.is(events.reduce(wallet.evolve, wallet.initialState).reserved, 0n);
});
