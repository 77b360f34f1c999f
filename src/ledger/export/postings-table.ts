import type { SheetColumn, SheetRow } from '../../ports/workbook.ts';
import { writtenTags } from '../../domain/tags/tags.ts';
import type { Posting } from '../../domain/wallet-entries/posting.ts';
import type { Movements } from './movements.ts';
import type { MovementsFormat } from './movements-format.ts';

/** The columns of postings. Every one holds an id, a name of the ledger, a number or a time. */
export const postingColumns: readonly SheetColumn[] = [
  { name: 'position', kind: 'text' },
  { name: 'recorded_at', kind: 'time' },
  { name: 'event_id', kind: 'text' },
  { name: 'type', kind: 'text' },
  { name: 'stream', kind: 'text' },
  { name: 'revision', kind: 'count' },
  { name: 'subject', kind: 'text' },
  { name: 'subject_id', kind: 'text' },
  { name: 'debit_account', kind: 'text' },
  { name: 'credit_account', kind: 'text' },
  { name: 'amount_eur', kind: 'amount' },
  { name: 'tags', kind: 'text' },
];

/** The row of a posting. */
export function postingRow(
  { position, recordedAt: recorded_at, id: event_id, type, stream, revision }: Movements['event'],
  { debit_account, credit_account, amount_eur }: Posting,
  subject: Movements['subject'],
) {
  const about = { subject: subject?.kind ?? null, subject_id: subject?.id ?? null };
  const place = { position, recorded_at, event_id, type, stream, revision };
  return { ...place, ...about, debit_account, credit_account, amount_eur };
}

/** A row for each posting of an event. */
export function postingRows({ event, postings, subject, tags }: Movements): readonly SheetRow[] {
  const told = tags === null ? {} : { tags: writtenTags(tags, ';') };
  return postings.map((posting) => ({ ...postingRow(event, posting, subject), ...told }));
}

/**
 * The movements as comma-separated values (RFC 4180), a row for each posting. No field can be taken for a formula, and
 * none needs quotes.
 */
export class PostingsTable implements MovementsFormat {
  begin(): string {
    return line(postingColumns.map(({ name }) => name));
  }

  movements(movements: Movements): string {
    const rows = postingRows(movements);
    return rows.map((row) => line(postingColumns.map(({ name }) => String(row[name] ?? '')))).join('');
  }
}

function line(fields: readonly string[]): string {
  return `${fields.join(',')}\r\n`;
}
