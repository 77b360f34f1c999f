import test from 'ava';
import type { Decider } from '../../src/domain/decider.ts';

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
}

/** Every command in every state, a test a cell. A command, a state or a cell that is missing does not compile. */
export function testDecisions<
  Model,
  Command extends { readonly type: string },
  Event extends { readonly type: string },
  Refusal extends string,
  State extends string,
>(
  what: string,
  { decide, evolve, initialState }: Decider<Model, Command, Event, Refusal>,
  { states, commands, outcomes }: DecisionTable<Command, Event, Refusal, State>,
): void {
  for (const command of Object.values<Command>(commands)) {
    const row: Readonly<Record<State, string>> = outcomes[command.type as Command['type']];
    for (const state of Object.keys(states) as State[]) {
      test(`${what} ${state}: ${command.type} comes to ${row[state]}`, (t) => {
        const model = states[state].reduce((folded: Model, event) => evolve(folded, event), initialState);
        const decision = decide(command, model);
        const outcome = decision.accepted ? decision.events.map(({ type }) => type).join(' ') : decision.refusal;
        t.is(outcome === '' ? 'nothing' : outcome, row[state]);
      });
    }
  }
}
