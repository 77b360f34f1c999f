import { eurFromNano, nanoFromSum as nano, type NanoEur } from '../src/domain/money.ts';
import { processUnknown } from '../src/domain/wallet-state.ts';
import type { WalletEvent, WalletEventOf } from '../src/domain/wallet-events.ts';
import type { Tags } from '../src/domain/tags/tags.ts';
import { walletIdOf, walletPrefix } from '../src/ledger/stream-names.ts';
import { countTagValues, type TagValueCount, type TagValueUse } from '../src/domain/tags/tag-values.ts';
import type { FoldedDocuments, HeldFold, PositionedEvent, Projection } from '../src/ports/read-models.ts';

/** Usage of one day: one row for each tenant, day, user, key, surface, model and wallet. */
export interface UsageRow {
  /** `-` for a wallet whose opening was never recorded. */
  readonly tenant_id: string;
  /** The day on which the charge was recorded, by the log's clock, UTC. A past day does not change. */
  readonly day: string;
  readonly user_id: string;
  readonly key_id: string;
  readonly surface: string;
  /** The profile that answered: the requested one, or the selected one. */
  readonly model: string;
  readonly wallet_id: string;
  /** The tag and its value, in rows by tag; absent from the others. */
  readonly tag?: string;
  readonly tag_value?: string;
  /** Number of finished requests. */
  readonly requests: number;
  /** Number of those without a charge for an answer, because the upstream refused or could not be reached. */
  readonly errors: number;
  /** Charges above their hold, or after the hold was released. */
  readonly overruns: number;
  /** Charges not based on the upstream's counters: an estimate, the whole hold, an amount entered by hand. */
  readonly estimates: number;
  /** Requests for which the gateway selected the model. */
  readonly selections: number;
  /** Total charged, euro. */
  readonly cost_eur: string;
  /** Parts of the total: what no hold covered, and the cost of selections. */
  readonly overrun_eur: string;
  readonly selection_eur: string;
  /** Quantities counted for answers and selections, by counter of the charge: tokens, characters, milliseconds, uses. */
  readonly counters: Readonly<Record<string, number>>;
}

/** A request whose charge is still to come. */
interface UsageInHand {
  readonly tenant_id: string;
  readonly user_id: string;
  readonly key_id: string;
  readonly surface: string;
  readonly model: string;
  readonly tags?: Tags;
  /** The state of its process is unknown: its outcome may come after its hold was released. */
  readonly may_come_late?: true;
  /** Set if this is not a request but a selection call, or an attempt of unknown outcome; absent for a request. */
  readonly beside?: 'selection' | 'attempt';
}

interface UsageWallet {
  readonly tenant_id: string;
}

/** When a key was last used. */
export interface KeyUse {
  /** The latest day, UTC, on which a request with the key ended. */
  readonly last_used_on: string;
}

export type UsageDocument = UsageRow | UsageInHand | UsageWallet | KeyUse | TagValueUse | TagValueCount;

/** Prefix of the keys of all rows, followed by tenant, day, user, key, surface, model, wallet. */
export const usageRowsPrefix = 'row/';

/**
 * Prefix of the keys of the rows by a tag, followed by the same and the value. They count what they count in the rows without
 * tags again, so requests without the tag are the rest.
 */
export function tagRowsPrefix(tag: string): string {
  return `tag/${tag}/`;
}

/** A row while it is being folded: its sums are numbers, changed in place. */
class HeldRow {
  readonly row: UsageRow;
  requests: number;
  errors: number;
  overruns: number;
  estimates: number;
  selections: number;
  cost: NanoEur;
  overrun: NanoEur;
  selection: NanoEur;
  readonly counters: Map<string, number>;

  constructor(row: UsageRow) {
    this.row = row;
    this.requests = row.requests;
    this.errors = row.errors;
    this.overruns = row.overruns;
    this.estimates = row.estimates;
    this.selections = row.selections;
    this.cost = nano(row.cost_eur);
    this.overrun = nano(row.overrun_eur);
    this.selection = nano(row.selection_eur);
    this.counters = new Map(Object.entries(row.counters));
  }

  add(addition: Addition): void {
    const { requests = 0, errors = 0, estimates = 0, selections = 0, lines = [] } = addition;
    const { cost = 0n, overrun = 0n, selection = 0n, overruns = 0 } = addition;
    this.requests += requests;
    this.errors += errors;
    this.overruns += overruns;
    this.estimates += estimates;
    this.selections += selections;
    this.cost += cost;
    this.overrun += overrun;
    this.selection += selection;
    for (const { counter, quantity } of lines) this.counters.set(counter, (this.counters.get(counter) ?? 0) + quantity);
  }

