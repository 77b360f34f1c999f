import type { DomainEvent } from '../event-catalogue.ts';
import { nanoFromEur } from '../money.ts';
import type { Posting } from '../wallet-entries/posting.ts';
import { positionNumber } from './archive-names.ts';
import type { ArchivedEvent } from './archived-event.ts';

/**
 * The tables of an archive. Their columns stay as they are for ever, because readers take those of one file for all: a
 * change is a new folder.
 */

/** What a column holds. `amount`: nano-euro. `instant`: milliseconds since 1970. `day`: days since then, UTC. */
export type TableColumnKind = 'text' | 'count' | 'amount' | 'instant' | 'day';

/** A column of a table. */
export interface TableColumn {
  readonly name: string;
  readonly kind: TableColumnKind;
  /** Whether a row may have none. */
  readonly isOptional?: true;
}

/** A row by the names of its columns. */
export type TableRow = Readonly<Record<string, string | bigint | number | null>>;

const place: readonly TableColumn[] = [
  { name: 'position', kind: 'count' },
  { name: 'recorded_at', kind: 'instant' },
  { name: 'day', kind: 'day' },
  { name: 'event_id', kind: 'text' },
  { name: 'event_type', kind: 'text' },
  { name: 'stream', kind: 'text' },
  { name: 'revision', kind: 'count' },
];

const text = (name: string): TableColumn => ({ name, kind: 'text', isOptional: true });
const amount = (name: string): TableColumn => ({ name, kind: 'amount', isOptional: true });

/** A row for each posting. */
export const archivedPostingColumns: readonly TableColumn[] = [
  ...place,
  { name: 'posting', kind: 'count' },
  text('subject'),
  text('subject_id'),
  { name: 'debit_account', kind: 'text' },
  { name: 'credit_account', kind: 'text' },
  { name: 'amount_eur', kind: 'amount' },
];

/** A row for each event of a reservation: the hold says what was asked of whom, the ending what it cost. */
export const archivedChargeColumns: readonly TableColumn[] = [
  ...place,
  { name: 'reservation_id', kind: 'text' },
  text('key_id'),
  text('user_id'),
  text('surface'),
  text('profile'),
  text('target'),
  text('upstream'),
  text('upstream_model'),
  text('tags'),
  amount('hold_eur'),
  amount('cost_eur'),
  amount('overrun_eur'),
  text('price_list_id'),
  text('price_list_version'),
  text('service_tier'),
  text('usage_source'),
  text('resolved_by'),
  text('lines'),
];

const dayMs = 86_400_000;

function placeOf({ position, recordedAt, id, type, stream, revision }: ArchivedEvent) {
  const ms = Date.parse(recordedAt);
  return {
    position: positionNumber(position),
    recorded_at: ms,
    day: Math.floor(ms / dayMs),
    event_id: id,
    event_type: type,
    stream,
    revision,
  };
}

/** The rows of an event's postings. */
export function archivedPostings(
  event: ArchivedEvent,
  data: { readonly postings: readonly Posting[] },
): readonly TableRow[] {
  const about = placeOf(event);
  const subject = ['reservation', 'credit', 'debit'].find(
    (kind) => typeof Reflect.get(data, `${kind}_id`) === 'string',
  );
  return data.postings.map(({ debit_account, credit_account, amount_eur }, index) => ({
    ...about,
    posting: index,
    subject: subject ?? null,
    subject_id: subject === undefined ? null : String(Reflect.get(data, `${subject}_id`)),
    debit_account,
    credit_account,
    amount_eur: nanoFromEur(amount_eur),
  }));
}

/** The row of an event in the table of charges; `null`: it has none. */
export function archivedCharge(event: ArchivedEvent, { type, data }: DomainEvent): TableRow | null {
  if (type === 'CreditReserved') {
    const { tags, service_tier, ...inference } = data.inference;
    const asked = { ...inference, tags: tags === undefined ? null : JSON.stringify(tags) };
    const { id, version } = data.price_list;
    const held = { hold_eur: data.amount_eur, user_id: data.user_id, service_tier };
    return rowOf(event, { ...data, ...asked, ...held, price_list_id: id, price_list_version: version });
  }
  if (type === 'SelectionCharged')
    return rowOf(event, { ...data, hold_eur: data.answer_hold_eur, profile: data.selected });
  if (type === 'AttemptFailed') return rowOf(event, { ...data, ...data.next.inference, tags: null });
  return endings.has(type) ? rowOf(event, data) : null;
}

const endings: ReadonlySet<string> = new Set([
  'ReservationSettled',
  'ReservationReleased',
  'ReservationFlagged',
  'ReleasedReservationCharged',
]);

/** The members of an event that are columns, in the order of these. */
function rowOf(event: ArchivedEvent, data: object): TableRow {
  const about: Record<string, TableRow[string]> = placeOf(event);
  for (const { name, kind, isOptional } of archivedChargeColumns.slice(place.length)) {
    const value: unknown = Reflect.get(data, name);
    if (kind === 'amount') about[name] = typeof value === 'string' ? nanoFromEur(value) : null;
    else if (name === 'lines') about[name] = value === undefined ? null : JSON.stringify(value);
    else if (typeof value === 'string') about[name] = value;
    else about[name] = isOptional === true ? null : '';
  }
  return about;
}

/** What was charged by an event, nano-euro. */
export function chargedBy({ type, data }: DomainEvent): bigint {
  const isCharge =
    type === 'SelectionCharged' || type === 'ReservationSettled' || type === 'ReleasedReservationCharged';
  return isCharge ? nanoFromEur(data.cost_eur) : 0n;
}
