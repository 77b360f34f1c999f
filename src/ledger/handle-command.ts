import type { Decider } from '../domain/decider.ts';
import type { DomainEvent } from '../domain/event-catalogue.ts';
import { EventLogBusy, RevisionConflict, type EventLog, type ExpectedRevision } from '../ports/event-log.ts';
import { systemTimer, type Timer } from '../time/timer.ts';
import { decodeEvent, encodeEvent } from './codec.ts';
import { retryPause, type RetryPolicy } from './retry.ts';
import { untilKnown } from './until-known.ts';

export interface HandleCommandOptions<State, Command, Event extends DomainEvent, Refusal extends string> {
  readonly log: EventLog;
  readonly stream: string;
  readonly decider: Decider<State, Command, Event, Refusal>;
  readonly createId: () => string;
  readonly timer?: Timer;
  /** Keeps what was read of streams, which is read on. */
  readonly folds?: {
    get(stream: string): Folded<State> | undefined;
    set(stream: string, fold: Folded<State>): unknown;
  };
}

export type CommandAnswer<State, Event, Refusal extends string> =
  | { readonly accepted: true; readonly events: readonly Event[]; readonly state: State }
  | { readonly accepted: false; readonly refusal: Refusal; readonly state: State };

/**
 * Retries after a lost race, jittered so that the losers do not collide again: a hundred writers at once all get
 * through.
 */
const conflictRetries: RetryPolicy = { pauseMs: 5, pauseMsMax: 100 };
const attemptsMax = 30;
const pageEvents = 10_000;

/** The fold of a short stream. Raises what the log raises. */
export async function recordedState<State, Command, Event extends DomainEvent, Refusal extends string>(
  place: Place<State, Command, Event, Refusal>,
): Promise<State> {
  return (await recordedFold(place)).state;
}

type Place<State, Command, Event extends DomainEvent, Refusal extends string> = Pick<
  HandleCommandOptions<State, Command, Event, Refusal>,
  'log' | 'stream' | 'decider' | 'folds'
>;

/** The state of a stream, and the revision of its last event; `null`: there is none to read. */
export interface Folded<State> {
  readonly state: State;
  readonly revision: number | null;
}

/**
 * Folds a stream on to its end, which nobody bounds: the owner of a key may rename it for ever. The stream's category
 * determines the type of its events. Raises what the log raises.
 */
async function recordedFold<State, Command, Event extends DomainEvent, Refusal extends string>(
  { log, stream, decider, folds }: Place<State, Command, Event, Refusal>,
  known: Folded<State> = folds?.get(stream) ?? { state: decider.initialState, revision: null },
): Promise<Folded<State>> {
  let folded = known;
  for (;;) {
    const from = folded.revision === null ? {} : { fromRevision: folded.revision + 1 };
    const page = await log.readStream(stream, { ...from, limit: pageEvents });
    const state = page.reduce((at, event) => decider.evolve(at, decodeEvent(event) as Event), folded.state);
    folded = { state, revision: page.at(-1)?.revision ?? folded.revision };
    if (page.length < pageEvents) break;
  }
  folds?.set(stream, folded);
  return folded;
}

/**
 * Read, fold, decide, append: for the short streams of keys, principals and policies. After a conflict the command is
 * decided again, at most thirty times in all; then it raises `EventLogBusy`. An unknown outcome is retried with the
 * identical batch, see {@link untilKnown}. A stream whose events are all hidden by retention is decided as empty, and
 * appended to at its actual revision. Raises what the log raises.
 */
export async function handleCommand<State, Command, Event extends DomainEvent, Refusal extends string>(
  command: Command,
  options: HandleCommandOptions<State, Command, Event, Refusal>,
): Promise<CommandAnswer<State, Event, Refusal>> {
  const { log, stream, decider, createId, timer = systemTimer } = options;
  let whenEmpty: ExpectedRevision = 'no_stream';
  const unread: Folded<State> = { state: decider.initialState, revision: null };
  let known: Folded<State> | undefined;
  for (let attempt = 1; ; attempt++) {
    const { state, revision } = await recordedFold(options, known);
    const decision = decider.decide(command, state);
    if (!decision.accepted) return { accepted: false, refusal: decision.refusal, state };
    const batch = decision.events.map((event) => encodeEvent(event, createId()));
    const expected = revision ?? whenEmpty;
    try {
      if (batch.length > 0) await untilKnown(() => log.append(stream, expected, batch), timer);
      return { accepted: true, events: decision.events, state: decision.events.reduce(decider.evolve, state) };
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
      if (attempt >= attemptsMax) throw new EventLogBusy(`${stream} is written by others too fast`, { cause: error });
      whenEmpty = error.actual;
      // What others have written since is read, not the whole stream again.
      const isBehind = revision !== null && typeof error.actual === 'number' && revision < error.actual;
      known = isBehind ? { state, revision } : unread;
      await retryPause(conflictRetries, attempt, { timer });
    }
  }
}
