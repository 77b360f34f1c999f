import { randomUUID } from 'node:crypto';
import { createKafkaEventPublisher, type KafkaTls } from '../adapters/kafka-event-publisher.ts';
import type { Gauges } from '../adapters/pino-telemetry.ts';
import { ConfigError, readConfigText } from '../config.ts';
import type { KafkaConfig } from '../config/kafka-section.ts';
import { systemClock } from '../time/clock.ts';
import type { ProgressWatch } from '../ledger/following/progress-watch.ts';
import { TopicsUnusable, type EventPublisher } from '../ports/event-publisher.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import { startRelayingEvents, type Relay, type RelayDeps } from '../reactors/relay-events.ts';

/** How often a gateway without the lease checks whether it can take it. */
const watchMs = 1_000;

/** The configured publisher. Raises `ConfigError` if one of its TLS files cannot be read. */
export function configuredPublisher(kafka: KafkaConfig): EventPublisher {
  const { brokers, client_id: clientId, topics, sasl, publish_timeout_ms: publishTimeoutMs } = kafka;
  const tls = tlsOf(kafka);
  return createKafkaEventPublisher({
    brokers,
    clientId,
    topics,
    publishTimeoutMs,
    ...(tls === null ? {} : { tls }),
    ...(sasl === undefined ? {} : { sasl }),
  });
}

function tlsOf({ tls }: KafkaConfig): KafkaTls | null {
  if (!tls.enabled) return null;
  const files = { ca: tls.ca_file, cert: tls.cert_file, key: tls.key_file };
  return Object.fromEntries(
    Object.entries(files).flatMap(([part, path]) =>
      path === undefined ? [] : [[part, readConfigText(path, 'kafka.tls')]],
    ),
  );
}

/** What the relay needs from a ledger. */
export type RelayedLedger = Pick<RelayDeps, 'log' | 'logEnd' | 'retention' | 'liveness' | 'telemetry'>;

/**
 * Starts the configured relay. Raises `ConfigError` if Kafka answers and its topics differ from the configuration. If
 * Kafka does not answer, the relay starts and retries.
 */
export async function startConfiguredRelay(kafka: KafkaConfig, ledger: RelayedLedger): Promise<Relay> {
  const publisher = configuredPublisher(kafka);
  await refuseUnusable(publisher, ledger.telemetry);
  const { log, logEnd, retention, liveness, telemetry } = ledger;
  return startRelayingEvents({
    log,
    logEnd,
    retention,
    liveness,
    telemetry,
    publisher,
    relay: 'kafka',
    source: kafka.source,
    createId: randomUUID,
    clock: systemClock,
    limits: {
      leaseMs: kafka.lease_ms,
      checkpointMs: kafka.checkpoint_ms,
      batchEventsMax: 1_000,
      watchMs,
    },
  });
}

async function refuseUnusable(publisher: EventPublisher, telemetry: Telemetry): Promise<void> {
  try {
    await publisher.check();
  } catch (error) {
    if (!(error instanceof TopicsUnusable)) {
      telemetry.warn('relay_kafka_away', {}, error);
      return;
    }
    await publisher.close();
    throw new ConfigError(`kafka.topics cannot be used: ${error.message}`);
  }
}

export function relayGauges(relay: Relay, watch: ProgressWatch): Gauges {
  return {
    waybill_relay_lag_seconds: {
      help: 'Age in the log of the oldest event known not to be published; 0: none.',
      read: () => Math.max(relay.lag().lagMs, watch.lagMs(relay.watched.name)) / 1000,
    },
    waybill_relay_is_holder: {
      help: '1 if this gateway publishes, 0 if another or none does.',
      read: () => (relay.lag().isHolder ? 1 : 0),
    },
    waybill_relay_published_events: {
      help: 'Events published since the start.',
      read: () => relay.lag().publishedEvents,
    },
    waybill_relay_failures: { help: 'Failed attempts since the start.', read: () => relay.lag().failures },
  };
}
