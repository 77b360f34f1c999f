import type { Principal } from '../../domain/principal.ts';
import { levels } from '../../domain/scopes/level.ts';
import { shownLimits } from '../../domain/scopes/request-limits.ts';
import type { AdminRequest } from '../operation.ts';
import { recordedWallet } from '../reads-within.ts';
import { shownBudgets } from './shown-budgets.ts';

/** A user as answers contain them. */
export function shownUser(person: Principal): object {
  const { user_id, status = 'active', limits: _limits, limits_by: _by, budgets_by: _budgets, ...rest } = person;
  const budgets = budgetsOf(person);
  const own = { id: user_id, object: 'user', ...rest, status, ...shownLimits(person) };
  return budgets.length === 0 ? own : { ...own, budgets };
}

/** A user with what counts in their budgets now, in their own wallet. */
export async function shownUserSpend(request: AdminRequest, person: Principal): Promise<object> {
  const budgets = budgetsOf(person);
  if (budgets.length === 0) return shownUser(person);
  const wallet = await recordedWallet(request, person.wallet_id);
  return { ...shownUser(person), budgets: shownBudgets(budgets, wallet, request.deps.now()) };
}

/** Each with the level that set it. */
function budgetsOf({ budgets_by = {} }: Principal) {
  return levels.flatMap((level) => (budgets_by[level] ?? []).map((budget) => ({ ...budget, set_by: level })));
}
