import { z } from 'zod';
import { amountSchema } from '../money.ts';
import { priceListSchema } from '../price-list.ts';
import {
  costLines,
  priceListId,
  priceListVersion,
  resolvedBy,
  serviceTier,
  usageSource,
} from '../wallet-entries/cost-lines.ts';
import { inferenceSchema, keyId, reservationId } from '../wallet-entries/inference-record.ts';
import { postings } from '../wallet-entries/posting.ts';

/** What chose the route, or why there was nothing to choose. */
const selectionStrategies = ['bound', 'only_candidate', 'embedded', 'llm', 'systemone', 'engine', 'default'] as const;

/** The outcomes of a selection. */
const selectionOutcomes = [
  'decided',
  /** The strategy that was asked gave no verdict, and the next one in order decided. */
  'timeout',
  'invalid_verdict',
  'upstream_error',
  'circuit_open',
  /** No strategy decided, and nothing was forwarded. */
  'failed',
  /** The request ended before a route was recorded. */
  'lost',
] as const;

/** Why a profile could not be chosen. */
const exclusionReasons = [
  'not_authorised',
  'surface',
  'service_tier',
  'files',
  'account',
  'input',
  'tools',
  'schema',
  'attachments',
  'context_window',
  'personal_data',
  'unhealthy',
  'budget',
] as const;
/** The name of such a reason. */
export type ExclusionReason = (typeof exclusionReasons)[number];

const figure = z
  .string()
  .regex(/^-?\d{1,6}\.\d{4}$/)
  .meta({ title: 'figure, 4 decimals' });
const word = z.string().min(1).max(40);
const profile = z.string().min(1).max(200);

const callSchema = z
  .strictObject({
    inference: inferenceSchema,
    price_list: priceListSchema,
    input_tokens_max: z.number().int().nonnegative().describe('Bound of its input, tokens.'),
    output_tokens_max: z.number().int().nonnegative().describe('Bound of its output, tokens.'),
  })
  .meta({ title: 'selection call', description: 'The call upstream that choosing may make.' });
/** A call upstream as it is recorded: the target, its prices, and its token bounds. */
export type SelectionCallRecord = z.infer<typeof callSchema>;

/** The part of a hold for choosing a route. */
export const selectionHoldSchema = z
  .strictObject({
    selection_id: z
      .uuid()
      .describe('Minted by the gateway; its call upstream carries it, as an answer carries its reservation.'),
    cap_eur: amountSchema.describe('The part of the hold that choosing may cost at most; zero where it makes no call.'),
    call: callSchema.optional().describe('Absent where choosing makes no call.'),
  })
  .meta({
    title: 'selection hold',
    description:
      'Who answers is still to be chosen. Until `SelectionCharged` nothing is forwarded, and the hold covers the dearest answer.',
  });

/** The part of a hold for choosing a route, as it is recorded. */
export type SelectionHoldRecord = Readonly<z.infer<typeof selectionHoldSchema>>;

const candidateSchema = z
  .strictObject({
    profile: profile.describe('As configured.'),
    target: z.string().max(200).optional().describe('Absent where it has none on this surface.'),
    excluded: z.enum(exclusionReasons).optional().describe('Why it could not be chosen; absent: it could.'),
    expected_quality: figure.optional().describe('The share of such requests that it answers correctly.'),
    expected_cost_eur: amountSchema.optional().describe('Estimated input and output at its prices.'),
    score: figure.optional().describe('What is expected of it, less what it costs by the trade-off.'),
  })
  .meta({ title: 'selection candidate', description: 'A profile that was looked at, and what was thought of it.' });

const choice = {
  strategy: z
    .enum(selectionStrategies)
    .describe(
      '`bound`: the continued response has its target. `only_candidate`: one was left. `embedded`, `llm`, `systemone`, `engine`: the strategy that decided. `default`: none could, and the configured fallback was taken.',
    ),
  strategy_version: z.string().max(200).describe('Digest of the table or the prompt, or version of the engine.'),
  policy: z.string().max(100).describe('The trade-off between quality and cost that was configured.'),
  candidates: z.array(candidateSchema).max(16).describe('In the order of configuration.'),
  selected: profile.nullable().describe('The profile that answers; `null`: none, nothing was forwarded.'),
  fallback_order: z.array(profile).max(16).describe('The other profiles, the next best first.'),
  score: figure.optional().describe('The score of the selected profile.'),
  confidence: figure.optional().describe('How certain the choice is; 0.5 when two candidates are equal.'),
  margin: figure.optional().describe('How much its score is above the next.'),
  threshold: figure.optional().describe('The gain in quality that a more expensive profile had to promise.'),
  reason_codes: z.array(word).max(16).describe('Words of a closed list.'),
  bins: z.record(z.string(), z.string()).describe('Features of the request in coarse steps; nothing of its text.'),
  effort_requested: word.nullable().describe('`null`: the request named none.'),
  effort_applied: word.nullable().describe('The nearest level of the target; `null`: it takes none.'),
  bound_to: z
    .string()
    .max(200)
    .optional()
    .describe('The target of the continued response; absent for a new conversation.'),
  outcome: z
    .enum(selectionOutcomes)
    .describe(
      '`decided`: the first strategy that was asked. `timeout`, `invalid_verdict`, `upstream_error`, `circuit_open`: why the call upstream gave no verdict; another strategy decided. `failed`: none decided, because the configuration is strict. `lost`: the request was lost before.',
    ),
  attempts: z.number().int().nonnegative().describe('Calls upstream.'),
  duration_us: z.number().int().nonnegative().describe('How long choosing took, microseconds.'),
  shadow: profile.optional().describe('What the embedded strategy would have chosen, where another one decided.'),
};

const choiceSchema = z.strictObject(choice);
/** How the choice was made: every field of the event except its money. */
export type SelectionChoice = Readonly<z.infer<typeof choiceSchema>>;

const selectionCharged = z
  .strictObject({
    reservation_id: reservationId,
    selection_id: z.uuid().describe('As in `CreditReserved`.'),
    key_id: keyId,
    ...choice,
    usage_known: z
      .boolean()
      .describe(
        '`false`: a call was made and its counters are unknown. Its possible cost is then held under a reservation of its own, whose id is the selection, and flagged.',
      ),
    cost_eur: amountSchema.describe('What choosing cost: the sum of the lines. Zero where it made no call.'),
    lines: costLines,
    price_list_id: priceListId.optional(),
    price_list_version: priceListVersion.optional(),
    service_tier: serviceTier.optional(),
    usage_source: usageSource.optional(),
    overrun_eur: amountSchema.describe('The part of the cost above the cap; charged in full, never silently.'),
    released_eur: amountSchema.describe('What the hold had and neither choosing nor the answer needs.'),
    answer_hold_eur: amountSchema.describe('What stays held: the worst case of the answer by the chosen target.'),
    answer: callSchema
      .optional()
      .describe('The target that is to answer, and its prices; absent when nothing is forwarded.'),
    resolved_by: resolvedBy,
    postings,
  })
  .describe(
    'A route was chosen, and choosing was charged. Recorded before the request is forwarded, once for each request to `switchyard`.',
  );

/** The selection events of a wallet's stream, by type. */
export const walletSelectionEventSchemas = { SelectionCharged: selectionCharged } as const;
