import { surfaceNames } from '../protocols/surface-names.ts';
import { z } from 'zod';
import { audioTargetSchema } from '../catalogue/audio-target.ts';
import { poolBalances } from '../catalogue/pool-balance.ts';
import { priceListSchema } from '../domain/price-list.ts';
import { profileNameSchema } from '../domain/profile-name.ts';
import { reasoningEfforts } from '../catalogue/reasoning-effort.ts';
import { systemOneTargetSchema } from '../catalogue/systemone-target.ts';
import { thinkingControlSchema } from '../catalogue/thinking-control.ts';
import { contentKeysSection } from './content-keys-section.ts';
import { archiveSection } from './archive-section.ts';
import { adminSection } from './admin-section.ts';
import { bankAccountSection } from './bank-account-section.ts';
import { clockSection } from './clock-section.ts';
import { idempotencySection } from './idempotency-section.ts';
import { creditHintSection } from './credit-hint-section.ts';
import { filesSection } from './files-section.ts';
import { kafkaSection } from './kafka-section.ts';
import { ledgerSection } from './ledger-section.ts';
import { fairnessSection, limitsSection } from './limits-section.ts';
import { personalDataSection } from './personal-data-section.ts';
import { switchyardSection } from './switchyard-section.ts';
import { credentialSchema, probeSchema, poolsSection, poolTargetsSchema } from './pools-section.ts';
import { responsesSection } from './responses-section.ts';
import { webhooksSection } from './webhooks-section.ts';
import { count, milliseconds, settingName } from './setting.ts';

/** The schema of `waybill.yaml`: each key states its unit in its name, and each number has a limit. */

const serverSchema = z
  .strictObject({
    processes: z
      .union([z.literal('auto'), z.int().min(1).max(64)])
      .default(1)
      .describe(
        'How many processes of this machine serve together on the same addresses and data directory; `auto`: one for each processor. Limits of callers and `requests_in_flight_max` count once for all of them, other limits for each.',
      ),
    body_bytes_max: count(8_388_608, 536_870_912).describe('Largest request body of a JSON surface, bytes.'),
    audio_bytes_max: count(26_214_400, 536_870_912).describe('Largest audio upload including its form, bytes.'),
    json_depth_max: count(128, 1_000).describe('Deepest nesting of a JSON body, levels.'),
    json_members_count_max: count(50_000, 10_000_000).describe('Most members in a JSON body, over all its objects.'),
    json_elements_count_max: count(50_000, 10_000_000).describe(
      'Most elements in a JSON body, over all its arrays, not counting numbers.',
    ),
    json_numbers_count_max: count(500_000, 100_000_000).describe(
      'Most numbers in the arrays of a JSON body, such as token ids.',
    ),
    answer_bytes_max: count(33_554_432, 536_870_912).describe('Largest unstreamed answer of an upstream, bytes.'),
    answers_bytes_max: count(1_073_741_824, 1_099_511_627_776).describe(
      'Most bytes of answers in memory, over all requests. An unstreamed one above 256 KiB counts as answer_bytes_max until it is settled, and waits with its upstream for room. What is kept of a stream, for storing and for an idempotency key, counts above 256 KiB each; without room it is not kept.',
    ),
    sse_record_bytes_max: count(33_554_432, 536_870_912).describe(
      'Largest single record of an event stream, bytes. The last record of a response repeats the whole answer.',
    ),
    requests_in_flight_max: count(10_000, 1_000_000).describe(
      'Most concurrent inference requests, including reads of stored responses and of file contents.',
    ),
    connections_max: count(16_384, 1_000_000).describe('Most concurrent client connections.'),
    bodies_bytes_max: count(536_870_912, 1_099_511_627_776).describe(
      'Most bytes of request bodies in memory, while they arrive or are processed.',
    ),
    body_bytes_per_second_min: count(1_024, 1_073_741_824).describe(
      'Slowest average rate of a body after its first 10 s; a slower request is ended with 408.',
    ),
    headers_timeout_ms: milliseconds(15_000, 3_600_000).describe('Time for the head of a request to arrive.'),
    request_timeout_ms: milliseconds(60_000).describe('Time for a request with its body to arrive.'),
    keep_alive_timeout_ms: milliseconds(75_000).describe('How long an idle client connection is kept.'),
    drain_timeout_ms: milliseconds(30_000).describe(
      'Maximum shutdown time, at least 2 s. Running requests get at least two thirds of it; then they are cut and settled, and callers get an error.',
    ),
    write_stall_ms_max: milliseconds(60_000).describe(
      'How long a write waits for a client that reads nothing. Then the connection is closed, and the upstream is read to its counters.',
    ),
    unsent_bytes_max: count(268_435_456, 1_099_511_627_776).describe(
      'Most unsent bytes of answers, over all clients. Beyond it, the clients that have read nothing for the longest, at least a second, are dropped as after `write_stall_ms_max`.',
    ),
    request_total_ms_max: milliseconds(3_000_000).describe(
      "Longest time from forwarding a request to the last byte of its answer: the upstream's total time, and the rest for a slow client.",
    ),
    disconnect_drain_ms_max: z
      .number()
      .int()
      .min(1)
      .max(86_400_000)
      .optional()
      .describe(
        "How long an upstream is read for its counters after the client is gone. Absent: up to the upstream's own total time.",
      ),
    disconnect_drain_bytes_max: count(16_777_216, 536_870_912).describe(
      "How much of the upstream's answer is read then.",
    ),
    heartbeat_ms: milliseconds(15_000, 60_000).describe('Longest silence in a stream before a comment is sent.'),
    cost_in_usage: z
      .boolean()
      .default(false)
      .describe(
        'Tells every caller the charge as `waybill_cost_eur` in the last `usage` of an answer, as the header `x-waybill-cost: usage` does for one request.',
      ),
  })
  .prefault({});

