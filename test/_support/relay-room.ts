import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import type { DomainEvent } from '../../src/domain/event-catalogue.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { RelayLease } from '../../src/ledger/relay-lease.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import type { EventLogRetention } from '../../src/ports/event-log-retention.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { LogEndReader } from '../../src/ports/log-end.ts';
import type { EventPublisher } from '../../src/ports/event-publisher.ts';
import type { InstanceLiveness } from '../../src/ports/instance-liveness.ts';
import type { Telemetry } from '../../src/ports/telemetry.ts';
import type { Timer } from '../../src/time/timer.ts';
import { startRelayingEvents, type Relay, type RelayDeps } from '../../src/reactors/relay-events.ts';
import { record } from './recorded-log.ts';

/** What relays told, by its stable name. */
export interface Told {
  readonly what: string;
  readonly error: unknown;
}

type Engine = EventLog & EventLogRetention & LogEndReader;

/** Some gateways on one log: which of them are alive is what the test says. */
export class RelayRoom {
  readonly log: Engine;
  readonly told: Told[] = [];
  readonly #dead = new Set<string>();

  constructor(log: Engine) {
    this.log = log;
  }

  get lease(): RelayLease {
    return new RelayLease({ log: chainedLog(this.log), retention: this.log, relay: 'kafka', createId: randomUUID });
  }

  /** From now on others know that this process is gone. */
  bury(instanceId: string): void {
    this.#dead.add(instanceId);
  }

  /** A relay that ends with the test, if not before. */
  start(
    t: ExecutionContext,
    publisher: EventPublisher,
    settings: {
      readonly instanceId?: string;
      readonly log?: EventLog;
      readonly timer?: Timer;
      readonly limits?: Partial<RelayDeps['limits']>;
    } = {},
  ): Relay {
    const relay = startRelayingEvents({
      log: chainedLog(settings.log ?? this.log),
      logEnd: this.log,
      retention: this.log,
      publisher,
      relay: 'kafka',
      source: 'waybill-test',
      liveness: this.#liveness(settings.instanceId ?? randomUUID()),
      createId: randomUUID,
      clock: { now: () => Date.now() },
      ...(settings.timer && { timer: settings.timer }),
      telemetry: this.#telemetry(),
      limits: { leaseMs: 60_000, checkpointMs: 5, batchEventsMax: 100, watchMs: 5, ...settings.limits },
    });
    t.teardown(() => relay.stop());
    return relay;
  }

  /** Records credits, `each` in every one of `wallets`, round by round. */
  async credit(wallets: readonly string[], each: number): Promise<void> {
    for (let n = 0; n < each; n += 1) {
      for (const wallet of wallets) await record(this.log, walletStream(wallet), creditOf(randomUUID()));
    }
  }

  #liveness(instanceId: string): InstanceLiveness {
    return {
      instanceId,
      check: async (id) => (this.#dead.has(id) ? 'dead' : 'alive'),
      release: async () => undefined,
    };
  }

  #telemetry(): Telemetry {
    const tell = (what: string, _facts: unknown, error?: unknown): number => this.told.push({ what, error });
    return { inferenceEnded: () => undefined, requestEnded: () => undefined, warn: tell, info: tell };
  }
}

function creditOf(creditId: string): DomainEvent {
  return {
    type: 'WalletCredited',
    data: { credit_id: creditId, amount_eur: '1.000000000', reason: 'a gift for Ann', postings: [] },
  };
}
