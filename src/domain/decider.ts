/** The result of a decider: the events to record, or the name of the rule that refused the command. */
export type Decision<Event, Refusal extends string> =
  | { readonly accepted: true; readonly events: readonly Event[] }
  | { readonly accepted: false; readonly refusal: Refusal };

/** A pure triple. Time and ids arrive in the command; `evolve` never rejects a recorded event. */
export interface Decider<State, Command, Event, Refusal extends string> {
  readonly initialState: State;
  evolve(state: State, event: Event): State;
  decide(command: Command, state: State): Decision<Event, Refusal>;
}

export function accept<Event>(...events: readonly Event[]): {
  readonly accepted: true;
  readonly events: readonly Event[];
} {
  return { accepted: true, events };
}

export function refuse<Refusal extends string>(
  refusal: Refusal,
): { readonly accepted: false; readonly refusal: Refusal } {
  return { accepted: false, refusal };
}
