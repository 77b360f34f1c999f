import type { SheetColumn, SheetRow } from '../../ports/workbook.ts';
import { writtenTags } from '../../domain/tags/tags.ts';
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

/** A row for each posting of an event. */
export function postingRows({ event, postings, subject, tags }: Movements): readonly SheetRow[] {
  const { position, recordedAt: recorded_at, id: event_id, type, stream, revision } = event;
  const place = { position, recorded_at, event_id, type, stream, revision };
  return postings.map(({ debit_account, credit_account, amount_eur }) => ({
    ...place,
    subject: subject?.kind,
    subject_id: subject?.id,
    debit_account,
    credit_account,
    amount_eur,
    ...(tags !== null && { tags: writtenTags(tags, ';') }),
  }));
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
