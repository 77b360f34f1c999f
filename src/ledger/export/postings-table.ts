import type { Movements } from './movements.ts';
import type { MovementsFormat } from './movements-format.ts';

const columns = [
  'position',
  'recorded_at',
  'event_id',
  'type',
  'stream',
  'revision',
  'subject',
  'subject_id',
  'debit_account',
  'credit_account',
  'amount_eur',
] as const;

/**
 * The movements as comma-separated values (RFC 4180), a row for each posting. Every field is an id, a name of the
 * ledger, a number or a time: none can be taken for a formula, and none needs quotes.
 */
export class PostingsTable implements MovementsFormat {
  begin(): string {
    return row(columns);
  }

  movements({ event, postings, subject }: Movements): string {
    const { position, recordedAt, id, type, stream, revision } = event;
    const place = [position, recordedAt, id, type, stream, String(revision), subject?.kind ?? '', subject?.id ?? ''];
    return postings
      .map(({ debit_account, credit_account, amount_eur }) =>
        row([...place, debit_account, credit_account, amount_eur]),
      )
      .join('');
  }
}

function row(fields: readonly string[]): string {
  return `${fields.join(',')}\r\n`;
}
