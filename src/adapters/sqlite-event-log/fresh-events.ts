import { FOLLOW_BATCH_EVENTS_MAX } from '../../ports/event-log-limits.ts';
import { EVENT_FIELDS } from './messages.ts';
import { positionOf } from './positions.ts';
import type { RecordedEvent } from '../../ports/event-log.ts';
import type { LogPage } from '../../ports/log-follower.ts';
import type { AppendFields, GroupAnswer } from './messages.ts';

/** What is kept, whatever followers do: characters of the events, and groups of them. */
const CHARACTERS_MAX = 4 * 1024 * 1024;
const GROUPS_MAX = 1_000;

/** A group as it was committed. */
interface FreshGroup {
  readonly fields: AppendFields;
  readonly characters: number;
  readonly answer: GroupAnswer;
}

/**
 * The end of the log, as far as this process has written it by itself: followers are handed it without reading it again. It
 * holds groups that follow one another without a gap: what another process wrote between two of them is not here, and
 * neither is what stands before it.
 */
export class FreshEvents {
  #groups: FreshGroup[] = [];
  #characters = 0;

  /** A group is on the disk. */
  committed(fields: AppendFields, characters: number, answer: GroupAnswer): void {
    const { writtenAfter, writtenUpTo } = answer;
    if (writtenUpTo === writtenAfter) return;
    if (this.#groups.at(-1)?.answer.writtenUpTo !== writtenAfter) this.clear();
    this.#groups.push({ fields, characters, answer });
    this.#characters += characters;
    while (this.#characters > CHARACTERS_MAX || this.#groups.length > GROUPS_MAX) this.#dropFirst();
  }

  /** Everybody has read up to there. */
  read(upTo: number): void {
    while ((this.#groups[0]?.answer.writtenUpTo ?? Infinity) <= upTo) this.#dropFirst();
  }

  clear(): void {
    this.#groups = [];
    this.#characters = 0;
  }

  /** What follows on a position; `null`: it is not all here, or nothing is: what another process wrote may follow. */
  page(after: number, streamPrefixes: readonly string[] | undefined): LogPage | null {
    const [first] = this.#groups;
    const end = this.#groups.at(-1)?.answer.writtenUpTo ?? 0;
    if (first === undefined || after < first.answer.writtenAfter || after >= end) return null;
    const events: RecordedEvent[] = [];
    let upTo = after;
    for (const { fields, answer } of this.#groups) {
      if (answer.writtenUpTo <= after) continue;
      upTo = addEvents(events, { fields, answer, after, streamPrefixes });
      if (upTo < answer.writtenUpTo) break;
    }
    return { events, upTo: positionOf(upTo), atEnd: upTo >= end };
  }

  #dropFirst(): void {
    this.#characters -= this.#groups.shift()?.characters ?? 0;
  }
}

interface Wanted {
  readonly fields: AppendFields;
  readonly answer: GroupAnswer;
  readonly after: number;
  readonly streamPrefixes: readonly string[] | undefined;
}

/** Adds to a page until it is full. Answers how far it went. */
function addEvents(events: RecordedEvent[], { fields, answer, after, streamPrefixes }: Wanted): number {
  const { numbers, writtenAfter, writtenUpTo, recordedAtMs } = answer;
  const recordedAt = new Date(recordedAtMs).toISOString();
  const refused = new Set(answer.refusals.map(({ index }) => index));
  let at = 0;
  let reached = Math.max(after, writtenAfter);
  for (let index = 0; index * 2 < numbers.length; index += 1) {
    // The queue laid the fields out, and the worker answered two numbers for each append.
    const [stream, , count] = fields.slice(at, at + 3) as [string, unknown, number];
    const [lastRevision, lastPosition] = [numbers[index * 2] as number, numbers[index * 2 + 1] as number];
    at += 3 + count * EVENT_FIELDS;
    // An append that was repeated stands further before.
    if (refused.has(index) || lastPosition <= reached) continue;
    reached = lastPosition;
    if (streamPrefixes !== undefined && !streamPrefixes.some((prefix) => stream.startsWith(prefix))) continue;
    for (let back = count - 1; back >= 0; back -= 1) {
      const place = lastPosition - back;
      if (place <= after) continue;
      if (events.length === FOLLOW_BATCH_EVENTS_MAX) return place - 1;
      const field = at - (back + 1) * EVENT_FIELDS;
      const [id, type, data, metadata] = fields.slice(field, field + EVENT_FIELDS) as [string, string, string, string];
      const position = positionOf(place);
      events.push({ id, type, data, metadata, stream, revision: lastRevision - back, position, recordedAt });
    }
  }
  return writtenUpTo;
}
