import { remoteEventFields, remoteRowFields, rowId } from './messages.ts';
import { SilenceWatch } from './silence-watch.ts';
import type { ExpectedRevision } from '../../ports/event-log.ts';
import type { AppendOutcome, AppendTry, RemoteFailure, RemoteQuestion, RemoteRowFields } from './messages.ts';

/** How many of the newest events of a stream are searched for the ids of an append without a revision. */
const newestEventsMax = 1_000;

/** An append that was found written, and the refusal of one whose place others have. */
export type Written = Exclude<AppendOutcome, { readonly failure: RemoteFailure }>;
export type Conflict = RemoteFailure & { readonly code: 'conflict' };

/** Reads streams. */
export interface StreamPages {
  /** `isOld`: for an append made earlier. */
  ask(
    question: RemoteQuestion & { readonly ask: 'stream' | 'newest' },
    age: { readonly isOld: boolean },
  ): Promise<RemoteRowFields>;
}

/** Whether the engine can always tell a repetition: otherwise it remembers only the ids of recent appends. */
export function isPlaced(expected: ExpectedRevision): expected is number | 'no_stream' {
  return expected !== 'any' && expected !== 'stream_exists';
}

/**
 * The append as written; a conflict if other events are in its place; `null` if the outcome is unknown, also after
 * `lookMs`. Never raises.
 */
export async function findAppend(
  reader: StreamPages,
  { stream, expected, fields }: Pick<AppendTry, 'stream' | 'expected' | 'fields'>,
  lookMs: number,
): Promise<Written | Conflict | null> {
  const first = typeof expected === 'number' ? expected + 1 : 0;
  const limit = fields.length / remoteEventFields;
  const overdue = Promise.withResolvers<null>();
  const stop = new SilenceWatch(lookMs, () => 0).start(() => overdue.resolve(null));
  try {
    const question = isPlaced(expected)
      ? ({ ask: 'stream', stream, fromRevision: first, limit } as const)
      : ({ ask: 'newest', stream, limit: newestEventsMax } as const);
    const rows = await Promise.race([reader.ask(question, { isOld: true }), overdue.promise]);
    if (rows === null) return null;
    return isPlaced(expected) ? appendWrittenAt(first, rows, fields) : appendWrittenAnywhere(rows, fields);
  } catch {
    return null;
  } finally {
    stop();
  }
}

/** Whether the events at a revision are ours, those of others, or (`null`) cannot be told. */
function appendWrittenAt(first: number, rows: RemoteRowFields, fields: readonly string[]): Written | Conflict | null {
  const last = writtenAt(rows, rows.length - remoteRowFields);
  if (last === null) return null;
  if (rows[1] !== first) return null; // the events at this revision are hidden
  const isOurs = rows.length / remoteRowFields === fields.length / remoteEventFields && idsAgree(rows, fields);
  return isOurs ? last : { code: 'conflict', actual: last.revision };
}

function idsAgree(rows: RemoteRowFields, fields: readonly string[]): boolean {
  for (let row = rowId, at = 0; at < fields.length; row += remoteRowFields, at += remoteEventFields) {
    if (String(rows[row]).toLowerCase() !== fields[at]?.toLowerCase()) return false;
  }
  return true;
}

/** The last of our events among the newest events of the stream; `null`: it is not among them. */
function appendWrittenAnywhere(rows: RemoteRowFields, fields: readonly string[]): Written | null {
  const lastId = fields.at(-remoteEventFields)?.toLowerCase();
  for (let at = 0; at < rows.length; at += remoteRowFields) {
    if (String(rows[at + rowId]).toLowerCase() === lastId) return writtenAt(rows, at);
  }
  return null;
}

function writtenAt(rows: RemoteRowFields, at: number): Written | null {
  const [, revision, commit, prepare] = rows.slice(Math.max(at, 0), at + remoteRowFields);
  if (typeof revision !== 'number') return null;
  return { revision, place: { commit: String(commit), prepare: String(prepare) } };
}
