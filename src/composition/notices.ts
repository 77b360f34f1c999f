import type { PinoTelemetry } from '../adapters/pino-telemetry.ts';
import type { OpenedLedger, OpenedLedgerOptions } from './opened-ledger.ts';
import { statusNotices, upgradeAdvice, waitingStreams } from '../ledger/status-notices.ts';
import { projectionId } from '../ports/read-models.ts';

/** Current problems of the ledger for the operator. Logs those that exist at the start. */
export function ledgerNotices(ledger: OpenedLedger, telemetry: PinoTelemetry): () => readonly string[] {
  const read = (): readonly string[] => {
    try {
      const { remote } = ledger.stats();
      const rewound = remote?.rewound ?? null;
      return [...(rewound === null ? [] : [`ledger_rewound: ${rewound}`]), ...statusNotices(ledger)];
    } catch (error) {
      return [`read_models_unavailable: ${error instanceof Error ? error.message : 'they cannot be read'}`];
    }
  };
  for (const notice of read()) telemetry.warn('stands', { notice });
  telemetry.addGauges({
    waybill_streams_waiting: {
      help: 'Streams that need a later version of Waybill to be read; all other streams are processed.',
      read: () => waitingStreams(ledger).length,
    },
  });
  return read;
}

/** Logs each stream that begins to wait. */
export function waitingReport(telemetry: PinoTelemetry): Pick<OpenedLedgerOptions, 'onWaiting'> {
  return {
    onWaiting: (projection, { stream, revision, type }) => {
      const where = { projection: projectionId(projection), stream, revision, type };
      telemetry.warn('stream_waiting', { ...where, next: upgradeAdvice });
    },
  };
}
