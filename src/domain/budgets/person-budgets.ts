import { accept, refuse, type Decision } from '../decider.ts';
import { isAsWide, levelOf, levels, withSetting, type ByLevel } from '../scopes/level.ts';
import type { PrincipalChangeEvent } from '../scopes/principal-change-events.ts';
import {
  areNarrowerBudgets,
  budgetsAfter,
  isSameBudget,
  isRaisedSo,
  recordedBudgets,
  refusalToRaise,
  type Budget,
  type BudgetName,
  type RaiseFault,
  withRaise,
  type NewRaise,
} from './budget.ts';

/** The budgets of all keys of a person together. */
export interface BudgetedPerson {
  /** By the level that set them; all apply. Absent: none. */
  readonly budgets_by?: ByLevel<readonly Budget[]>;
}

/** Replaces those of the actor's level. None: lifts those of that level and of the levels below. */
export interface SetPersonBudgets {
  readonly type: 'set_person_budgets';
  readonly budgets: readonly Budget[];
  /** The actor: see `actor.ts`. */
  readonly actor?: string;
}

/** Raises the budgets of this name that the actor's level and those below have set. */
export interface RaisePersonBudget {
  readonly type: 'raise_person_budget';
  readonly name: BudgetName;
  readonly raise: NewRaise;
  /** The actor: see `actor.ts`. */
  readonly actor?: string;
}

type EventOf<Type extends PrincipalChangeEvent['type']> = Extract<PrincipalChangeEvent, { readonly type: Type }>;
interface Actor {
  readonly user_id: string;
  readonly actor?: string;
}

export function setPersonBudgets(
  { budgets, actor }: SetPersonBudgets,
  person: BudgetedPerson,
  data: Actor,
): Decision<EventOf<'PrincipalBudgetsSet'>, never> {
  const known = person.budgets_by ?? {};
  const next = budgetsBySetting(person, budgets, actor).budgets_by ?? {};
  const isKnown = levels.every(
    (level) => areNarrowerBudgets(known[level], next[level]) && areNarrowerBudgets(next[level], known[level]),
  );
  if (isKnown) return accept();
  const recorded = recordedBudgets(budgetsAfter(known[levelOf(actor)], budgets));
  return accept({ type: 'PrincipalBudgetsSet', data: { ...data, budgets: recorded } });
}

export function evolvePersonBudgets<Person extends BudgetedPerson>(
  person: Person,
  { budgets, actor }: EventOf<'PrincipalBudgetsSet'>['data'],
): Omit<Person, 'budgets_by'> & BudgetedPerson {
  const { budgets_by: _, ...rest } = person;
  return { ...rest, ...budgetsBySetting(person, budgets, actor) };
}

function budgetsBySetting(
  { budgets_by: before = {} }: BudgetedPerson,
  budgets: readonly Budget[],
  actor: string | undefined,
): BudgetedPerson {
  const set = budgets.length === 0 ? null : budgetsAfter(before[levelOf(actor)], budgets);
  const budgets_by = withSetting(before, set, actor);
  return Object.keys(budgets_by).length === 0 ? {} : { budgets_by };
}

export function raisePersonBudget(
  { name, raise, actor }: RaisePersonBudget,
  { budgets_by = {} }: BudgetedPerson,
  data: Actor,
): Decision<EventOf<'PrincipalBudgetRaised'>, RaiseFault> {
  const within = levels.filter((level) => isAsWide(levelOf(actor), level)).flatMap((level) => budgets_by[level] ?? []);
  const named = within.filter((budget) => isSameBudget(budget, name));
  const lower = named.filter((budget) => refusalToRaise(budget, raise) === null);
  if (lower.length === 0) return refuse(named.length === 0 ? 'budget_not_set' : 'budget_not_raised');
  const changed = lower.filter(({ raised }) => !isRaisedSo(raised, raise));
  const raisedEvent = ({ budget_id }: Budget): EventOf<'PrincipalBudgetRaised'> => ({
    type: 'PrincipalBudgetRaised',
    data: { ...data, budget_id, ...raise },
  });
  return accept(...changed.map(raisedEvent));
}

export function evolvePersonBudgetRaised<Person extends BudgetedPerson>(
  person: Person,
  { budget_id, actor, ...raise }: EventOf<'PrincipalBudgetRaised'>['data'],
): Person {
  const entries = Object.entries(person.budgets_by ?? {});
  const after = entries.map(([level, budgets]) => [level, withRaise(budgets, budget_id, { raise, actor })] as const);
  return { ...person, budgets_by: Object.fromEntries(after) };
}
