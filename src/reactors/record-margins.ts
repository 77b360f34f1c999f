import { createPriceList } from '../domain/price-list.ts';
import { marginOf, type OwedMargin } from '../domain/prices/margin.ts';
import type { MarginEvent } from '../domain/prices/margin-events.ts';
import { appendMargins, type MarginsDeps } from '../ledger/margins.ts';
import { eachDocument } from '../ledger/read-models/each-document.ts';
import type { DocumentReader, Projection } from '../ports/read-models.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import { startSweeps, type Sweeps } from './sweeps.ts';

export interface RecordMarginsDeps extends MarginsDeps {
  readonly readModels: DocumentReader;
  readonly owed: {
    readonly projection: Projection<OwedMargin>;
    /** Keys of charges that are owed begin with this. */
    readonly prefix: string;
    listOfKey(key: string): string;
    resellerOf(resellerId: string): string;
  };
  /** Resolves when the read model has all events that are in the log now. */
  readonly catchUp: () => Promise<unknown>;
  readonly telemetry: Pick<Telemetry, 'warn'>;
}

/** Most margins in one append. */
const batchMax = 100;

/** Records what is owed, at every interval. */
export function startRecordingMargins(deps: RecordMarginsDeps, intervalMs: number): Sweeps {
  return startSweeps({
    intervalMs,
    sweep: async (signal) => {
      while (!signal.aborted && (await recordMargins(deps)) === batchMax);
    },
    failed: (error) => deps.telemetry.warn('margins_not_recorded', {}, error),
  });
}

/**
 * Records the margins of charges that have none, a hundred at most, and returns how many it tried. Each once: the read
 * model says how many margins of a reseller it has seen, and those are appended behind exactly so many. What another
 * process recorded meanwhile is left for the next sweep. Raises what the log and the read model raise.
 */
export async function recordMargins(deps: RecordMarginsDeps): Promise<number> {
  const { readModels, owed, catchUp } = deps;
  await catchUp();
  const due = [...owedMargins(deps).take(batchMax)];
  for (const [resellerId, margins] of Map.groupBy(due, ({ data }) => data.reseller_id)) {
    const known = readModels.get(owed.projection, owed.resellerOf(resellerId));
    await appendMargins(deps, resellerId, { recorded: known?.kind === 'reseller' ? known.recorded : 0, margins });
  }
  return due.length;
}

/** The margins of charges that have none, in key order. */
function* owedMargins({ readModels, owed }: Pick<RecordMarginsDeps, 'readModels' | 'owed'>): Generator<MarginEvent> {
  for (const { document } of eachDocument(readModels, owed.projection, owed.prefix)) {
    if (document.kind !== 'owed') continue;
    const { wallet_id: walletId, charging } = document;
    const made = readModels.get(owed.projection, owed.listOfKey(document.key));
    // Without its list, a charge waits until that is folded.
    if (made?.kind !== 'list' || made.list.reseller_id === null) continue;
    const [own, above] = [createPriceList(made.list.price_list), createPriceList(made.list.above)];
    yield marginOf({ walletId, charging, list: made.list, own, above });
  }
}
