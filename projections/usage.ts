import { eurFromNano, nanoFromSum as nano } from '../src/domain/money.ts';
import { processUnknown } from '../src/domain/wallet-state.ts';
import type { WalletEvent, WalletEventOf } from '../src/domain/wallet-events.ts';
import { walletIdOf, walletPrefix } from '../src/ledger/stream-names.ts';
import type { FoldedDocuments, PositionedEvent, Projection } from '../src/ports/read-models.ts';

/** What was used in a day: one row for each tenant, day, person, key, surface, model and wallet. */
export interface UsageRow {
  /** `-` for a wallet whose opening was never recorded. */
  readonly tenant_id: string;
  /** On which the charge was recorded, by the log's clock, UTC: a day that is over changes no more. */
  readonly day: string;
  readonly user_id: string;
  readonly key_id: string;
  readonly surface: string;
  /** The profile that answered: the one that was asked for, or that was chosen. */
  readonly model: string;
  readonly wallet_id: string;
  /** That have ended. */
  readonly requests: number;
  /** Of them: ended without a charge for an answer, as the upstream refused or could not be reached. */
  readonly errors: number;
  /** Charges above their hold, or after it had gone back. */
  readonly overruns: number;
  /** Charges by something else than the upstream's counters: an estimate, the whole hold, an amount entered by hand. */
  readonly estimates: number;
  /** Requests for which the gateway chose who answers. */
  readonly selections: number;
  /** All that was charged, euro. */
  readonly cost_eur: string;
  /** The parts of it that no hold had covered, and that choosing cost. */
  readonly overrun_eur: string;
  readonly selection_eur: string;
  /** What was counted for answers, by the counters of the bill: tokens, characters, milliseconds, uses. */
  readonly counters: Readonly<Record<string, number>>;
}

/** A request whose charge is still to come. */
interface UsageInHand {
  readonly tenant_id: string;
  readonly user_id: string;
  readonly key_id: string;
  readonly surface: string;
  readonly model: string;
  /** Its process cannot be seen: its outcome may come after its hold has gone back. */
  readonly may_come_late?: true;
  /** No request: a call that chose who answers, or an attempt whose outcome nobody knew; absent of a request. */
  readonly beside?: 'selection' | 'attempt';
}

interface UsageWallet {
  readonly tenant_id: string;
}

/** When a key was used last. */
export interface KeyUse {
  /** On which a request with it has ended, UTC: as its newest row says. */
  readonly last_used_on: string;
}

export type UsageDocument = UsageRow | UsageInHand | UsageWallet | KeyUse;

/** What the keys of all rows begin with; after it: tenant, day, person, key, surface, model, wallet. */
export const usageRowsPrefix = 'row/';

type Documents = FoldedDocuments<UsageDocument>;

/**
 * Rows of usage by tenant and day. Beside them, requests that have not ended, by wallet and reservation, and the tenants of
 * wallets: what ends a reservation does not say again whose it was. And the day of each key's last use, which is written when a
 * row begins: once a day, not once a request.
 */
export const usage: Projection<UsageDocument, WalletEvent> = {
  name: 'usage',
  version: 2,
  streamPrefixes: [walletPrefix],
  hasStreamsApart: true,
  mayLag: true,
  changesOthers: true,
  keyOf: ({ stream, event }) => {
    if (event.type === 'WalletOpened') return walletKey(walletIdOf(stream));
    return 'reservation_id' in event.data ? `hand/${walletIdOf(stream)}/${event.data.reservation_id}` : null;
  },
  walletOf: (key) => (key.startsWith(usageRowsPrefix) ? key.split('/').at(-1) : key.split('/')[1]) ?? '',
  evolve,
};

function walletKey(walletId: string): string {
  return `wallet/${walletId}`;
}

/** Where it is said when a key was used last. */
export function keyUseKey(walletId: string, keyId: string): string {
  return `key/${walletId}/${encodeURIComponent(keyId)}`;
}

function evolve(
  document: UsageDocument | null,
  recorded: PositionedEvent<WalletEvent>,
  documents: Documents,
): UsageDocument | null {
  const { event } = recorded;
  if (event.type === 'WalletOpened') return { tenant_id: event.data.tenant_id };
  if (event.type === 'CreditReserved') {
    // By its key: a wallet.
    const wallet = documents.get(walletKey(walletIdOf(recorded.stream))) as UsageWallet | null;
    return begun(event.data, wallet);
  }
  // By its key: a request in hand.
  const request = document as UsageInHand | null;
  if (request === null) return null;
  const day = new UsageDay(recorded, documents);
  switch (event.type) {
    case 'SelectionCharged': {
      const next = { ...request, model: event.data.selected ?? request.model };
      day.add(next, chosen(event.data));
      return next;
    }
    case 'ReservationFlagged':
      return event.data.reason === processUnknown ? { ...request, may_come_late: true } : request;
    case 'ReservationSettled':
      day.add(request, settled(event.data, request));
      return null;
    case 'ReservationReleased': {
      if (request.beside === undefined) day.add(request, { requests: 1, errors: 1 });
      return event.data.resolved_by === 'rule' && request.may_come_late === true ? request : null;
    }
    case 'ReservationExpired':
      day.add(request, { requests: 1, errors: 1 });
      return request;
    case 'ExpiredReservationCharged': {
      const { cost_eur } = event.data;
      day.add(request, { ...charged(event.data, request), overruns: 1, overrun_eur: cost_eur });
      return null;
    }
    case 'AttemptFailed':
    case 'WalletCredited':
    case 'WalletDebited':
    case 'WalletRestricted':
    case 'WalletRestrictionLifted':
    case 'WalletAlertSet':
    case 'BudgetAlertSet':
    case 'WalletRanLow':
    case 'BudgetRanLow':
    case 'WalletPeriodClosed':
      return request;
  }
}

