import test from 'ava';
import { accountKey, ownedIds } from '../../projections/owned-ids.ts';
import type { PrincipalEvent } from '../../src/domain/principal-events.ts';
import { principalStream } from '../../src/ledger/stream-names.ts';
import type { PositionedEvent } from '../../src/ports/read-models.ts';
import { documentsOf } from '../_support/fold-projection.ts';
import { place } from '../_support/tally-projection.ts';

const account = 'cd'.repeat(16);

const joined = (user_id: string, recordedAt: string): Omit<PositionedEvent<PrincipalEvent>, 'position'> => {
  const data = { user_id, account_id: account } as Extract<PrincipalEvent, { type: 'PrincipalAccountJoined' }>['data'];
  return { stream: principalStream(user_id), recordedAt, event: { type: 'PrincipalAccountJoined', data } };
};

test('an account is of the person to whom it was joined last, also when the stream of another is folded later', (t) => {
  const [first, last] = [joined('first', '2026-11-01T12:00:01.000Z'), joined('last', '2026-11-01T12:00:02.000Z')];
  const expected = { [accountKey(account)]: { id: 'last', joined_at: last.recordedAt } };
  for (const order of [
    [first, last],
    [last, first],
  ]) {
    const recorded = order.map((each, nth) => ({ ...each, position: place(nth + 1) }));
    t.deepEqual(documentsOf(t, ownedIds, recorded), expected);
  }
});
