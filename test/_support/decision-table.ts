import test from 'ava';
import type { Decider } from '../../src/domain/decider.ts';
import { testLadders, type Ladders } from './refusal-ladders.ts';

/** What a command comes to in a state: the type of its one event, the broken rule, or `nothing`, where it is so already. */
type Cell<Event extends { readonly type: string }, Refusal extends string> = Event['type'] | Refusal | 'nothing';

interface DecisionTable<
  Command extends { readonly type: string },
  Event extends { readonly type: string },
  Refusal extends string,
  State extends string,
> {
  /** By its name: the events that make a state. */
  readonly states: Readonly<Record<State, readonly Event[]>>;
  /** One command of each type. */
  readonly commands: { readonly [Type in Command['type']]: Extract<Command, { readonly type: Type }> };
  readonly outcomes: Readonly<Record<Command['type'], Readonly<Record<State, Cell<Event, Refusal>>>>>;
  /** All names of broken rules, in the order in which the rules are checked. */
  readonly refusals: readonly Refusal[];
  readonly ladders: Ladders<Command, Event, Refusal>;
}

/**
 * Every command in every state, a test a cell, and every rule of a command in its order. A command, a state or a cell that is
 * missing does not compile; a refusal in a cell is a rule of its command.
 */
export function testDecisions<
  Model,
  Command extends { readonly type: string },
  Event extends { readonly type: string },
  Refusal extends string,
  State extends string,
>(
  what: string,
  decider: Decider<Model, Command, Event, Refusal>,
  { states, commands, outcomes, refusals, ladders }: DecisionTable<Command, Event, Refusal, State>,
): void {
  const { decide, evolve, initialState } = decider;
  testLadders(what, decider, { refusals, ladders });
  for (const command of Object.values<Command>(commands)) {
    const row: Readonly<Record<State, string>> = outcomes[command.type as Command['type']];
    const rules = new Set<string>(ladders[command.type as Command['type']].map(({ refusal }) => refusal));
    test(`${what}: the refusals of ${command.type} are among its rules`, (t) => {
      const named = Object.values<string>(row).filter((cell) => refusals.some((refusal) => refusal === cell));
      t.deepEqual(
        named.filter((refusal) => !rules.has(refusal)),
        [],
      );
    });
    for (const state of Object.keys(states) as State[]) {
      test(`${what} ${state}: ${command.type} gives ${row[state]}`, (t) => {
        const model = states[state].reduce((folded: Model, event) => evolve(folded, event), initialState);
        const decision = decide(command, model);
        const outcome = decision.accepted ? decision.events.map(({ type }) => type).join(' ') : decision.refusal;
        t.is(outcome === '' ? 'nothing' : outcome, row[state]);
      });
    }
  }
}
