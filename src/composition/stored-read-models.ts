import { randomUUID } from 'node:crypto';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import { startStoringReadModels } from '../reactors/store-read-models.ts';
import type { Sweeps } from '../reactors/sweeps.ts';
import type { OpenedLedger } from './opened-ledger.ts';

const intervalMs = 2_000;
/**
 * New events before the read models are stored again. A process without read models has to fold this many: half a
 * second.
 */
const eventsMin = 10_000;
/** The same for events that no read model uses, which an engine skips ten times as fast. */
const passedMin = 20_000;

/** Stores the read models in the log, for processes without read models. `null`: the log is embedded. */
export function startStoredReadModels(ledger: OpenedLedger, telemetry: Telemetry): Sweeps | null {
  if (ledger.stats().remote === null) return null;
  const { log, retention, readModels, follower } = ledger;
  const storing = startStoringReadModels(
    {
      log,
      retention,
      readModels,
      projections: projectionCatalogue,
      createId: randomUUID,
      foldedUpTo: (projection) =>
        follower.lag().projections.find((fed) => fed.projection === projection)?.checkpoint ?? null,
      eventsMin,
      passedMin,
    },
    { intervalMs, failed: (error) => telemetry.warn('read_models_not_stored', {}, error) },
  );
  ledger.onBatch((batch) => storing.folded(batch));
  ledger.onReceived((events) => storing.passed(events.length));
  return storing;
}
