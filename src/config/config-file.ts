import { surfaceNames } from '../protocols/faces.ts';
import { z } from 'zod';
import { audioTargetSchema } from '../catalogue/audio-target.ts';
import { poolBalances } from '../catalogue/pool-balance.ts';
import { priceListSchema } from '../domain/price-list.ts';
import { profileNameSchema } from '../domain/profile-name.ts';
import { reasoningEfforts } from '../catalogue/reasoning-effort.ts';
import { systemOneTargetSchema } from '../catalogue/systemone-target.ts';
import { thinkingControlSchema } from '../catalogue/thinking-control.ts';
import { contentKeysSection } from './content-keys-section.ts';
import { clockSection } from './clock-section.ts';
import { idempotencySection } from './idempotency-section.ts';
import { filesSection } from './files-section.ts';
import { kafkaSection } from './kafka-section.ts';
import { ledgerSection } from './ledger-section.ts';
import { fairnessSchema, limitsSection } from './limits-section.ts';
import { personalDataSection } from './personal-data-section.ts';
import { switchyardSection } from './switchyard-section.ts';
import { credentialSchema, probeSchema, poolsSection, poolTargetsSchema } from './pools-section.ts';
import { responsesSection } from './responses-section.ts';
import { count, milliseconds, settingName } from './setting.ts';

/** What `waybill.yaml` may say: each key states its unit in its name, and each number has a limit. */

const serverSchema = z
  .strictObject({
    body_bytes_max: count(8_388_608, 536_870_912).describe('Largest request body of a JSON surface, bytes.'),
    audio_bytes_max: count(26_214_400, 536_870_912).describe('Largest upload of sound with its form, bytes.'),
    json_depth_max: count(128, 1_000).describe('Deepest nesting of a JSON body, levels.'),
    json_members_count_max: count(50_000, 10_000_000).describe('Most members in a JSON body, over all its objects.'),
    json_elements_count_max: count(50_000, 10_000_000).describe(
      'Most elements in a JSON body, over all its arrays, not counting numbers.',
    ),
    json_numbers_count_max: count(500_000, 100_000_000).describe(
      'Most numbers in the arrays of a JSON body, such as token ids.',
    ),
    answer_bytes_max: count(33_554_432, 536_870_912).describe('Largest unstreamed answer of an upstream, bytes.'),
    sse_record_bytes_max: count(33_554_432, 536_870_912).describe(
      'Largest single record of an event stream, bytes. The last record of a response repeats the whole answer.',
    ),
    requests_in_flight_max: count(10_000, 1_000_000).describe(
      'Most concurrent inference requests, including reads of stored responses and of file contents.',
    ),
    connections_max: count(16_384, 1_000_000).describe('Most concurrent client connections.'),
    bodies_bytes_max: count(536_870_912, 1_099_511_627_776).describe(
      'Most bytes of request bodies in memory, arriving or in work.',
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
      .describe('What happens to a flagged reservation without billing records after `unknown_outcome_grace_ms`.'),
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
      'Instead of `api_key`: several credentials, each with limits of its own. Each is a member of every group that its targets are in; files and judges use the first.',
    ),
  auth: z.enum(['bearer', 'x-api-key', 'none']).default('bearer').describe('How the credential is sent.'),
  connect_timeout_ms: milliseconds(5_000).describe('Time to connect.'),
  first_byte_timeout_ms: milliseconds(600_000).describe('Time from request to the head of the answer.'),
  idle_timeout_ms: milliseconds(120_000).describe('Longest silence within an answer.'),
  total_timeout_ms: milliseconds(1_800_000).describe(
    'Time limit of an exchange, retries included. Waiting for a slow client does not count.',
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
    'Consecutive failures after which a target (for files and judges the whole upstream) is taken out.',
  ),
  circuit_open_ms: milliseconds(5_000, 600_000).describe(
    'Longest time between two trials of a target that was taken out. A trial is one request.',
  ),
  probe: probeSchema
    .optional()
    .describe(
      'Asked instead of trials with requests of callers, where a target of this upstream is out; absent: nobody asks.',
    ),
  books_path: z
    .string()
    .startsWith('/')
    .includes('{reservation_id}')
    .optional()
    .describe("Path below base_url of this upstream's billing records, with `{reservation_id}`."),
});

