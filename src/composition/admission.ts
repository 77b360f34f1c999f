import type { Config } from '../config.ts';
import type { Clock } from '../time/clock.ts';
import { configuredTagValues } from './tag-values.ts';
import { configuredStorageClaims } from './storage-claims.ts';
import { configuredLimits } from './limits.ts';
import type { OpenedLedger } from './opened-ledger.ts';
import { ByteBudget } from '../limits/byte-budget.ts';
import { Semaphore } from '../limits/semaphore.ts';
import { LimitsInForce } from '../limits/caller-limits.ts';
import type { CallerCounting } from '../limits/caller-counting.ts';
import { CallerCounts } from '../limits/caller-counts.ts';
import { OwnCounting } from '../limits/own-counting.ts';
import { Admission } from '../http/admission.ts';
import type { AdmitDeps } from '../pipeline/stages/admit.ts';
import type { AssertMayStoreDeps } from '../pipeline/stages/assert-may-store.ts';
import type { ReadTagsDeps } from '../pipeline/stages/read-tags.ts';
import type { DeliverWholeDeps } from '../pipeline/delivery/deliver-whole.ts';
import { answerBudget } from '../pipeline/flow/answer-budget.ts';
import { systemTimer } from '../time/timer.ts';
import { BodyPace } from '../surfaces/body-pace.ts';
import { BodyReader } from '../surfaces/body-reader.ts';
import type { FormDeps } from '../surfaces/serve-form.ts';

/** Requests whose keys are not checked yet, in addition to running and waiting ones. */
const strangersMax = 1_024;

/** Admission of requests, and what they share. */
export interface ConfiguredAdmission {
  /** The overall limit, over authenticated and unauthenticated requests. */
  readonly admission: Admission;
  readonly stages: Omit<AdmitDeps, 'clock'> &
    AssertMayStoreDeps &
    ReadTagsDeps &
    Pick<DeliverWholeDeps, 'answerBudget'>;
  readonly surfaces: Pick<FormDeps, 'bodies' | 'bodyPace' | 'limits'>;
  readonly limits: LimitsInForce;
  /** What the metrics count. */
  readonly shared: { readonly requests: CallerCounting; readonly bodyBytes: ByteBudget; readonly answers: ByteBudget };
}

function fairSharing({ fairness }: Pick<Config, 'fairness'>) {
  const { share_percent_max: sharePercentMax, waiting_max: waitingMax, wait_ms_max: waitMs } = fairness;
  return { sharePercentMax, waitingMax, patience: { ...systemTimer, waitMs } };
}

/** Counts the requests of this process, or of all that ask it. */
export function configuredCounting(config: Config): OwnCounting {
  const permits = config.server.requests_in_flight_max;
  return new OwnCounting(new Semaphore({ ...fairSharing(config), permits }), new CallerCounts(performance));
}

/**
 * The semaphores and limits of this process. `counting`: what it shares with other processes; absent: nothing. Gateways
 * on other machines have their own.
 */
export function configuredAdmission(
  config: Config,
  ledger: OpenedLedger,
  { clock, counting = configuredCounting(config) }: { readonly clock: Clock; readonly counting?: CallerCounting },
): ConfiguredAdmission {
  const { server } = config;
  const fair = fairSharing(config);
  const { sharePercentMax, waitingMax } = fair;
  const { waitMs } = fair.patience;
  const pace = new BodyPace(server.body_bytes_per_second_min);
  const shared = {
    requests: counting,
    bodyBytes: new ByteBudget({ ...fair, bytesMax: server.bodies_bytes_max }),
    answers: answerBudget({
      bytesMax: server.answers_bytes_max,
      sharePercentMax,
      waitMs: server.request_total_ms_max,
    }),
  };
  const limits = new LimitsInForce(configuredLimits(config.limits));
  return {
    admission: new Admission(server.requests_in_flight_max + waitingMax + strangersMax),
    stages: {
      limits,
      answerBudget: shared.answers,
      counts: shared.requests,
      storageClaims: configuredStorageClaims(ledger, limits, clock),
      ...configuredTagValues(ledger, clock),
    },
    surfaces: { bodies: new BodyReader({ memory: shared.bodyBytes, waitMs, pace }), bodyPace: pace, limits },
    limits,
    shared,
  };
}
