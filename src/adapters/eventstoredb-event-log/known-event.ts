import { setTimeout as delay } from 'node:timers/promises';
import { comparePositions } from './positions.ts';
import { rowId, rowRevision, type KnownEvent, type RemoteRowFields } from './messages.ts';
import type { Position } from '../../ports/event-log.ts';

/** The database does not hold an event that it has held: it was put back as it was earlier, or its end was cut off. */
export class LogRewound extends Error {
  override readonly name = 'LogRewound';

  constructor({ stream, revision }: KnownEvent) {
    super(
      `the database does not hold event ${revision} of ${stream}, which it has held: it is an older copy, or its end was deleted. Put the newest back; if it is lost, stop the gateways and run \`waybill ledger accept\``,
    );
  }
}

/**
 * Pauses before a missing event is read again, milliseconds. A node that was just elected does not show the last events
 * until it knows that the others have them.
 */
const missingPausesMs: readonly number[] = [50, 100, 200, 400, 800];

/** What is noted of an event: enough to find it again, and where it is. */
interface Noted extends KnownEvent {
  readonly position: Position;
}

/** The newest event that the log is known to hold, of streams that keep all their events. */
export class NewestKnownEvent {
  readonly #isKept: (stream: string) => boolean;
  #newest: Noted | null = null;

  /** `isKept`: whether a stream keeps all its events. */
  constructor(isKept: (stream: string) => boolean) {
    this.#isKept = isKept;
  }

  get event(): KnownEvent | null {
    if (this.#newest === null) return null;
    const { stream, revision, id } = this.#newest;
    return { stream, revision, id };
  }

  /** Records an event that the engine has acknowledged. */
  note(event: Noted): void {
    const newest = this.#newest?.position;
    if (newest !== undefined && comparePositions(event.position, newest) <= 0) return;
    if (!this.#isKept(event.stream)) return;
    const { stream, revision, id, position } = event;
    this.#newest = { stream, revision, id, position };
  }

  /** The same for events in log order. */
  noteLast(events: readonly Noted[]): void {
    const last = events.findLast(({ stream }) => this.#isKept(stream));
    if (last !== undefined) this.note(last);
  }
}

/** Raises {@link LogRewound} unless the log holds the event, and what `readAt` raises, which reads one event of its stream. */
export async function assertHeld(known: KnownEvent, readAt: () => Promise<RemoteRowFields>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const rows = await readAt();
    const isThere = rows[rowRevision] === known.revision;
    if (isThere && String(rows[rowId]).toLowerCase() === known.id.toLowerCase()) return;
    const pauseMs = missingPausesMs[tries];
    if (isThere || pauseMs === undefined) throw new LogRewound(known);
    await delay(pauseMs);
  }
}
