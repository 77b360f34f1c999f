import { z } from 'zod';
import { walletAttemptEventSchemas } from '../../domain/attempts/attempt-events.ts';
import { chargeStates, isEstimated, type ChargeRecord } from '../../domain/charges/charge-record.ts';
import { nanoFromSum } from '../../domain/money.ts';
import { walletSelectionEventSchemas } from '../../domain/selection/selection-events.ts';
import { tagsSchema } from '../../domain/tags/tags.ts';
import {
  contextTiers,
  costLineSchema,
  resolvedBy,
  serviceTier,
  usageSource,
} from '../../domain/wallet-entries/cost-lines.ts';
import { amountOutput, idOutput, timeOutput, walletTenantOutput, type Shown } from '../outputs.ts';

/** Lines of a bill. */
export const linesOutput = z
  .array(costLineSchema.meta({ id: 'ChargeLine' }))
  .describe('The bill: the lines sum exactly to the cost.');

const priceListOutput = z
  .strictObject({ id: z.string(), version: z.string() })
  .meta({ id: 'PriceListName', description: 'The price list that was applied.' });

const choice = walletSelectionEventSchemas.SelectionCharged.shape;
const selectionOutput = z
  .strictObject({
    selection_id: idOutput,
    cost_eur: amountOutput,
    overrun_eur: amountOutput.describe('The part of the cost that no hold covered.'),
    lines: linesOutput,
    strategy: choice.strategy.nullable().describe('What chose; `null`: nothing is chosen yet.'),
    selected: choice.selected,
    usage_source: usageSource.nullable(),
    price_list: priceListOutput.nullable(),
  })
  .meta({ id: 'ChargeSelection', description: 'The choice of a route, and what it cost.' });

const attemptOutput = walletAttemptEventSchemas.AttemptFailed.pick({
  attempt: true,
  target: true,
  upstream: true,
  failure: true,
  outcome: true,
  left_open: true,
}).meta({ id: 'FailedAttempt', description: 'An attempt that gave no answer.' });

const attemptOfOutput = z
  .strictObject({ reservation_id: idOutput, attempt: z.int() })
  .meta({ id: 'AttemptOf', description: 'The request of which this is the hold of a failed attempt.' });

/** Members of a charge, whatever it is called. */
export const chargeMembers = z.strictObject({
  id: idOutput.describe('Of the reservation.'),
  object: z.literal('charge'),
  wallet_id: idOutput,
  tenant_id: walletTenantOutput,
  user_id: idOutput,
  key_id: idOutput,
  state: z
    .enum(chargeStates)
    .describe('`held`: it runs. `flagged`: its outcome is unknown. `settled`: charged. `released`: not charged.'),
  reserved_at: timeOutput,
  flagged_at: timeOutput.nullable(),
  ended_at: timeOutput.nullable(),
  surface: z.string(),
  profile: z.string().describe('The profile that answers.'),
  target: z.string(),
  upstream: z.string(),
  upstream_model: z.string(),
  service_tier: serviceTier,
  tags: tagsSchema.optional(),
  hold_eur: amountOutput.describe('What was held last.'),
  cost_eur: amountOutput.describe('The whole cost until now, with that of its selection.'),
  overrun_eur: amountOutput.describe('The part of the cost that no hold covered.'),
  lines: linesOutput,
  usage_source: usageSource.nullable(),
  context_tiers: contextTiers,
  price_list: priceListOutput,
  selection: selectionOutput.optional().describe('Absent: the caller named the profile.'),
  attempts: z.array(attemptOutput),
  reason: z.string().nullable().describe('Why it was flagged or released, or what was said when it was settled.'),
  resolved_by: resolvedBy,
  is_selection: z.literal(true).optional().describe('Held for a call that chose a route; absent: for an answer.'),
  attempt_of: attemptOfOutput.optional(),
  estimate: z.boolean().describe('Whether a part of it was charged by something else than counters.'),
  overrun: z.boolean().describe('Whether it cost more than was held.'),
});

/** A charge. Whoever reads only their own is not told which target and upstream were asked. */
export const chargeOutput = chargeMembers
  .extend({
    target: chargeMembers.shape.target.optional().describe('Absent for members.'),
    upstream: chargeMembers.shape.upstream.optional().describe('Absent for members.'),
    attempts: z.array(
      attemptOutput.partial({ target: true, upstream: true }).meta({
        id: 'FailedAttemptOfCharge',
        description: 'An attempt that gave no answer. Members are not told of its target and upstream.',
      }),
    ),
  })
  .meta({ id: 'Charge' });

/** A charge with all that is known of it. */
export function chargeForAdministrator({ reservation_id, ...charge }: ChargeRecord): Shown<typeof chargeMembers> {
  return { id: reservation_id, object: 'charge', ...charge, estimate: isEstimated(charge), overrun: isOverrun(charge) };
}

/** A charge as a member reads their own: not which target and upstream were asked, nor the words of an operator. */
export function chargeForMember(charge: ChargeRecord): Shown<typeof chargeOutput> {
  const { target: _target, upstream: _upstream, attempts, reason, ...own } = chargeForAdministrator(charge);
  return {
    ...own,
    attempts: attempts.map(({ target: _tried, upstream: _of, ...attempt }) => attempt),
    reason: own.resolved_by === 'operator' ? null : reason,
  };
}

/** Whether a charge was above its hold. */
export function isOverrun({ overrun_eur }: Pick<ChargeRecord, 'overrun_eur'>): boolean {
  return nanoFromSum(overrun_eur) > 0n;
}
