import type { Gauges } from '../adapters/pino-telemetry.ts';
import type { PendingEndings } from '../ledger/pending-endings.ts';
import type { Admission } from '../http/admission.ts';
import type { ConfiguredAdmission } from './admission.ts';
import type { Editions } from './configuration/editions.ts';
import type { OpenedLedger } from './opened-ledger.ts';

interface Measured {
  readonly admission: Admission;
  readonly shared: ConfiguredAdmission['shared'];
  readonly pendingEndings: PendingEndings;
  readonly ledger: OpenedLedger;
  readonly editions: Editions;
}

/** Metrics of the gateway that are read when they are asked for. */
export function gatewayGauges({ admission, shared, pendingEndings, ledger, editions }: Measured): Gauges {
  const { requests, bodyBytes, answers } = shared;
  return {
    waybill_requests_in_flight: { help: 'Running inference requests.', read: () => admission.inside },
    waybill_requests_waiting: { help: 'Requests waiting for a place.', read: () => requests.waiting },
    waybill_bodies_bytes: { help: 'Bytes of request bodies in memory.', read: () => bodyBytes.used },
    waybill_bodies_waiting: { help: 'Request bodies waiting for memory.', read: () => bodyBytes.waiting },
    waybill_answers_bytes: {
      help: 'Bytes held for large unstreamed answers, and kept of streams.',
      read: () => answers.used,
    },
    waybill_answers_waiting: { help: 'Unstreamed answers waiting for memory.', read: () => answers.waiting },
    waybill_endings_pending: {
      help: 'Endings of reservations that are not recorded yet.',
      read: () => pendingEndings.size,
    },
    ...ledgerGauges(ledger),
    waybill_circuits_open: {
      help: 'Upstreams whose files and judges are refused at once, after failures in a row.',
      read: () => editions.pools.aloneOut,
    },
  };
}

/** Metrics of the ledger: its engine and its read models. */
function ledgerGauges(ledger: OpenedLedger): Gauges {
  const { stats, follower, watch } = ledger;
  return {
    waybill_ledger_queue_events: { help: 'Events waiting to be written.', read: () => stats().queueEvents },
    waybill_ledger_appends: { help: 'Appends since the start.', read: () => stats().appends },
    waybill_ledger_commits: { help: 'Group commits since the start.', read: () => stats().commits },
    ...remoteGauges(ledger),
    waybill_projection_pending_events: {
      help: 'Events received by the follower and not yet folded.',
      read: () => follower.lag().pendingEvents,
    },
    waybill_projection_lag_seconds: {
      help: 'Age in the log of the oldest event known not to be folded; 0: none.',
      read: () => watch.lagMs(follower.watched.name) / 1000,
    },
    waybill_projection_is_live: {
      help: '1 while the follower has caught up with the log and receives new events.',
      read: () => (follower.lag().isLive ? 1 : 0),
    },
    waybill_follower_restarts: {
      help: 'Restarts of followers that made no progress although the log had new events, since the start.',
      read: () => watch.lags().reduce((sum, { restarts }) => sum + restarts, 0),
    },
  };
}

/** Metrics of a remote engine only. */
function remoteGauges({ stats }: OpenedLedger): Gauges {
  if (stats().remote === null) return {};
  const figure = (help: string, name: keyof NonNullable<ReturnType<typeof stats>['remote']>): Gauges[string] => ({
    help,
    read: () => Number(stats().remote?.[name]),
  });
  return {
    waybill_ledger_events_appended: figure('Events of the appends since the start.', 'events'),
    waybill_ledger_append_ms_total: figure('Time that the appends took together.', 'appendMsTotal'),
    waybill_ledger_append_repeats: figure('Appends in doubt that were sent again.', 'repeats'),
    waybill_ledger_unknown_outcomes: figure('Appends with an unknown outcome.', 'unknownOutcomes'),
    waybill_ledger_reconnects: figure('Reconnections to the engine.', 'reconnects'),
    waybill_ledger_subscription_cuts: figure(
      'Subscriptions that ended because their consumer lagged behind the writers.',
      'subscriptionCuts',
    ),
    waybill_ledger_engine_up: figure('1 while the engine answers.', 'isUp'),
  };
}
