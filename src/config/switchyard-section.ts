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
    .describe('Surfaces on which it may be chosen; absent: all that its targets map.'),
  takes: z
    .array(z.enum(candidateTakes))
    .default([...candidateTakes])
    .describe('What a request may bring for it: tools, a schema that the answer must fit, images and files.'),
});

/** The section `switchyard`: who may be chosen to answer under the reserved name, and how. */
export const switchyardSection = z
  .strictObject({
    candidates: z
      .array(candidateSchema)
      .min(2)
      .max(16)
      .describe('Profiles that may answer, from the most economical to the most capable.'),
    policy: z
      .enum(routingPolicies)
      .default('balanced')
      .describe('How much quality may cost. What each means is calibrated in the table of the embedded strategy.'),
    trade_off: z
      .number()
      .min(0)
      .max(10)
      .optional()
      .describe(
        'Instead of `policy`: the gain in quality, 1 for every answer right instead of none, that must be expected for the dearest candidate to be chosen over one that costs nothing.',
      ),
    table: z
      .string()
      .min(1)
      .optional()
      .describe('Path of a table that `waybill switchyard train` has written; absent: the one that is shipped.'),
    ask: z
      .enum(askingStrategies)
      .optional()
      .describe(
        'Who is asked where the embedded strategy is not sure: `llm` a small model, `systemone` a question of that protocol, `engine` NeMo Switchyard. Absent: nobody.',
      ),
    judge: settingName
      .optional()
      .describe(
        'A name of `targets`: the small model that is asked, by this gateway or by the engine. Needed with `ask`.',
      ),
    engine_url: z
      .url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost|\[::1\])$/ })
      .optional()
      .describe('Where NeMo Switchyard answers, on loopback: it asks for no credential. Needed with `ask: engine`.'),
    engine_port: z
      .int()
      .min(1)
      .max(65_535)
      .optional()
      .describe(
        'Port on loopback where the calls of its judge come back to, so that they are metered: `base_url` of its only LLM client. Needed with `ask: engine`.',
      ),
    engine_mode: z
      .enum(['capability'], {
        error:
          'only capability: escalation and advisor answer while they decide, and that answer would be paid for twice',
      })
      .default('capability')
      .describe('How it judges. Modes that produce an answer while they decide are refused.'),
    deadline_ms: milliseconds(1_500, 30_000).describe('How long whoever is asked may take. There is one attempt.'),
    margin_max: z
      .number()
      .gt(0)
      .max(100)
      .default(0.05)
      .describe('Whoever is asked is asked only where the embedded choice is ahead by less than this.'),
    saving_factor_min: z
      .number()
      .min(0)
      .max(1_000)
      .default(5)
      .describe('And only where candidates differ in price by more than so many times what asking may cost.'),
    answer_share_max: z
      .number()
      .gt(0)
      .max(1_000_000)
      .default(0.02)
      .describe(
        'And only where asking is expected to cost at most this share of what the most economical candidate is expected to cost for the answer.',
      ),
    selection_eur_max: z
      .string('an amount in quotes, e.g. "0.002"')
      .refine(isMoney, 'an amount in euro: digits, optionally a dot and 1 to 9 decimals')
      .default('0.002')
      .describe('Most that asking may cost, held beside the answer; where it might cost more nobody is asked.'),
    fallback: profileNameSchema
      .optional()
      .describe('Who answers where no strategy can decide; absent: the most economical that may.'),
    strict: z
      .boolean()
      .default(false)
      .describe('Refuse with 503 where whoever is asked has no verdict, instead of taking the embedded choice.'),
    description: z.string().max(1_000).default('Chooses who answers.').describe('What GET /v1/models says of it.'),
  })
  .describe('Who may answer under the reserved name `switchyard`; absent: the name is refused.');

export type SwitchyardConfig = z.infer<typeof switchyardSection>;
