import test from 'ava';
import { transfer, type TransferDirection } from '../../../src/domain/payments/transfer.ts';
import type { TransferEvent } from '../../../src/domain/payments/transfer-events.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
import { id, tenantId, walletId } from '../../_support/wallet-vocabulary.ts';

const { given } = specificationOf(transfer);

const onward: TransferDirection = {
  transfer_id: id('6', 4),
  tenant_id: tenantId,
  source_id: walletId,
  destination_id: id('a', 2),
  amount_eur: '5.000000000',
  to: 'destination',
};
const back: TransferDirection = { ...onward, to: 'source' };
const directed = (direction: TransferDirection): TransferEvent => ({ type: 'TransferDirected', data: direction });

for (const [what, direction, other] of [
  ['to its destination', onward, back],
  ['back to its source', back, onward],
] as const) {
  test(`a transfer without a direction is directed ${what}`, (t) => {
    given([])
      .when({ type: 'direct_transfer', direction })
      .thenExpect(t, [directed(direction)]);
  });

  test(`a transfer that was directed ${what} takes neither direction again`, (t) => {
    given([directed(direction)])
      .when({ type: 'direct_transfer', direction })
      .thenExpect(t, []);
    given([directed(direction)])
      .when({ type: 'direct_transfer', direction: other })
      .thenExpect(t, []);
  });

  test(`the first direction of a transfer stays: ${what}, after any later event`, (t) => {
    const state = [direction, other].map(directed).reduce(transfer.evolve, transfer.initialState);
    t.deepEqual(state, direction);
  });
}
