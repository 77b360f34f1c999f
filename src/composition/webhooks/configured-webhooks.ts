import { randomUUID } from 'node:crypto';
import { countsKey, deliveries, pendingPrefix, type DeliveryCounts } from '../../../projections/deliveries.ts';
import { webhooks } from '../../../projections/webhooks.ts';
import { createUndiciWebhookSender } from '../../adapters/undici-webhook-sender.ts';
import { readConfigText, type Config } from '../../config.ts';
import { eachDocument } from '../../ledger/read-models/each-document.ts';
import { PendingDeliveries } from '../../ledger/webhooks/pending-deliveries.ts';
import type { ContentCipher } from '../../ports/content-cipher.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';
import type { Gauges, PinoTelemetry } from '../../adapters/pino-telemetry.ts';
import type { DocumentReader } from '../../ports/read-models.ts';
import { AlertNotes } from '../../reactors/note-alerts.ts';
import { startSendingWebhooks } from '../../reactors/send-webhooks.ts';
import type { Sweeps } from '../../reactors/sweeps.ts';
import type { Clock } from '../../time/clock.ts';
import { systemTimer } from '../../time/timer.ts';
import type { OpenedLedger } from '../opened-ledger.ts';

/** Interval of the sweep that notes alerts and sends them. */
const sweepMs = 2_000;

/** What alerts to webhooks are sent with. */
export interface SentWebhooks {
  readonly config: Config;
  readonly ledger: OpenedLedger;
  readonly cipher: ContentCipher;
  readonly clock: Clock;
  /** Hashes names that must be the same in every gateway. */
  readonly hasher: KeyHasher;
  readonly telemetry: PinoTelemetry;
}

/** Starts sending alerts to webhooks. Raises `ConfigError` for a file of certificates that cannot be read. */
export function startConfiguredWebhooks({ config, ledger, cipher, clock, hasher, telemetry }: SentWebhooks): Sweeps {
  const { networks, http_loopback: httpLoopback, ca_file: caFile } = config.webhooks;
  const { log, logEnd, retention, readModels, follower } = ledger;
  const parts = { log, createId: randomUUID };
  const notes = new AlertNotes({
    ...parts,
    logEnd,
    retention,
    keyHasher: hasher,
    webhooks: async () => {
      await follower.caughtUp([webhooks]);
      return eachDocument(readModels, webhooks)
        .map(({ document }) => document)
        .toArray();
    },
  });
  const sender = createUndiciWebhookSender({
    networks,
    httpLoopback,
    ...(caFile !== undefined && { ca: readConfigText(caFile, 'webhooks.ca_file') }),
  });
  const pending = new PendingDeliveries({ readModels, projection: deliveries, prefix: pendingPrefix });
  const catchUp = () => follower.caughtUp([deliveries]);
  telemetry.addGauges(deliveryGauges(readModels));
  return startSendingWebhooks(
    { ...parts, notes, pending, catchUp, cipher, sender, clock, timer: systemTimer, telemetry },
    sweepMs,
  );
}

function deliveryGauges(readModels: Pick<DocumentReader, 'get'>): Gauges {
  // The key is that of the counts.
  const counts = () => readModels.get(deliveries, countsKey) as DeliveryCounts | null;
  return {
    waybill_webhook_deliveries_pending: {
      help: 'Messages to webhooks that are neither delivered nor parked.',
      read: () => counts()?.pending ?? 0,
    },
    waybill_webhook_deliveries_parked: {
      help: 'Messages to webhooks that are not tried again unless somebody asks for it.',
      read: () => counts()?.parked ?? 0,
    },
  };
}
