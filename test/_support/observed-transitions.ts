import { heldReservationId, type DrivenLife, type Life, type Transition } from '../../docs/pages/state-samples.ts';
import { transitionsOf } from '../../docs/pages/states-page.ts';
import { decodeEvent } from '../../src/ledger/codec.ts';
import type { EventLog, RecordedEvent } from '../../src/ports/event-log.ts';

/** What a ledger shows of the lives on the page of states: which transitions of the page its events are. */

type Row = Pick<Transition, 'from' | 'event' | 'to'>;
const textOf = ({ from, event, to }: Row): string => `${from} | ${event} | ${to}`;

/** The transitions of the page, without the commands. */
export function transitionsOnPage(life: DrivenLife): readonly string[] {
  return [...new Set(life.transitions(transitionsOf).map(textOf))].toSorted();
}

/**
 * The transitions that the recorded streams of one kind have made. What the page does not have is among them, but for events
 * that are of another life of the same stream.
 */
export async function observedTransitions(
  log: EventLog,
  life: DrivenLife,
  { prefix, besides = [] }: { readonly prefix: string; readonly besides?: readonly string[] | undefined },
): Promise<readonly string[]> {
  const recorded: RecordedEvent[] = [];
  for (let last: RecordedEvent | undefined, isOver = false; !isOver;) {
    const page = await log.readAll({ limit: 1_000, ...(last !== undefined && { after: last.position }) });
    recorded.push(...page.filter(({ stream }) => stream.startsWith(prefix)));
    last = page.at(-1);
    isOver = last === undefined;
  }
  const known = new Set(transitionsOnPage(life));
  const streams = [...Map.groupBy(recorded, ({ stream }) => stream).values()]
    .filter((events) => !isGiven(events))
    .flatMap((events) => subjectsOf(events, besides));
  const found = life.transitions((of) => streams.flatMap((stream) => stepsOf(of, stream, known)));
  return [...new Set(found.map(textOf))].toSorted();
}

/** The events of a stream, and which of them are about the subject. */
interface Subject {
  readonly events: readonly RecordedEvent[];
  isAbout(event: RecordedEvent): boolean;
}

/** What a scene begins with, before anything is caused. */
const isGiven = ([first]: readonly RecordedEvent[]): boolean => first?.data.includes('"actor":"system:test"') === true;

/** A stream is one subject; of a wallet, each reservation is one, under the id that the page's commands have. */
function subjectsOf(events: readonly RecordedEvent[], besides: readonly string[]): readonly Subject[] {
  if (events[0]?.stream.startsWith('wallet-') !== true) {
    return [{ events, isAbout: ({ type }) => !besides.includes(type) }];
  }
  const reservationOf = ({ data }: RecordedEvent): unknown =>
    (JSON.parse(data) as { readonly reservation_id?: string }).reservation_id;
  const ids = new Set(events.map(reservationOf).filter((id) => typeof id === 'string'));
  return [...ids].map((id) => ({
    events: events.map((event) => ({ ...event, data: event.data.replaceAll(id, heldReservationId) })),
    isAbout: (event) => reservationOf(event) === heldReservationId,
  }));
}

/** Events that were recorded together are one transition where the page has it so. */
function stepsOf<State, Command, Event>(
  { decider, stateOf }: Life<State, Command, Event>,
  { events, isAbout }: Subject,
  known: ReadonlySet<string>,
): readonly Transition[] {
  // `as`: the events of a stream are those of its decider.
  const evolved = (state: State, event: RecordedEvent) => decider.evolve(state, decodeEvent(event) as Event);
  const steps: Transition[] = [];
  let state = decider.initialState;
  let hasBegun = false;
  for (let index = 0; index < events.length;) {
    const from = stateOf(state, hasBegun);
    const together = togetherFrom(events, index);
    const step = (length: number) => {
      const taken = together.slice(0, length);
      const next = taken.reduce(evolved, state);
      const event = taken.map(({ type }) => type).join(', ');
      return { taken, next, row: { from, command: '', event, to: stateOf(next, true) } };
    };
    const candidates = together.map((_, shorter) => step(together.length - shorter));
    const { taken, next, row } =
      candidates.find((each) => each.taken.every(isAbout) && known.has(textOf(each.row))) ?? step(1);
    if (taken.every(isAbout)) {
      steps.push(row);
      hasBegun = true;
    }
    state = next;
    index += taken.length;
  }
  return steps;
}

/** The event at an index, and the one behind it if both were recorded at once. */
function togetherFrom(events: readonly RecordedEvent[], index: number): readonly RecordedEvent[] {
  const pair = events.slice(index, index + 2);
  return pair.filter(({ recordedAt }) => recordedAt === pair[0]?.recordedAt);
}
