import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import { amountSchema } from '../money.ts';
import { budgetsSchema } from './budget.ts';

const actor = actorSchema.optional();

const raise = {
  amount_eur: amountSchema.describe('What may be spent in a period while it is raised.'),
  until: z.iso.datetime().describe('From then on the own amount of the budget applies again.'),
  reason: z.string().max(100).describe('The reason, in words; names no person.'),
  actor,
};

const apiKeyBudgetRaised = z
  .strictObject({
    key_id: z.uuid().describe('The key.'),
    budget_id: z.uuid().optional().describe('The budget; absent: the one over its whole life, `budget_eur`.'),
    ...raise,
  })
  .describe(
    'A budget of a key was raised for a while, by someone else than its owner. Replaces an earlier raise of it.',
  );

const principalBudgetsSet = z
  .strictObject({
    user_id: z.uuid().describe('The person.'),
    budgets: budgetsSchema.describe(
      'All budgets of this level. Empty: those of this level and the levels below were lifted.',
    ),
    actor,
  })
  .describe(
    'The budgets of all keys of a person in total were set at the level of the actor. Those of the other levels apply too. One that was known counts on.',
  );

const principalBudgetRaised = z
  .strictObject({
    user_id: z.uuid().describe('The person.'),
    budget_id: z.uuid().describe('The budget.'),
    ...raise,
  })
  .describe('A budget of a person was raised for a while, by someone else. Replaces an earlier raise of it.');

/** Events of the budgets of keys, in their `api-key-<id>` streams, by type. */
export const keyBudgetEventSchemas = { ApiKeyBudgetRaised: apiKeyBudgetRaised } as const;

/** Events of the budgets of people, in their `principal-<user id>` streams, by type. */
export const personBudgetEventSchemas = {
  PrincipalBudgetsSet: principalBudgetsSet,
  PrincipalBudgetRaised: principalBudgetRaised,
} as const;