  written(): UsageRow {
    const { requests, errors, overruns, estimates, selections } = this;
    return {
      ...this.row,
      requests,
      errors,
      overruns,
      estimates,
      selections,
      cost_eur: eurFromNano(this.cost),
      overrun_eur: eurFromNano(this.overrun),
      selection_eur: eurFromNano(this.selection),
      counters: Object.fromEntries(this.counters),
    };
  }
}

type Held = HeldRow | Exclude<UsageDocument, UsageRow>;
type Documents = FoldedDocuments<Held>;

/** Prefix of the keys of requests that have not ended. */
const handPrefix = 'hand/';

const held: HeldFold<UsageDocument, WalletEvent, Held> = {
  hold: (document) => ('requests' in document ? new HeldRow(document) : document),
  written: (document) => (document instanceof HeldRow ? document.written() : document),
  evolve,
};

/**
 * Rows of usage by tenant and day. It also keeps requests that have not ended, by wallet and reservation, and the
 * tenants of wallets, because the event that ends a reservation does not repeat whose it was. And it keeps the day of
 * each key's last use, written when a row begins: once a day instead of once a request.
 */
export const usage: Projection<UsageDocument, WalletEvent> = {
  name: 'usage',
  version: 3,
  streamPrefixes: [walletPrefix],
  hasStreamsApart: true,
  mayLag: true,
  changesOthers: true,
  keyOf: ({ stream, event }) => {
    if (event.type === 'WalletOpened') return walletKey(walletIdOf(stream));
    return 'reservation_id' in event.data ? `${handPrefix}${walletIdOf(stream)}/${event.data.reservation_id}` : null;
  },
  held,
};

function walletKey(walletId: string): string {
  return `wallet/${walletId}`;
}

/** Key of the document with the last use of an API key. */
export function keyUseKey(walletId: string, keyId: string): string {
  return `key/${walletId}/${encodeURIComponent(keyId)}`;
}

