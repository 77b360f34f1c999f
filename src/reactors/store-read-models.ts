import { ReadModelStore, type StoreReadModelsDeps } from '../ledger/read-models/read-model-store.ts';
import { startSweeps, type Sweeps } from './sweeps.ts';

/** Stores the due read models at every interval. */
export function startStoringReadModels(
  deps: StoreReadModelsDeps,
  { intervalMs, failed }: { readonly intervalMs: number; readonly failed: (error: unknown) => void },
): Sweeps & Pick<ReadModelStore, 'folded' | 'passed'> {
  const store = new ReadModelStore(deps);
  const sweeps = startSweeps({ intervalMs, delayMs: intervalMs, sweep: () => store.storeDue(), failed });
  return {
    folded: (batch) => store.folded(batch),
    passed: (events) => store.passed(events),
    stop: () => sweeps.stop(),
  };
}
