import type { PinoTelemetry } from '../adapters/pino-telemetry.ts';
import { withinMs } from '../ledger/within-ms.ts';
import type { Admission } from '../http/admission.ts';
import type { ConfiguredDirectory } from './directory.ts';
import type { OpenedLedger } from './opened-ledger.ts';

interface Watched {
  readonly admission: Admission;
  readonly directory: ConfiguredDirectory;
  readonly ledger: OpenedLedger;
  readonly telemetry: PinoTelemetry;
}

export interface Readiness {
  /** Names of the parts that are unavailable or make no progress, and `stopping`; empty: requests are served. */
  check(): Promise<readonly string[]>;
  /** Why the ledger is missing, if it was at the last check. */
  notices(): readonly string[];
  /** Checks for the metric `waybill_is_ready`. A ledger that takes longer than two seconds to answer is not ready. */
  measure(): Promise<void>;
}

const measureMsMax = 2_000;

/** Whether requests can be served. A change is logged by the check that finds it. */
export function configuredReadiness({ admission, directory, ledger, telemetry }: Watched): Readiness {
  let trouble: Error | null = null;
  let isReady = true;
  const check = async (): Promise<readonly string[]> => {
    trouble = await troubleOf(ledger);
    const stuck = ledger.watch.lags().flatMap(({ name, isStuck }) => (isStuck ? [name] : []));
    const missing = [...directory.notReady(), ...(trouble === null ? [] : ['ledger']), ...stuck];
    if (admission.closing.aborted) return ['stopping', ...missing];
    if (isReady && missing.length > 0) telemetry.warn('not_ready', { missing }, trouble ?? undefined);
    if (!isReady && missing.length === 0) telemetry.info('ready_again', {});
    isReady = missing.length === 0;
    return missing;
  };
  let measured = 0;
  telemetry.addGauges({
    waybill_is_ready: { help: '1 while requests can be served, as /readyz says.', read: () => measured },
  });
  return {
    check,
    notices: () => (trouble === null ? [] : [`ledger: ${trouble.message}`]),
    measure: async () => {
      const missing = await withinMs(check(), measureMsMax);
      measured = missing !== 'too_late' && missing.length === 0 ? 1 : 0;
    },
  };
}

async function troubleOf(ledger: OpenedLedger): Promise<Error | null> {
  try {
    await ledger.assertWritable();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error('the ledger cannot be written');
  }
}
