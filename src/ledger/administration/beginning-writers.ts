import { changedLog } from '../changed-log.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { StoredRemovalDeps } from './stored-removals.ts';

/** The writers that an operation uses. */
type Writers = Pick<PaymentDeps, 'log' | 'wallets'> & Pick<StoredRemovalDeps, 'removeContent'>;

/**
 * Wraps the writers so that `begin` runs before every write. A command that a wallet refuses writes nothing, so
 * `begin` does not run for it. `begin` may be called often; when it raises, the error is raised and nothing is written.
 */
export function writersBeginningWith(begin: () => Promise<void>, { log, wallets, removeContent }: Writers): Writers {
  return {
    log: changedLog(log, {
      append: async (stream, expected, events) => {
        await begin();
        return await log.append(stream, expected, events);
      },
    }),
    removeContent: async (stream) => {
      await begin();
      await removeContent(stream);
    },
    wallets: {
      preview: (walletId, command) => wallets.preview(walletId, command),
      execute: async (walletId, command) => {
        const foreseen = await wallets.preview(walletId, command);
        if (foreseen?.accepted === false) return foreseen;
        await begin();
        return await wallets.execute(walletId, command);
      },
    },
  };
}