function evolve(document: Held | null, recorded: PositionedEvent<WalletEvent>, documents: Documents): Held | null {
  const { event } = recorded;
  if (event.type === 'WalletOpened') return { tenant_id: event.data.tenant_id };
  if (event.type === 'CreditReserved') {
    // The key is a wallet's, so the document is a wallet.
    const wallet = documents.get(walletKey(walletIdOf(recorded.stream))) as UsageWallet | null;
    const request = requestInHand(event.data, wallet);
    if (request.tags !== undefined)
      countTagValues(request.tags, { ...recorded, tenantId: request.tenant_id }, documents);
    return request;
  }
  // The key is that of a request in hand.
  const request = document as UsageInHand | null;
  if (request === null) return null;
  const ended = { recorded, documents };
  switch (event.type) {
    case 'SelectionCharged': {
      const next = { ...request, model: event.data.selected ?? request.model };
      addToDay(next, selectionAddition(event.data), ended);
      return next;
    }
    case 'ReservationFlagged':
      return event.data.reason === processUnknown ? { ...request, may_come_late: true } : request;
    case 'ReservationSettled':
      addToDay(request, settlementAddition(event.data, request), ended);
      return null;
    case 'ReservationReleased': {
      if (request.beside === undefined) addToDay(request, { requests: 1, errors: 1 }, ended);
      return event.data.resolved_by === 'rule' && request.may_come_late === true ? request : null;
    }
    case 'ReleasedReservationCharged': {
      const charge = chargeAddition(event.data, request);
      addToDay(request, { ...charge, overruns: 1, overrun: charge.cost }, ended);
      return null;
    }
    case 'AttemptFailed':
    case 'WalletCredited':
    case 'WalletDebited':
    case 'WalletLotExpired':
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

function requestInHand(data: WalletEventOf<'CreditReserved'>['data'], wallet: UsageWallet | null): UsageInHand {
  const { user_id, key_id, inference, is_selection, attempt_of } = data;
  const { surface, profile, tags } = inference;
  const whose = { tenant_id: wallet?.tenant_id ?? '-', user_id, key_id, surface, model: profile };
  const request = tags === undefined ? whose : { ...whose, tags };
  if (is_selection === true) return { ...request, beside: 'selection' };
  return attempt_of === undefined ? request : { ...request, beside: 'attempt' };
}

/** What an event adds to a row. */
interface Addition {
  readonly requests?: number;
  readonly errors?: number;
  readonly overruns?: number;
  readonly estimates?: number;
  readonly selections?: number;
  readonly cost?: NanoEur;
  readonly overrun?: NanoEur;
  readonly selection?: NanoEur;
  /** Counters of a charge, with their quantities. */
  readonly lines?: readonly { readonly counter: string; readonly quantity: number }[];
}

function selectionAddition({ cost_eur, overrun_eur, lines }: WalletEventOf<'SelectionCharged'>['data']): Addition {
  const [cost, overrun] = [nano(cost_eur), nano(overrun_eur)];
  return { selections: 1, cost, selection: cost, overruns: overrun > 0n ? 1 : 0, overrun, lines };
}

function settlementAddition(data: WalletEventOf<'ReservationSettled'>['data'], request: UsageInHand): Addition {
  const overrun = nano(data.overrun_eur);
  const requests = request.beside === undefined ? 1 : 0;
  return { ...chargeAddition(data, request), requests, overruns: overrun > 0n ? 1 : 0, overrun };
}

type Charge = Pick<WalletEventOf<'ReservationSettled'>['data'], 'cost_eur' | 'lines' | 'usage_source'>;

function chargeAddition(
  { cost_eur, lines, usage_source }: Charge,
  { beside }: UsageInHand,
): Addition & { cost: NanoEur } {
  const estimates = usage_source === 'upstream' || usage_source === 'billing_records' ? 0 : 1;
  const cost = nano(cost_eur);
  return { cost, estimates, lines, ...(beside === 'selection' && { selection: cost }) };
}

interface Ended {
  readonly recorded: PositionedEvent<WalletEvent>;
  readonly documents: Documents;
}

/** Adds to the row of a request, of the day of an event. */
function addToDay(request: UsageInHand, addition: Addition, { recorded, documents }: Ended): void {
  const day = recorded.recordedAt.slice(0, 10);
  const wallet_id = walletIdOf(recorded.stream);
  const key = rowKey(request, day, wallet_id);
  // The key is that of a row.
  const known = documents.get(key) as HeldRow | null;
  const row = known ?? emptyRow(request, day, wallet_id);
  row.add(addition);
  documents.set(key, row);
  if (request.tags !== undefined) addByTags(request, request.tags, { addition, day, wallet_id, documents });
  if (known !== null) return;
  const useKey = keyUseKey(wallet_id, request.key_id);
  const use = documents.get(useKey) as KeyUse | null;
  // The latest day is kept: the clock may go back.
  if (use === null || use.last_used_on < day) documents.set(useKey, { last_used_on: day });
}

interface AddedByTags {
  readonly addition: Addition;
  readonly day: string;
  readonly wallet_id: string;
  readonly documents: Documents;
}

/** The same to a row for each tag. */
function addByTags(request: UsageInHand, tags: Tags, { addition, day, wallet_id, documents }: AddedByTags): void {
  for (const [tag, tag_value] of Object.entries(tags)) {
    const ofWhom = writtenRowKey(request, day, wallet_id).slice(usageRowsPrefix.length);
    const key = `${tagRowsPrefix(tag)}${ofWhom}/${keyPart(tag_value)}`;
    // The key is that of a row.
    const row =
      (documents.get(key) as HeldRow | null) ??
      new HeldRow({ ...emptyRow(request, day, wallet_id).row, tag, tag_value });
    row.add(addition);
    documents.set(key, row);
  }
}

/** The key of the last row: consecutive requests are often of the same row. */
let asked: {
  readonly request: UsageInHand;
  readonly day: string;
  readonly walletId: string;
  readonly key: string;
} | null = null;

function rowKey(request: UsageInHand, day: string, walletId: string): string {
  if (asked?.day === day && asked.walletId === walletId && isOfSameRow(asked.request, request)) return asked.key;
  asked = { request, day, walletId, key: writtenRowKey(request, day, walletId) };
  return asked.key;
}

function isOfSameRow(a: UsageInHand, b: UsageInHand): boolean {
  return (
    a.tenant_id === b.tenant_id &&
    a.user_id === b.user_id &&
    a.key_id === b.key_id &&
    a.surface === b.surface &&
    a.model === b.model
  );
}

function writtenRowKey(
  { tenant_id, user_id, key_id, surface, model }: UsageInHand,
  day: string,
  walletId: string,
): string {
  const ofWhom = `${keyPart(tenant_id)}/${day}/${keyPart(user_id)}/${keyPart(key_id)}`;
  return `${usageRowsPrefix}${ofWhom}/${keyPart(surface)}/${keyPart(model)}/${walletId}`;
}

/** Encodes a part of a key. Most are plain ids and names: checking that costs a quarter of encoding them. */
function keyPart(part: string): string {
  return /[^\w-]/.test(part) ? encodeURIComponent(part) : part;
}

const none = eurFromNano(0n);

function emptyRow(
  { tenant_id, user_id, key_id, surface, model }: UsageInHand,
  day: string,
  wallet_id: string,
): HeldRow {
  return new HeldRow({
    tenant_id,
    day,
    user_id,
    key_id,
    surface,
    model,
    wallet_id,
    requests: 0,
    errors: 0,
    overruns: 0,
    estimates: 0,
    selections: 0,
    cost_eur: none,
    overrun_eur: none,
    selection_eur: none,
    counters: {},
  });
}
