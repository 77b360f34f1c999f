import { eventFields, rowFields, rowId } from './messages.ts';
import type { AppendOutcome, Failure, RowFields } from './messages.ts';

/** An append that was found written, and the refusal of one whose place others have. */
export type Written = Exclude<AppendOutcome, { readonly failure: Failure }>;
export type Conflict = Failure & { readonly code: 'conflict' };

/** Whether the events at a revision are ours, those of others, or (`null`) cannot be told. */
export function standingAppendAt(first: number, rows: RowFields, fields: readonly string[]): Written | Conflict | null {
  const last = writtenAt(rows, rows.length - rowFields);
  if (last === null) return null;
  if (rows[1] !== first) return null; // the events at this revision are hidden
  const isOurs = rows.length / rowFields === fields.length / eventFields && idsAgree(rows, fields);
  return isOurs ? last : { code: 'conflict', actual: last.revision };
}

function idsAgree(rows: RowFields, fields: readonly string[]): boolean {
  for (let row = rowId, at = 0; at < fields.length; row += rowFields, at += eventFields) {
    if (String(rows[row]).toLowerCase() !== fields[at]?.toLowerCase()) return false;
  }
  return true;
}

/** The last of our events among the newest events of the stream; `null`: it is not among them. */
export function standingAppendAnywhere(rows: RowFields, fields: readonly string[]): Written | null {
  const lastId = fields.at(-eventFields)?.toLowerCase();
  for (let at = 0; at < rows.length; at += rowFields) {
    if (String(rows[at + rowId]).toLowerCase() === lastId) return writtenAt(rows, at);
  }
  return null;
}

function writtenAt(rows: RowFields, at: number): Written | null {
  const [, revision, commit, prepare] = rows.slice(Math.max(at, 0), at + rowFields);
  if (typeof revision !== 'number') return null;
  return { revision, place: { commit: String(commit), prepare: String(prepare) } };
}
