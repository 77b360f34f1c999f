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
    .describe('Its share beside the others of its group; 0: it is asked no more.'),
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

/** The targets that a profile asks, in order of preference, each once. */
export function askedTargets(targets: PoolTargets): readonly string[] {
  const asked = groupsOf(targets).flatMap((members) => members.filter(({ weight }) => weight > 0));
  return [...new Set(asked.map(({ target }) => target))];
}

/** Whoever may do nothing any more is out at once. */
const atOnce = 1_000;

const weights: Readonly<Record<FailureClass, number>> = {
  refused: 1,
  timed_out: 1,
  rate_limited: 0,
  overloaded: 1,
  server_error: 1,
  account_exhausted: atOnce,
  credential_rejected: atOnce,
  // A request may name a second model, or an endpoint that is not served: it takes the target from nobody else.
  model_gone: 0,
  context_too_long: 0,
  cut: 1,
};

const meanings: Readonly<Record<FailureClass, string>> = {
  refused: 'no connection could be made',
  timed_out: 'no head of an answer came within `first_byte_timeout_ms`',
  rate_limited: '429; the target is left alone for as long as `retry-after` says',
  overloaded: '425, 503, 529',
  server_error: '408, 500, 502, 504 and others from 506',
  account_exhausted: '402, or 400 and 429 in the words of the provider; concerns the credential',
  credential_rejected: '401, or 403 in the words of the provider; concerns the credential',
  model_gone: '404 and 410 that speak of a model, be it one that only a member of the request names',
  context_too_long: '400 in the words of the provider; only a target with a larger window is asked then',
  cut: 'the connection broke before anything of the answer was passed on',
};

const failureSchema = (of: FailureClass) =>
  z
    .strictObject({
      fails_over: z.boolean().default(true).describe(`Whether another target is asked after this: ${meanings[of]}.`),
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

/** The section `pools`: how several targets of a profile stand in for each other. */
export const poolsSection = z
  .strictObject({
    attempts_max: count(4, 16).describe('Most attempts of one request, the first included.'),
    deadline_ms: milliseconds(600_000).describe(
      'Time limit from the first attempt to the head of an answer, over all attempts and waits.',
    ),
    retry_percent_max: z
      .int()
      .min(0)
      .max(100)
      .default(50)
      .describe(
        "Share of a profile's running requests that may be at an attempt beyond their first, percent, so that an outage is not multiplied. Attempts after failures that caused no work do not count.",
      ),
    free_retries_max: z
      .int()
      .min(0)
      .max(10_000)
      .default(20)
      .describe('This many requests may be at a further attempt, whatever `retry_percent_max` says.'),
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

/** One credential of an upstream that has several. */
export const credentialSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/, 'letters, digits, dot, underscore, dash')
    .describe('Names it in the ledger, in metrics and in logs, as `<upstream>/<name>`.'),
  api_key: z.string().min(1).describe('Write `${NAME}`.'),
  account: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'As `account` of the upstream, for this one. Those with one account may continue what another has begun.',
    ),
  requests_per_minute: limit(10_000_000).optional().describe('What the provider allows; absent: no limit is known.'),
  tokens_per_minute: limit(1_000_000_000_000)
    .optional()
    .describe('The same of input and output together: estimated, and put right by the counters of the answer.'),
  requests_at_once: limit(1_000_000).optional().describe('The same of requests that run.'),
});

/** How an upstream is asked whether it is there. */
export const probeSchema = z.strictObject({
  path: z
    .string()
    .startsWith('/')
    .max(1_000)
    .describe('Below `base_url`; asked by GET with the credential, e.g. `/models`: nothing that is charged for.'),
  timeout_ms: milliseconds(2_000, 30_000).describe('Longest wait for its answer.'),
});
