import { z } from 'zod';
import { areNarrowerBudgets, isSameBudget, profilesNamedIn, type NewRaise } from '../../domain/budgets/budget.ts';
import { levelOf } from '../../domain/scopes/level.ts';
import { GatewayError } from '../../errors.ts';
import { assertOwnLevel } from '../calling/own-level.ts';
import { changedKey, changedPerson } from '../changed-scope.ts';
import { budgetName, budgetNameInput, budgetsAsRead, changedBudgetsInput, newBudgets } from './new-budgets.ts';
import { assertRaiseBelow } from '../limits-below.ts';
import { assertConfigured } from '../not-configured.ts';
import { eventAmount, positiveMoneyInput, reasonInput, uuidInput } from '../inputs.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from '../operation.ts';
import { changeableKey, changeablePerson } from '../reads-within.ts';
import { notPossible } from '../refusal-advice.ts';
import { keyOutput, shownKeySpend } from '../shown/shown-key.ts';
import { shownUserSpend, userOutput } from '../shown/shown-user.ts';

const raiseMsMax = 366 * 86_400_000;

const raiseInput = {
  ...budgetNameInput,
  amount_eur: positiveMoneyInput.describe('What may be spent in a period until then; above the amount of the budget.'),
  until: z.iso.datetime({ offset: true }).meta({
    description:
      'From then on the amount of the budget applies again; within 366 days. A later raise replaces this one.',
    examples: ['2026-12-31T00:00:00+01:00'],
  }),
  reason: reasonInput,
};

type AskedRaise = z.infer<z.ZodObject<typeof raiseInput>>;

/** Raises `invalid_value` for an end that is past or too far away, and `not_permitted` for one's own. */
function raiseOf(request: AdminRequest, asked: AskedRaise, ownerId: string): NewRaise {
  const { deps, administrator } = request;
  if (administrator.person?.user_id === ownerId) throw ofOneself('Nobody raises a budget of their own.');
  const until = Date.parse(asked.until);
  // A repeat has passed this before, and is answered as it was then.
  if (!request.isRepeat() && !(until > deps.now() && until <= deps.now() + raiseMsMax)) {
    const detail = '`until` is not a time within the next 366 days.';
    throw new GatewayError('invalid_value', { detail, param: 'until' });
  }
  return { amount_eur: eventAmount(asked.amount_eur), until: new Date(until).toISOString(), reason: asked.reason };
}

function ofOneself(detail: string): GatewayError {
  return new GatewayError('not_permitted', {
    detail,
    next: 'Ask another administrator, or use the command on the machine of the gateway.',
  });
}

const raiseKeyBudget = adminOperation({
  id: 'raiseKeyBudget',
  method: 'post',
  path: '/keys/{key_id}/budgets/raise',
  command: 'keys raise',
  summary: 'Raise a budget of a key for a while. Its owner cannot.',
  action: 'keys.limit',
  input: z.strictObject({ key_id: uuidInput, ...raiseInput }),
  output: keyOutput,
  run: async ({ key_id, ...asked }, request) => {
    const key = await changeableKey(request, 'keys.limit', key_id);
    const raise = raiseOf(request, asked, key.user_id);
    const name = budgetName(asked);
    const isOfLife = isSameBudget(name, { per: 'total' });
    await assertRaiseBelow(request, key, isOfLife ? raise.amount_eur : null);
    const budgetId = key.budgets?.find((budget) => isSameBudget(budget, name))?.budget_id;
    if (!isOfLife && budgetId === undefined) throw notPossible('budget_not_set');
    const command = { type: 'raise_key_budget', ...(budgetId !== undefined && { budgetId }), raise } as const;
    return await shownKeySpend(request, await changedKey(request, key_id, command));
  },
});

const setUserBudgets = adminOperation({
  id: 'setUserBudgets',
  method: 'put',
  path: '/users/{user_id}/budgets',
  command: 'users budget',
  summary:
    'Set the budgets of all keys of a user together. Replaces the earlier ones of your level; those of all levels apply. A known one counts on. None: lifts those of your level and of those below.',
  action: 'users.write',
  input: z.strictObject({ user_id: uuidInput, budgets: changedBudgetsInput }),
  output: userOutput,
  replaces: async ({ user_id }, request) => {
    const { budgets_by } = await changeablePerson(request, user_id);
    return { budgets: budgets_by?.[levelOf(request.administrator.actor)] };
  },
  run: async ({ user_id, budgets: asked }, request) => {
    const { deps, administrator } = request;
    const person = await changeablePerson(request, user_id);
    for (const { set_by } of asked) assertOwnLevel(request, set_by, { nouns: 'budgets', param: 'budgets' });
    const known = person.budgets_by?.[levelOf(administrator.actor)];
    const budgets = newBudgets(budgetsAsRead(asked, known), deps.createId);
    const all = Object.values(person.budgets_by ?? {}).flat();
    const kept = profilesNamedIn(all);
    await assertConfigured(request, profilesNamedIn(budgets), { owner: person, kept, param: 'budgets' });
    const isOwn = administrator.person?.user_id === user_id;
    if (isOwn && !areNarrowerBudgets(budgets, known)) {
      throw ofOneself('Nobody widens their own budgets.');
    }
    if (isOwn && budgets.length === 0 && all.length > 0) throw ofOneself('Nobody lifts their own budgets.');
    const command = { type: 'set_person_budgets', budgets } as const;
    return await shownUserSpend(request, await changedPerson(request, user_id, command));
  },
});

const raiseUserBudget = adminOperation({
  id: 'raiseUserBudget',
  method: 'post',
  path: '/users/{user_id}/budgets/raise',
  command: 'users raise',
  summary: 'Raise budgets of a user that your level or one below has set, for a while. Nobody raises their own.',
  action: 'users.write',
  input: z.strictObject({ user_id: uuidInput, ...raiseInput }),
  output: userOutput,
  run: async ({ user_id, ...asked }, request) => {
    await changeablePerson(request, user_id);
    const raise = raiseOf(request, asked, user_id);
    const command = { type: 'raise_person_budget', name: budgetName(asked), raise } as const;
    return await shownUserSpend(request, await changedPerson(request, user_id, command));
  },
});

/** Operations on budgets by calendar period. */
export const budgetOperations: readonly AdminOperation[] = [raiseKeyBudget, setUserBudgets, raiseUserBudget];