function begun(data: WalletEventOf<'CreditReserved'>['data'], wallet: UsageWallet | null): UsageInHand {
  const { user_id, key_id, inference, is_selection, attempt_of } = data;
  const { surface, profile } = inference;
  const request = { tenant_id: wallet?.tenant_id ?? '-', user_id, key_id, surface, model: profile };
  if (is_selection === true) return { ...request, beside: 'selection' };
  return attempt_of === undefined ? request : { ...request, beside: 'attempt' };
}

/** What an event adds to a row. */
type Addition = Partial<Omit<UsageRow, 'tenant_id' | 'day' | 'user_id' | 'key_id' | 'surface' | 'model' | 'wallet_id'>>;

function chosen({ cost_eur, overrun_eur }: WalletEventOf<'SelectionCharged'>['data']): Addition {
  const overruns = nano(overrun_eur) > 0n ? 1 : 0;
  return { selections: 1, cost_eur, selection_eur: cost_eur, overruns, overrun_eur };
}

function settled(data: WalletEventOf<'ReservationSettled'>['data'], request: UsageInHand): Addition {
  const { overrun_eur } = data;
  const overruns = nano(overrun_eur) > 0n ? 1 : 0;
  return { ...charged(data, request), requests: request.beside === undefined ? 1 : 0, overruns, overrun_eur };
}

type Charge = Pick<WalletEventOf<'ReservationSettled'>['data'], 'cost_eur' | 'lines' | 'usage_source'>;

function charged({ cost_eur, lines, usage_source }: Charge, { beside }: UsageInHand): Addition {
  const estimates = usage_source === 'upstream' || usage_source === 'books' ? 0 : 1;
  if (beside === 'selection') return { cost_eur, selection_eur: cost_eur, estimates };
  const counters: Record<string, number> = {};
  for (const { counter, quantity } of lines) counters[counter] = quantity;
  return { cost_eur, estimates, counters };
}

/** The rows of the day of an event. */
class UsageDay {
  readonly #recorded: PositionedEvent<WalletEvent>;
  readonly #documents: Documents;

  constructor(recorded: PositionedEvent<WalletEvent>, documents: Documents) {
    this.#recorded = recorded;
    this.#documents = documents;
  }

  add({ tenant_id, user_id, key_id, surface, model }: UsageInHand, addition: Addition): void {
    const { stream, recordedAt } = this.#recorded;
    const day = recordedAt.slice(0, 10);
    const wallet_id = walletIdOf(stream);
    const ofWhom = `${keyPart(tenant_id)}/${day}/${keyPart(user_id)}/${keyPart(key_id)}`;
    const key = `${usageRowsPrefix}${ofWhom}/${keyPart(surface)}/${keyPart(model)}/${wallet_id}`;
    // By its key: a row.
    const row = this.#documents.get(key) as UsageRow | null;
    const place = { tenant_id, day, user_id, key_id, surface, model, wallet_id };
    this.#documents.set(key, added(row ?? { ...place, ...nothing }, addition));
    if (row === null) this.#used(keyUseKey(wallet_id, key_id), day);
  }

  /** Clocks may go back: days do not. */
  #used(key: string, day: string): void {
    const known = this.#documents.get(key) as KeyUse | null;
    if (known === null || known.last_used_on < day) this.#documents.set(key, { last_used_on: day });
  }
}

/** Most parts are ids and names of plain letters: to see that costs a quarter of writing them anew. */
function keyPart(part: string): string {
  return /[^\w-]/.test(part) ? encodeURIComponent(part) : part;
}

const none = eurFromNano(0n);
const nothing = {
  requests: 0,
  errors: 0,
  overruns: 0,
  estimates: 0,
  selections: 0,
  cost_eur: none,
  overrun_eur: none,
  selection_eur: none,
  counters: {},
};

function added(row: UsageRow, addition: Addition): UsageRow {
  const { requests = 0, errors = 0, overruns = 0, estimates = 0, selections = 0 } = addition;
  const { cost_eur = none, overrun_eur = none, selection_eur = none, counters = {} } = addition;
  return {
    ...row,
    requests: row.requests + requests,
    errors: row.errors + errors,
    overruns: row.overruns + overruns,
    estimates: row.estimates + estimates,
    selections: row.selections + selections,
    cost_eur: sum(row.cost_eur, cost_eur),
    overrun_eur: sum(row.overrun_eur, overrun_eur),
    selection_eur: sum(row.selection_eur, selection_eur),
    counters: withCounters(row.counters, counters),
  };
}

function sum(one: string, other: string): string {
  return other === none ? one : eurFromNano(nano(one) + nano(other));
}

function withCounters(
  known: UsageRow['counters'],
  more: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const all: Record<string, number> = { ...known };
  for (const counter in more) all[counter] = (all[counter] ?? 0) + (more[counter] ?? 0);
  return all;
}
