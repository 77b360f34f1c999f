import { randomUUID } from 'node:crypto';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import { startStoringReadModels } from '../reactors/store-read-models.ts';
import type { Sweeps } from '../reactors/sweeps.ts';
import type { OpenedLedger } from './opened-ledger.ts';

const intervalMs = 2_000;
/** Whoever begins with nothing folds this much and what came since the last look: half a second of reading. */
const eventsMin = 10_000;
/** An engine passes over what nobody asks for ten times as fast. */
const passedMin = 20_000;

/** Keeps what the read models hold in the log, for those who begin with nothing. `null`: the log lies beside them. */
export function startStoredReadModels(ledger: OpenedLedger, telemetry: Telemetry): Sweeps | null {
  if (ledger.stats().remote === null) return null;
  const { log, retention, readModels, follower } = ledger;
  const storing = startStoringReadModels(
    {
      log,
      retention,
      readModels,
      projections: projectionCatalogue,
      mintId: randomUUID,
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
