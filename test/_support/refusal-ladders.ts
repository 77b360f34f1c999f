import test from 'ava';
import type { Decider } from '../../src/domain/decider.ts';

/** One rule of a command, and a case that breaks it. */
export interface Rung<Command, Event, Refusal extends string> {
  readonly refusal: Refusal;
  readonly given: readonly Event[];
  /** Breaks this rule and every later one of its ladder that can be broken at the same time. */
  readonly when: Command;
}

/** The rules of each command, in the order in which they are checked. */
export type Ladders<Command extends { readonly type: string }, Event, Refusal extends string> = {
  readonly [Type in Command['type']]: readonly Rung<
    Extract<Command, { readonly type: Type }>,
    Event,
    NoInfer<Refusal>
  >[];
};

/**
 * Every refusal by name, each before any later rule is looked at; the rules of a command in the order of the list of refusals,
 * and none of that list without a case.
 */
export function testLadders<
  Model,
  Command extends { readonly type: string },
  Event extends { readonly type: string },
  Refusal extends string,
>(
  what: string,
  { decide, evolve, initialState }: Decider<Model, Command, Event, Refusal>,
  { refusals, ladders }: { readonly refusals: readonly Refusal[]; readonly ladders: Ladders<Command, Event, Refusal> },
): void {
  const entries = Object.entries<readonly Rung<Command, Event, Refusal>[]>(ladders);
  for (const [command, ladder] of entries) {
    for (const [index, { refusal, given, when }] of ladder.entries()) {
      test(`${what}: rule ${index + 1} of ${command} refuses with ${refusal} before any later rule`, (t) => {
        const model = given.reduce((folded: Model, event) => evolve(folded, event), initialState);
        t.deepEqual(decide(when, model), { accepted: false, refusal });
      });
    }

    test(`${what}: the rules of ${command} are in the order of the list of refusals`, (t) => {
      const places = ladder.map(({ refusal }) => refusals.indexOf(refusal));
      t.false(places.includes(-1));
      t.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      );
    });
  }

  test(`${what}: every refusal of the list is a rule of some command`, (t) => {
    const covered = new Set(entries.flatMap(([, ladder]) => ladder.map(({ refusal }) => refusal)));
    t.deepEqual(
      refusals.filter((refusal) => !covered.has(refusal)),
      [],
    );
  });
}
