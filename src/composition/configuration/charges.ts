import { charges, chargesPrefix, listedCharges, quartersPrefix, shownCharge } from '../../../projections/charges.ts';
import { chargeReceipt } from '../../ledger/checkpoints/charge-receipt.ts';
import { createReadModelChargeIndex } from '../../ledger/read-models/read-model-charge-index.ts';
import { recordedWalletState } from '../../ledger/wallet-fold.ts';
import type { OwnReceiptDeps } from '../../surfaces/own-charges.ts';
import type { OwnKeyDeps } from '../../surfaces/own-key.ts';
import type { OwnUsageDeps } from '../../surfaces/own-usage.ts';
import type { Clock } from '../../time/clock.ts';
import type { OpenedLedger } from '../opened-ledger.ts';

/** What the ledger knows of a key, for the key itself. */
export function configuredCharges(
  { readModels, follower, log }: OpenedLedger,
  clock: Pick<Clock, 'now'>,
): Pick<OwnUsageDeps, 'chargeIndex' | 'now'> & Pick<OwnKeyDeps, 'walletState'> & Pick<OwnReceiptDeps, 'receiptOf'> {
  return {
    chargeIndex: createReadModelChargeIndex({
      readModels,
      charges,
      chargeOf: shownCharge,
      listed: listedCharges,
      keyPrefix: (keyId) => chargesPrefix('key', keyId),
      quartersPrefix,
      catchUp: () => follower.caughtUp([charges]),
    }),
    walletState: (walletId) => recordedWalletState(log, walletId),
    receiptOf: async (charge) => {
      const receipt = await chargeReceipt(log, charge, { isForCaller: true });
      return typeof receipt === 'string' ? null : receipt;
    },
    now: () => clock.now(),
  };
}
