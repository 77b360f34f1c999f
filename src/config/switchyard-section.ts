import { z } from 'zod';
import { isMoney } from '../domain/money.ts';
import { profileNameSchema } from '../domain/profile-name.ts';
import { askingStrategies, candidateTakes } from '../routing/switchyard.ts';
import { routingPolicies } from '../routing/routing-policy.ts';
import { milliseconds, settingName } from './setting.ts';

const candidateSchema = z.strictObject({
  profile: profileNameSchema.describe('A name of `profiles`.'),
  surfaces: z
    .array(settingName)
    .min(1)
    .optional()
    .describe('Surfaces on which it may be chosen; absent: all surfaces of its targets.'),
  takes: z
    .array(z.enum(candidateTakes))
    .default([...candidateTakes])
    .describe('What a request may contain for it to be chosen: tools, a schema for the answer, images and files.'),
});

/** The section `switchyard`: the profiles that may answer requests for the reserved name, and how one is chosen. */
export const switchyardSection = z
  .strictObject({
    candidates: z
      .array(candidateSchema)
      .min(2)
      .max(16)
      .describe('Profiles that may answer, from the cheapest to the most capable.'),
    policy: z
      .enum(routingPolicies)
      .default('balanced')
      .describe(
        'Trade-off between quality and cost. Only a `table` calibrates the three to shares of requests; without one they are fixed thresholds, in this order.',
      ),
    trade_off: z
      .number()
      .min(0)
      .max(10)
      .optional()
      .describe(
        'Used instead of `policy`: the expected gain in quality that justifies the most expensive candidate over a free one, where 1 is the difference between all answers right and none.',
      ),
    table: z
      .string()
      .min(1)
      .optional()
      .describe('Path of a table written by `waybill switchyard train`; absent: the heuristic, which learned nothing.'),
    ask: z
      .enum(askingStrategies)
      .optional()
      .describe(
        'What decides when the embedded strategy is uncertain: `llm`, a small model; `systemone`, a question of that protocol; `engine`, NeMo Switchyard. Absent: always the embedded strategy.',
      ),
    judge: settingName
      .optional()
      .describe('A name of `targets`: the small model that this gateway or the engine asks. Required with `ask`.'),
    engine_url: z
      .url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost|\[::1\])$/ })
      .optional()
      .describe(
        'URL of NeMo Switchyard. Loopback only, because it requires no credential. Required with `ask: engine`.',
      ),
    engine_port: z
      .int()
      .min(1)
      .max(65_535)
      .optional()
      .describe(
        "Loopback port through which the engine calls its judge, so that the calls are metered. Set it as `base_url` of the engine's only LLM client. Required with `ask: engine`.",
      ),
    engine_mode: z
      .enum(['capability'], {
        error:
          'only capability: escalation and advisor produce an answer while they decide, which would be paid for twice',
      })
      .default('capability')
      .describe('Mode of the engine. Modes that produce an answer while they decide are refused.'),
    deadline_ms: milliseconds(1_500, 30_000).describe('Time limit for the verdict of `ask`. There is one attempt.'),
    margin_max: z
      .number()
      .gt(0)
      .max(100)
      .default(0.05)
      .describe('`ask` is used only if the lead of the embedded choice is smaller than this.'),
    saving_factor_min: z
      .number()
      .min(0)
      .max(1_000)
      .default(5)
      .describe(
        '`ask` is used only if the candidates differ in price by more than this many times what asking may cost.',
      ),
    answer_share_max: z
      .number()
      .gt(0)
      .max(1_000_000)
      .default(0.02)
      .describe(
        '`ask` is used only if its expected cost is at most this share of the expected cost of an answer of the cheapest candidate.',
      ),
    selection_eur_max: z
      .string('an amount in quotes, e.g. "0.002"')
      .refine(isMoney, 'an amount in euro: digits, optionally a dot and 1 to 9 decimals, at most 999999999.999999999')
      .default('0.002')
      .describe(
        'Maximum cost of asking, reserved in addition to the answer. If it might cost more, `ask` is not used.',
      ),
    fallback: profileNameSchema
      .optional()
      .describe('Profile that answers if no strategy can decide; absent: the cheapest candidate that may.'),
    strict: z
      .boolean()
      .default(false)
      .describe('Whether a request gets 503 if `ask` gives no verdict, instead of the embedded choice.'),
    description: z.string().max(1_000).default('Chooses who answers.').describe('Description in GET /v1/models.'),
  })
  .describe('Profiles that may answer requests for the reserved name `switchyard`; absent: the name is refused.');

export type SwitchyardConfig = z.infer<typeof switchyardSection>;
