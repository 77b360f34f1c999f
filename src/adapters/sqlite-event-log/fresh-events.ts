import { followBatchEventsMax } from '../../event-log/event-log-limits.ts';
import { eventFields } from './messages.ts';
import { positionOf } from './positions.ts';
import type { RecordedEvent } from '../../ports/event-log.ts';
import type { LogPage } from '../../event-log/log-follower.ts';
import type { AppendFields, GroupAnswer } from './messages.ts';

/** Most characters and groups kept, even if followers have not read them. */
const charactersMax = 4 * 1024 * 1024;
const groupsMax = 1_000;

/** A committed group. */
interface FreshGroup {
  readonly fields: AppendFields;
  readonly characters: number;
  readonly answer: GroupAnswer;
}

/**
 * The end of the log, as far as only this process has written it, so that followers need not read it again. It holds
 * consecutive groups without a gap: when another process writes in between, the earlier groups are dropped.
 */
export class FreshEvents {
  #groups: FreshGroup[] = [];
  #characters = 0;

  /** Keeps a group that is on the disk. */
  committed(fields: AppendFields, characters: number, answer: GroupAnswer): void {
    const { writtenAfter, writtenUpTo } = answer;
    if (writtenUpTo === writtenAfter) return;
    if (this.#groups.at(-1)?.answer.writtenUpTo !== writtenAfter) this.clear();
    this.#groups.push({ fields, characters, answer });
    this.#characters += characters;
    while (this.#characters > charactersMax || this.#groups.length > groupsMax) this.#dropFirst();
  }

  /** Drops groups that every follower has read. */
  read(upTo: number): void {
    while ((this.#groups[0]?.answer.writtenUpTo ?? Infinity) <= upTo) this.#dropFirst();
  }

  clear(): void {
    this.#groups = [];
    this.#characters = 0;
  }

  /** The events after a position; `null`: not all of them are here, or another process may have written the next. */
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

/** Adds events to a page until it is full. Returns the position it reached. */
function addEvents(events: RecordedEvent[], { fields, answer, after, streamPrefixes }: Wanted): number {
  const { numbers, writtenAfter, writtenUpTo, recordedAtMs } = answer;
  const recordedAt = new Date(recordedAtMs).toISOString();
  const refused = new Set(answer.refusals.map(({ index }) => index));
  let at = 0;
  let reached = Math.max(after, writtenAfter);
  for (let index = 0; index * 2 < numbers.length; index += 1) {
    // The layout of the append queue; the worker's answer has two numbers for each append.
    const [stream, , count] = fields.slice(at, at + 3) as [string, unknown, number];
    const [lastRevision, lastPosition] = [numbers[index * 2] as number, numbers[index * 2 + 1] as number];
    at += 3 + count * eventFields;
    // A repeated append has an earlier position.
    if (refused.has(index) || lastPosition <= reached) continue;
    reached = lastPosition;
    if (streamPrefixes !== undefined && !streamPrefixes.some((prefix) => stream.startsWith(prefix))) continue;
    for (let back = count - 1; back >= 0; back -= 1) {
      const number = lastPosition - back;
      if (number <= after) continue;
      if (events.length === followBatchEventsMax) return number - 1;
      const field = at - (back + 1) * eventFields;
      const [id, type, data, metadata] = fields.slice(field, field + eventFields) as [string, string, string, string];
      const position = positionOf(number);
      events.push({ id, type, data, metadata, stream, revision: lastRevision - back, position, recordedAt });
    }
  }
  return writtenUpTo;
}
