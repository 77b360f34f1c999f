import type { Decider } from '../../src/domain/decider.ts';
import { markdownTable } from './markdown-table.ts';
import { over, stateSamples, type Life, type Transition } from './state-samples.ts';

/** How many commands follow each other: more than any path to a state that no shorter one reaches. */
const depthMax = 8;

/**
 * The transitions of a decider: every sample command is given in every state that can be reached by sample commands. What
 * is refused, and what changes nothing, is no transition.
 */
export function transitionsOf<
  State,
  Command extends { readonly type: string },
  Event extends { readonly type: string },
>({ decider, given, commands, stateOf }: Life<State, Command, Event>): readonly Transition[] {
  const found = new Map<string, Transition>();
  const seen = new Set<string>();
  const visit = (state: State, path: readonly number[]): void => {
    for (const [index, command] of path.length < depthMax ? commands.entries() : []) {
      const decision = decider.decide(command, state);
      if (!decision.accepted) continue;
      const types = decision.events.map(({ type }) => type);
      const next = decision.events.reduce((at, event) => decider.evolve(at, event), state);
      if (types.length === 0) continue;
      const [from, to] = [stateOf(state, path.length > 0), stateOf(next, true)];
      const transition = { from, command: command.type, event: types.join(', '), to };
      found.set(JSON.stringify(transition), transition);
      // The same commands in another order lead to the same state, if it has the same name.
      const reached = [...path, index];
      const key = `${to} ${reached.toSorted((a, b) => a - b).join()}`;
      if (to === over || seen.has(key)) continue;
      seen.add(key);
      visit(next, reached);
    }
  };
  visit(startOf(decider, given), []);
  return [...found.values()];
}

function startOf<State, Command, Event>(
  { initialState, evolve, decide }: Decider<State, Command, Event, string>,
  given: readonly Command[],
): State {
  return given.reduce((state, command) => {
    const decision = decide(command, state);
    return decision.accepted ? decision.events.reduce(evolve, state) : state;
  }, initialState);
}

function drawingOf(transitions: readonly Transition[]): string {
  const name = (state: string): string => (state === '–' ? '[*]' : state.replaceAll(/\W+/g, '_'));
  const byEnds = Map.groupBy(transitions, ({ from, to }) => `${name(from)} --> ${name(to)}`);
  const lines = Array.from(byEnds, ([ends, some]) => {
    return `  ${ends}: ${[...new Set(some.map(({ event }) => event))].join(' / ')}`;
  });
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');
}

/** `docs/states.md`: every state, and what leads from one to another. */
export function statesPage(): string {
  const parts = stateSamples.map((each) => {
    const transitions = each.transitions(transitionsOf);
    const rows = transitions.map(({ from, command, event, to }) => [from, `\`${command}\``, `\`${event}\``, to]);
    return [
      `## ${each.title}`,
      each.about,
      markdownTable(['state', 'command', 'event', 'becomes'], rows),
      drawingOf(transitions),
    ];
  });
  return `# States

Made by giving each command to the deciders in every state that they reach: what is not in a table is refused, or
changes nothing. Commands are those of the ledger; what callers and operators send is in the
[management API](management-api.md) and [openapi.json](openapi.json). What each event holds: [events](events.md).

A test causes each from outside and reads in the ledger what it caused:
[every transition](../test/gateway/every-transition.test.ts). It names three of deliveries that nobody can ask for: a process has to stand
still in an attempt for more than a minute, while another one makes the next. The decider's tests have them.

${parts.flat().join('\n\n')}
`;
}
