import type { Decider } from '../domain/decider.ts';
import type { DomainEvent } from '../domain/event-catalogue.ts';
import {
  EventLogBusy,
  RevisionConflict,
  type EventLog,
  type ExpectedRevision,
  type RecordedEvent,
} from '../ports/event-log.ts';
import { systemTimer, type Timer } from '../ports/timer.ts';
import { decodeEvent, encodeEvent } from './codec.ts';
import { retryPause, type RetryPolicy } from './retry.ts';
import { untilKnown } from './until-known.ts';

export interface HandleCommandOptions<State, Command, Event extends DomainEvent, Refusal extends string> {
  readonly log: EventLog;
  readonly stream: string;
  readonly decider: Decider<State, Command, Event, Refusal>;
  readonly mintId: () => string;
  readonly timer?: Timer;
}

export type CommandAnswer<State, Event, Refusal extends string> =
  | { readonly accepted: true; readonly events: readonly Event[]; readonly state: State }
  | { readonly accepted: false; readonly refusal: Refusal; readonly state: State };

/** Retries after a lost race, jittered so that the losers do not collide again. */
const conflictRetries: RetryPolicy = { pauseMs: 5, pauseMsMax: 40 };
const attemptsMax = 5;
const eventsMax = 10_000;

/** The fold of a short stream. Raises what the log raises. */
export async function recordedState<State, Command, Event extends DomainEvent, Refusal extends string>({
  log,
  stream,
  decider,
}: Pick<HandleCommandOptions<State, Command, Event, Refusal>, 'log' | 'stream' | 'decider'>): Promise<State> {
  return foldOf(decider, await log.readStream(stream, { limit: eventsMax }));
}

/** Folds events. The stream's category determines their type. */
function foldOf<State, Command, Event extends DomainEvent, Refusal extends string>(
  decider: Decider<State, Command, Event, Refusal>,
  recorded: readonly RecordedEvent[],
): State {
  return recorded.reduce((state, event) => decider.evolve(state, decodeEvent(event) as Event), decider.initialState);
}

/**
 * Read, fold, decide, append: for the short streams of keys, principals and policies. After a conflict the command is
 * decided again, at most five times in all; then it raises `EventLogBusy`, with nothing recorded. An unknown outcome is
 * retried with the identical batch, see {@link untilKnown}. A stream whose events are all hidden by retention is
 * decided as empty, and appended to at its actual revision. Raises what the log raises.
 */
export async function handleCommand<State, Command, Event extends DomainEvent, Refusal extends string>(
  command: Command,
  { log, stream, decider, mintId, timer = systemTimer }: HandleCommandOptions<State, Command, Event, Refusal>,
): Promise<CommandAnswer<State, Event, Refusal>> {
  let whenEmpty: ExpectedRevision = 'no_stream';
  for (let attempt = 1; ; attempt++) {
    const recorded = await log.readStream(stream, { limit: eventsMax });
    const state = foldOf(decider, recorded);
    const decision = decider.decide(command, state);
    if (!decision.accepted) return { accepted: false, refusal: decision.refusal, state };
    const batch = decision.events.map((event) => encodeEvent(event, mintId()));
    const expected = recorded.at(-1)?.revision ?? whenEmpty;
    try {
      if (batch.length > 0) await untilKnown(() => log.append(stream, expected, batch), timer);
      return { accepted: true, events: decision.events, state: decision.events.reduce(decider.evolve, state) };
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
      if (attempt >= attemptsMax) throw new EventLogBusy(`${stream} is written by others too fast`, { cause: error });
      whenEmpty = error.actual;
      await retryPause(conflictRetries, attempt, { timer });
    }
  }
}
