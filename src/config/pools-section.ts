import { z } from 'zod';
import { failureClasses, type FailureClass } from '../catalogue/failure-class.ts';
import { count, milliseconds, settingName } from './setting.ts';

const memberSchema = z.strictObject({
  target: settingName.describe('A name of `targets`.'),
  weight: z
    .int()
    .min(0)
    .max(1_000)
    .default(1)
    .describe('Its share relative to the other members of its group; 0: it gets no requests.'),
});

const memberOrName = z.union([settingName, memberSchema]);

/** Groups in order of preference. A name or a member by itself is a group of one. */
export const poolTargetsSchema = z
  .array(z.union([memberOrName, z.array(memberOrName).min(1).max(64)]))
  .min(1)
  .max(64);

type PoolTargets = z.infer<typeof poolTargetsSchema>;

/** The groups of a profile, each member with its weight. */
export function groupsOf(targets: PoolTargets): readonly (readonly z.infer<typeof memberSchema>[])[] {
  return targets.map((group) =>
    (Array.isArray(group) ? group : [group]).map((member) =>
      typeof member === 'string' ? { target: member, weight: 1 } : member,
    ),
  );
}

/** The targets of a profile with a weight above 0, in order of preference, each once. */
export function askedTargets(targets: PoolTargets): readonly string[] {
  const asked = groupsOf(targets).flatMap((members) => members.filter(({ weight }) => weight > 0));
  return [...new Set(asked.map(({ target }) => target))];
}

/** Weight of a failure after which the credential cannot be used: the target is taken out at once. */
const atOnce = 1_000;

const weights: Readonly<Record<FailureClass, number>> = {
  refused: 1,
  timed_out: 1,
  rate_limited: 0,
  overloaded: 1,
  server_error: 1,
  account_exhausted: atOnce,
  credential_rejected: atOnce,
  // The request itself may cause it, by naming a second model or an unknown endpoint: other requests are not affected.
  model_gone: 0,
  context_too_long: 0,
  cut: 1,
};

const meanings: Readonly<Record<FailureClass, string>> = {
  refused: 'no connection could be made',
  timed_out: 'no response head arrived within `first_byte_timeout_ms`',
  rate_limited: '429; the target gets no requests of this tenant for the time in `retry-after`',
  overloaded: '425, 503, 529',
  server_error: '408, 500, 502, 504 and others from 506',
  account_exhausted: "402, or 400 and 429 with the provider's error for it; affects the credential",
  credential_rejected: "401, or 403 with the provider's error for it; affects the credential",
  model_gone: '404 and 410 about a model, even if only a member of the request names that model',
  context_too_long: "400 with the provider's error for it; only a target with a larger window is tried next",
  cut: 'the connection broke before any of the answer was passed on',
};

const failureSchema = (of: FailureClass) =>
  z
    .strictObject({
      fails_over: z.boolean().default(true).describe(`Whether another target is tried after this: ${meanings[of]}.`),
      weight: z
        .int()
        .min(0)
        .max(1_000)
        .default(weights[of])
        .describe('How many failures this counts as for the health of the target; 0: none.'),
    })
    .prefault({});

// `as`: the entries are made from the closed list, one each.
const failuresShape = Object.fromEntries(failureClasses.map((of) => [of, failureSchema(of)])) as Record<
  FailureClass,
  ReturnType<typeof failureSchema>
>;

/** The section `pools`: failover between the targets of a profile. */
export const poolsSection = z
  .strictObject({
    attempts_max: count(4, 16).describe('Most attempts of one request, including the first.'),
    deadline_ms: milliseconds(600_000).describe(
      'Time limit from the first attempt to the head of an answer, over all attempts and waits.',
    ),
    retry_percent_max: z
      .int()
      .min(0)
      .max(100)
      .default(50)
      .describe(
        "Largest share of a profile's running requests that may be at an attempt after their first, percent: it keeps retries from multiplying the load of an outage. Attempts after failures that caused no work do not count.",
      ),
    free_retries_max: z
      .int()
      .min(0)
      .max(10_000)
      .default(20)
      .describe('Number of requests that may be at a further attempt regardless of `retry_percent_max`.'),
    trial_pause_ms: milliseconds(1_000, 600_000).describe(
      'Time until the first trial of a target that was taken out. It doubles after each failed trial, up to `circuit_open_ms` of its upstream.',
    ),
    failure_percent_max: z
      .int()
      .min(1)
      .max(100)
      .default(50)
      .describe(
        'A target is also taken out if more than this percentage of its attempts failed, but never the last healthy target of a profile.',
      ),
    failure_window_ms: milliseconds(30_000, 3_600_000).describe('Window over which `failure_percent_max` is measured.'),
    failure_window_attempts: count(20, 100_000).describe(
      'Fewest attempts in the window before `failure_percent_max` applies.',
    ),
    failures: z.strictObject(failuresShape).prefault({}),
  })
  .prefault({});

const limit = (max: number) => z.int().min(1).max(max);

/** One of several credentials of an upstream. */
export const credentialSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/, 'letters, digits, dot, underscore, dash')
    .describe('Its name in the ledger, metrics and logs: `<upstream>/<name>`.'),
  api_key: z.string().min(1).describe('The credential; write `${NAME}`.'),
  account: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      "Like `account` of the upstream, for this credential. Credentials with the same account can continue one another's conversations.",
    ),
  requests_per_minute: limit(10_000_000)
    .optional()
    .describe("The provider's limit of requests per minute. Absent: no known limit."),
  tokens_per_minute: limit(1_000_000_000_000)
    .optional()
    .describe(
      "The provider's limit of input and output tokens per minute. Usage is estimated, then corrected by the counters of the answer.",
    ),
  requests_at_once: limit(1_000_000).optional().describe("The provider's limit of concurrent requests."),
});

/** The request that tests whether an upstream is available. */
export const probeSchema = z.strictObject({
  path: z
    .string()
    .startsWith('/')
    .max(1_000)
    .describe(
      'Path below `base_url`, requested by GET with the credential. It must not be charged for, e.g. `/models`.',
    ),
  timeout_ms: milliseconds(2_000, 30_000).describe('Longest wait for its answer.'),
});