const targetSchema = z.strictObject({
  upstream: settingName.describe('A name of `upstreams`.'),
  model: z.string().min(1).max(200).describe('The model as the upstream calls it.'),
  surfaces: z.array(z.enum(surfaceNames)).min(1).describe('The protocols this target speaks.'),
  context_tokens_max: count(128_000, 100_000_000).describe('Context window, tokens: bounds the input of a hold.'),
  output_tokens_max: count(16_384, 10_000_000).describe('Most tokens of one answer; larger wishes are clamped.'),
  output_tokens_per_second_max: count(1_000, 1_000_000).describe(
    'The fastest that one answer is written. Where no counters came because the caller was gone, and there are no billing records, the time that passed is estimated at this rate, within the hold: reasoning is written unseen.',
  ),
  tool_prompt_tokens_max: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(1_000)
    .describe(
      'Most tokens of a prompt that the upstream adds by itself to a request with tools: one that says how tools are called, and one for each tool that the request only names, as `bash_20250124`. No byte of the request bounds them; a hold covers them.',
    ),
  hosted_tool_uses_max: count(5, 1_000).describe(
    'Most uses of a tool that the upstream runs, per request; a higher limit is lowered to it, a missing one set. A hold covers the whole context once more for each, and for the one that is turned down; of messages a whole answer, too.',
  ),
  answers_max: count(128, 128).describe(
    'Most answers that the upstream writes for one request. A larger `n` is refused; where `unknown_members` pass, a hold covers so many.',
  ),
  unknown_members: z
    .enum(['pass', 'refuse'])
    .default('pass')
    .describe(
      'Members of a body, and opt-ins in headers, that are not known to leave the amount of work as it is: `pass` sends them on and holds the whole context window as input and as each answer; `refuse` answers 400.',
    ),
  efforts: z.array(z.enum(reasoningEfforts)).default([]).describe('Reasoning levels it takes; the nearest is chosen.'),
  thinking: thinkingControlSchema,
  opaque_reasoning: z
    .boolean()
    .default(true)
    .describe('Responses: the upstream gives reasoning as an opaque block when asked to, and takes it back.'),
  rate_limit_headers: z
    .enum(['pass', 'drop'])
    .default('drop')
    .describe(
      'Whether `x-ratelimit-*` of the upstream is passed on: of an account that tenants share it tells each what the others do.',
    ),
  trace_headers: z
    .enum(['pass', 'drop'])
    .default('drop')
    .describe('Whether the upstream is told which trace a request belongs to (`traceparent`, `tracestate`).'),
  trusted: z.boolean().default(false).describe('May see personal data that cannot be inspected.'),
  systemone: systemOneTargetSchema,
  audio: audioTargetSchema,
  prices: priceListSchema.optional(),
});

const profileSchema = z.strictObject({
  display_name: z.string().min(1).max(200).optional().describe('For people; absent: the name.'),
  description: z.string().max(1_000).default('').describe('What GET /v1/models says of it.'),
  released: z.iso.date().default('2026-01-01').describe('What GET /v1/models tells as creation date.'),
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
  fairness: fairnessSchema,
  limits: limitsSection,
  ledger: ledgerSection,
  reservations: reservationsSchema,
  content_keys: contentKeysSection.optional(),
  clock: clockSection,
  idempotency: idempotencySection,
  responses: responsesSection,
  files: filesSection,
  kafka: kafkaSection.optional(),
  personal_data: personalDataSection.optional(),
  switchyard: switchyardSection.optional(),
  upstreams: z.record(settingName, upstreamSchema),
  targets: z.record(settingName, targetSchema),
  profiles: z.record(profileNameSchema, profileSchema),
  pools: poolsSection,
  aliases: z.record(profileNameSchema, profileNameSchema).default({}).describe('Further names of profiles.'),
  default_profile: profileNameSchema.optional().describe('Used when a request names no model and no policy does.'),
});

export type ConfigFile = z.infer<typeof configFileSchema>;
export type TargetConfig = ConfigFile['targets'][string] & { readonly prices: z.infer<typeof priceListSchema> };
