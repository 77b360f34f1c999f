import { z } from 'zod';
import type { Principal } from '../../domain/principal.ts';
import { levels } from '../../domain/scopes/level.ts';
import { shownLimits } from '../../domain/scopes/request-limits.ts';
import type { AdminRequest } from '../operation.ts';
import { idOutput, levelOutput, limitsOutput, statusOutput, type Shown } from '../outputs.ts';
import { recordedWallet } from '../reads-within.ts';
import { budgetOutput, shownBudgets } from './shown-budgets.ts';

/** A user. */
export const userOutput = z
  .strictObject({
    id: idOutput,
    object: z.literal('user'),
    tenant_id: idOutput,
    wallet_id: idOutput,
    role: z.string().describe('`admin` of the tenant, `reseller_admin`, or any other: a member.'),
    platform_role: z.enum(['operator', 'finance', 'auditor']).nullable(),
    pii_enabled: z.boolean().describe('Whether personal data in their requests is replaced.'),
    reseller_id: idOutput.nullable(),
    group_ids: z.array(idOutput),
    status: statusOutput,
    blocked_by: levelOutput.optional().describe('The level that suspended or closed the user; absent: none did.'),
    ...limitsOutput,
    budgets: z.array(budgetOutput).optional().describe('Of all keys of the user together; absent: none.'),
  })
  .meta({ id: 'User' });

type ShownUser = Shown<typeof userOutput>;

/** A user as answers contain them. */
export function shownUser(person: Principal): ShownUser {
  const { user_id, status = 'active', limits: _limits, limits_by: _by, budgets_by: _budgets, ...rest } = person;
  const budgets = budgetsOf(person);
  const own = { id: user_id, object: 'user', ...rest, status, ...shownLimits(person) } as const;
  return budgets.length === 0 ? own : { ...own, budgets };
}

/** A user with what counts in their budgets now, in their own wallet. */
export async function shownUserSpend(request: AdminRequest, person: Principal): Promise<ShownUser> {
  const budgets = budgetsOf(person);
  if (budgets.length === 0) return shownUser(person);
  const wallet = await recordedWallet(request, person.wallet_id);
  return { ...shownUser(person), budgets: shownBudgets(budgets, wallet, request.deps.now()) };
}

/** Each with the level that set it. */
function budgetsOf({ budgets_by = {} }: Principal) {
  return levels.flatMap((level) => (budgets_by[level] ?? []).map((budget) => ({ ...budget, set_by: level })));
}
