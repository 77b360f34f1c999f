import type { ExecutionContext } from 'ava';
import type { Decider } from '../../src/domain/decider.ts';

/** A decider's specification: given what happened, when it is asked, then it records events or names a broken rule. */
export interface Specification<Command, Event, Refusal extends string> {
  given(events: readonly Event[]): {
    when(command: Command): {
      /** The events, or the refusal. A failure shows the whole case and marks what differs. */
      thenExpect(t: ExecutionContext, expected: readonly Event[] | Refusal): void;
    };
  };
}

export function specificationOf<State, Command, Event extends { readonly type: string }, Refusal extends string>(
  decider: Decider<State, Command, Event, Refusal>,
): Specification<Command, Event, Refusal> {
  const outcomeOf = (events: readonly Event[], command: Command): readonly Event[] | Refusal => {
    const state = events.reduce((folded, event) => decider.evolve(folded, event), decider.initialState);
    const decision = decider.decide(command, state);
    return decision.accepted ? decision.events : decision.refusal;
  };
  return {
    given: (events) => ({
      when: (command) => ({
        thenExpect: (t, expected) => {
          const given = events.map((event) => event.type);
          const outcome = outcomeOf(events, command);
          t.deepEqual({ given, when: command, outcome }, { given, when: command, outcome: expected });
        },
      }),
    }),
  };
}