const reservationsSchema = z
  .strictObject({
    ttl_ms: milliseconds(3_600_000).describe(
      "How long a reservation of another machine's process is watched before it is looked up. Must exceed server.request_total_ms_max by a tenth.",
    ),
    sweep_interval_ms: milliseconds(2_000, 3_600_000).describe('How often open reservations are checked.'),
    never_seen_grace_ms: milliseconds(10_000, 3_600_000).describe(
      'How long an upstream may still receive a request: only after this time, counted from the first look at a flagged reservation, do its billing records count as complete.',
    ),
    unknown_outcome: z
      .enum(['release', 'settle_hold', 'keep'])
      .default('keep')
      .describe(
        'What happens to a flagged reservation without billing records after `unknown_outcome_grace_ms`. `release` keeps those that the upstream has answered: with impossible counters, or too large to read.',
      ),
    unknown_outcome_grace_ms: milliseconds(900_000).describe(
      'How long a flagged reservation waits for an operator, counted from when this process first saw it. A restart begins again.',
    ),
  })
  .prefault({});

const upstreamSchema = z.strictObject({
  base_url: z.url({ protocol: /^https?$/ }).describe('Base URL, usually ending in /v1.'),
  api_key: z.string().min(1).optional().describe('Credential of the gateway at this upstream; write `${NAME}`.'),
  account: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Name of the account that opaque blocks, stored responses and files belong to. If absent, derived from base_url and api_key: changing the key ends all stored conversations.',
    ),
  credentials: z
    .array(credentialSchema)
    .min(1)
    .max(64)
    .optional()
    .describe(
      'Used instead of `api_key`: several credentials with separate limits. Each is a member of every group of its targets; files and judges use the first.',
    ),
  auth: z.enum(['bearer', 'x-api-key', 'none']).default('bearer').describe('How the credential is sent.'),
  connect_timeout_ms: milliseconds(5_000).describe('Time to connect.'),
  first_byte_timeout_ms: milliseconds(600_000).describe('Time from request to the head of the answer.'),
  idle_timeout_ms: milliseconds(120_000).describe('Longest silence within an answer.'),
  total_timeout_ms: milliseconds(1_800_000).describe(
    'Time limit of an exchange. Waiting for a slow client does not count. For a file all attempts together.',
  ),
  connections_max: count(256, 10_000).describe('Most connections at once.'),
  retries_max: z
    .number()
    .int()
    .min(0)
    .max(5)
    .default(2)
    .describe('Retries at the same target if it did no work and no other target can be asked.'),
  retry_after_ms_max: milliseconds(5_000, 60_000).describe('Longest `retry-after` that the gateway waits for.'),
  circuit_failures: count(10, 1_000).describe(
    'Consecutive failures after which a target (for files and judges the upstream) is taken out.',
  ),
  circuit_open_ms: milliseconds(5_000, 600_000).describe(
    'Longest time between two trials of a target that was taken out. A trial is one request.',
  ),
  probe: probeSchema
    .optional()
    .describe(
      'Request that tests a target of this upstream that was taken out. Absent: requests of callers are used as trials.',
    ),
  billing_records_path: z
    .string()
    .startsWith('/')
    .includes('{reservation_id}')
    .optional()
    .describe("Path below base_url of this upstream's billing records, with `{reservation_id}`."),
  tags_header: z
    .enum(['pass', 'drop'])
    .default('drop')
    .describe('Whether the tags of a request are sent to this upstream, as `x-waybill-tags`.'),
});

const targetSchema = z.strictObject({
  upstream: settingName.describe('A name of `upstreams`.'),
  model: z.string().min(1).max(200).describe('The model as the upstream calls it.'),
  surfaces: z.array(z.enum(surfaceNames)).min(1).describe('The surfaces this target serves.'),
  context_tokens_max: count(128_000, 100_000_000).describe(
    'Context window, tokens. It bounds the input that is reserved.',
  ),
  output_tokens_max: count(16_384, 10_000_000).describe(
    'Most tokens of one answer; a larger limit in a request is lowered to it.',
  ),
  output_tokens_per_second_max: count(1_000, 1_000_000).describe(
    'Fastest rate at which the model writes one answer. If the caller disconnects and there are neither counters nor billing records, the charge is the elapsed time at this rate, up to the reservation, because reasoning is not visible.',
  ),
  tool_prompt_tokens_max: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(1_000)
    .describe(
      'Most tokens of each prompt that the upstream adds to a request with tools: one for tool use, and one for each tool that the request only names, such as `bash_20250124`. The size of the request does not bound them; the reservation covers them.',
    ),
  hosted_tool_uses_max: count(5, 1_000).describe(
    'Most uses per request of a tool that the upstream runs. A higher limit in a request is lowered to it, a missing one is set. For each use, and for the one that is refused, the reservation covers the whole context once more, and for messages also a whole answer.',
  ),
  cached_tokens: z
    .enum(['within', 'beside'])
    .default('within')
    .describe(
      'Whether the upstream counts cached and written tokens within its input tokens, or beside them, as Grok at Azure does. A total that confirms the one or the other comes first.',
    ),
  prices_cover_providers: z
    .boolean()
    .default(false)
    .describe(
      'Whether `prices` are the most that any provider behind this router charges, so that a request may choose among them by `provider` (OpenRouter). Off: such requests are refused.',
    ),
  answers_max: count(128, 128).describe(
    'Most answers that the upstream writes for one request. A larger `n` is refused. If `unknown_members` is `pass`, a request with unknown members reserves this many answers.',
  ),
  unknown_members: z
    .enum(['pass', 'refuse'])
    .default('pass')
    .describe(
      'What happens to members of a body and opt-in headers that may change the amount of work: `pass` forwards them and reserves the whole context window as input and for each answer; `refuse` answers 400.',
    ),
  efforts: z
    .array(z.enum(reasoningEfforts))
    .default([])
    .describe('Reasoning efforts the model supports; the nearest is chosen.'),
  thinking: thinkingControlSchema,
  opaque_reasoning: z
    .boolean()
    .default(true)
    .describe('Responses: the upstream returns reasoning as an opaque block on request, and accepts it as input.'),
  trace_headers: z
    .enum(['pass', 'drop'])
    .default('drop')
    .describe('Whether the trace context of a request (`traceparent`, `tracestate`) is sent to the upstream.'),
  trusted: z
    .boolean()
    .default(false)
    .describe('Whether it may receive content that cannot be checked for personal data.'),
  systemone: systemOneTargetSchema,
  audio: audioTargetSchema,
  prices: priceListSchema.optional(),
});

const profileSchema = z.strictObject({
  display_name: z.string().min(1).max(200).optional().describe('Name for display; absent: the name of the profile.'),
  description: z.string().max(1_000).default('').describe('Description in GET /v1/models.'),
  public: z
    .boolean()
    .optional()
    .describe(
      'Whether a key that is made without a list of profiles gets it. Absent: `true` for `light`, `average` and `advanced`, `false` for others.',
    ),
  released: z.iso.date().default('2026-01-01').describe('Creation date in GET /v1/models.'),
  default_effort: z
    .enum(reasoningEfforts)
    .default('medium')
    .describe(
      'Reasoning effort of a request that names none. `none`: no reasoning; if the target has no such level, no effort is sent.',
    ),
  targets: poolTargetsSchema.describe(
    'Targets in order of preference: a name of `targets`, or a group such as `[a, { target: b, weight: 3 }]`, whose members share the requests. The next entry is used if those before it do not serve the surface or are unavailable.',
  ),
  balance: z
    .enum(poolBalances)
    .default('weighted')
    .describe(
      'How a group shares requests: by weight; to the least loaded member for its weight; to the member with the lowest average time to first byte.',
    ),
  affinity: z
    .boolean()
    .default(true)
    .describe('Sends the turns of a conversation to one member while it is healthy, for its prompt cache.'),
});

/** The whole of `waybill.yaml`. */
export const configFileSchema = z.strictObject({
  server: serverSchema,
  fairness: fairnessSection,
  limits: limitsSection,
  credit_hint: creditHintSection,
  ledger: ledgerSection,
  reservations: reservationsSchema,
  content_keys: contentKeysSection.optional(),
  clock: clockSection,
  idempotency: idempotencySection,
  responses: responsesSection,
  files: filesSection,
  admin: adminSection,
  bank_account: bankAccountSection.optional(),
  kafka: kafkaSection.optional(),
  archive: archiveSection.optional(),
  webhooks: webhooksSection,
  personal_data: personalDataSection.optional(),
  switchyard: switchyardSection.optional(),
  upstreams: z.record(settingName, upstreamSchema),
  targets: z.record(settingName, targetSchema),
  profiles: z.record(profileNameSchema, profileSchema),
  pools: poolsSection,
  aliases: z.record(profileNameSchema, profileNameSchema).default({}).describe('Additional names of profiles.'),
  default_profile: profileNameSchema
    .optional()
    .describe('Profile of a request that names no model, if no policy sets one.'),
});

/** The names of all sections, for a reader that needs only some of them: it must not take one for absent. */
export const sectionsSchema = z.strictObject(
  Object.fromEntries(Object.keys(configFileSchema.shape).map((name) => [name, z.unknown().optional()])),
);

export type ConfigFile = z.infer<typeof configFileSchema>;
export type TargetConfig = ConfigFile['targets'][string] & { readonly prices: z.infer<typeof priceListSchema> };
