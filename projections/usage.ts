import { quarterStart } from '../src/domain/charges/charged-use.ts';
import { eurFromNano, nanoFromSum as nano, type NanoEur } from '../src/domain/money.ts';
import {
  addToQuarter,
  heldHour,
  usageHourOf,
  type HeldHour,
  type UsageHour,
  type UsageOf,
} from '../src/domain/usage-hours/usage-hour.ts';
import type { UseAddition } from '../src/domain/usage-hours/use-sums.ts';
import { processUnknown } from '../src/domain/wallet-state.ts';
import type { WalletEvent, WalletEventOf } from '../src/domain/wallet-events.ts';
import type { Tags } from '../src/domain/tags/tags.ts';
import { walletIdOf, walletPrefix } from '../src/ledger/stream-names.ts';
import { countTagValues, type TagValueCount, type TagValueUse } from '../src/domain/tags/tag-values.ts';
import type { FoldedDocuments, HeldFold, PositionedEvent, Projection } from '../src/ports/read-models.ts';

/** A request whose charge is still to come. */
interface UsageInHand extends Omit<UsageOf, 'wallet_id' | 'tag' | 'tag_value'> {
  readonly tags?: Tags;
  /** The state of its process is unknown: its outcome may come after its hold was released. */
  readonly may_come_late?: true;
  /** Set if this is not a request but a selection call, or an attempt of unknown outcome; absent for a request. */
  readonly beside?: 'selection' | 'attempt';
}

interface UsageWallet {
  readonly tenant_id: string;
}

/** When a key was last used, and what it costs this month. */
export interface KeyUse {
  /** The latest day, UTC, on which a request with the key ended. */
  readonly last_used_on: string;
  /** What was charged in the month of that day, UTC, euro. Absent: nothing. */
  readonly month_eur?: string;
}

export type UsageDocument = UsageHour | UsageInHand | UsageWallet | KeyUse | TagValueUse | TagValueCount;

/** {@link KeyUse} with its cost as a number. */
interface HeldKeyUse {
  readonly last_used_on: string;
  readonly cost: NanoEur;
}

type Held = Exclude<UsageDocument, UsageHour | KeyUse> | HeldHour | HeldKeyUse;

/**
 * Prefix of the keys of all usage, followed by tenant, day, user, key, surface, model, wallet and hour, each with a slash
 * behind it but the last. Days and hours are those of UTC, and the hours of a day stand together.
 */
export const usageRowsPrefix = 'row/';

/**
 * Prefix of the keys of usage by a tag, followed by the same with the value before the hour. They count again what is counted
 * without tags, so requests without the tag are the rest.
 */
export function tagRowsPrefix(tag: string): string {
  return `tag/${tag}/`;
}

/** In rows of sums: all users, keys and wallets; all tenants. */
const [anyOf, allTenants] = ['-', 'all'] as const;

/**
 * Prefix of the keys of the same usage of all users, keys and wallets of a tenant together, or of all tenants: by surface
 * and model, and by the values of a tag where one is named. It is what is summed without looking at everybody's rows.
 */
export function sumRowsPrefix(tag: string | null): string {
  return tag === null ? 'sum/' : `tag-sum/${tag}/`;
}

/** The tenant in keys of {@link sumRowsPrefix}; `null`: all. */
export function summedTenant(tenantId: string | null): string {
  return tenantId ?? allTenants;
}

type Documents = FoldedDocuments<Held>;

/** Prefix of the keys of requests that have not ended. */
const handPrefix = 'hand/';

const held: HeldFold<UsageDocument, WalletEvent, Held> = {
  hold: (document) => {
    if ('quarters' in document) return heldHour(document);
    if (!('last_used_on' in document)) return document;
    return { last_used_on: document.last_used_on, cost: nano(document.month_eur ?? '0') };
  },
  written: (known) => {
    if ('quarters' in known) return usageHourOf(known);
    if (!('last_used_on' in known)) return known;
    const { last_used_on, cost } = known;
    return { last_used_on, ...(cost !== 0n && { month_eur: eurFromNano(cost) }) };
  },
  evolve,
};

/**
 * Usage by tenant and hour. It also keeps requests that have not ended, by wallet and reservation, and the
 * tenants of wallets, because the event that ends a reservation does not repeat whose it was. And it keeps the day of
 * each key's last use with the cost of its month, which an event without a cost changes only when an hour begins.
 */
export const usage: Projection<UsageDocument, WalletEvent> = {
  name: 'usage',
  version: 5,
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
      addToHour(next, selectionAddition(event.data), ended);
      return next;
    }
    case 'ReservationFlagged':
      return event.data.reason === processUnknown ? { ...request, may_come_late: true } : request;
    case 'ReservationSettled':
      addToHour(request, settlementAddition(event.data, request), ended);
      return null;
    case 'ReservationReleased': {
      if (request.beside === undefined) addToHour(request, { requests: 1, errors: 1 }, ended);
      return event.data.resolved_by === 'rule' && request.may_come_late === true ? request : null;
    }
    case 'ReleasedReservationCharged': {
      const charge = chargeAddition(event.data, request);
      addToHour(request, { ...charge, overruns: 1, overrun: charge.cost }, ended);
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
    case 'BudgetReached':
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

function selectionAddition({ cost_eur, overrun_eur, lines }: WalletEventOf<'SelectionCharged'>['data']): UseAddition {
  const [cost, overrun] = [nano(cost_eur), nano(overrun_eur)];
  return { selections: 1, cost, selection: cost, overruns: overrun > 0n ? 1 : 0, overrun, lines };
}

function settlementAddition(data: WalletEventOf<'ReservationSettled'>['data'], request: UsageInHand): UseAddition {
  const overrun = nano(data.overrun_eur);
  const requests = request.beside === undefined ? 1 : 0;
  return { ...chargeAddition(data, request), requests, overruns: overrun > 0n ? 1 : 0, overrun };
}

type Charge = Pick<WalletEventOf<'ReservationSettled'>['data'], 'cost_eur' | 'lines' | 'usage_source'>;

function chargeAddition(
  { cost_eur, lines, usage_source }: Charge,
  { beside }: UsageInHand,
): UseAddition & { cost: NanoEur } {
  const estimates = usage_source === 'upstream' || usage_source === 'billing_records' ? 0 : 1;
  const cost = nano(cost_eur);
  return { cost, estimates, lines, ...(beside === 'selection' && { selection: cost }) };
}

interface Ended {
  readonly recorded: PositionedEvent<WalletEvent>;
  readonly documents: Documents;
}

/** Adds to the usage of a request, in the quarter of an hour of an event. */
function addToHour(request: UsageInHand, addition: UseAddition, { recorded, documents }: Ended): void {
  const quarter = quarterStart(recorded.recordedAt);
  const wallet_id = walletIdOf(recorded.stream);
  const added = { addition, hour: quarter.slice(0, 13), minute: quarter.slice(14, 16), documents };
  const isFirst = addToRow(request, wallet_id, null, added);
  const ofTenant = { ...request, user_id: anyOf, key_id: anyOf };
  const sums = [ofTenant, { ...ofTenant, tenant_id: allTenants }];
  for (const sum of sums) addToRow(sum, anyOf, null, added);
  for (const tag of Object.entries(request.tags ?? {})) {
    addToRow(request, wallet_id, tag, added);
    for (const sum of sums) addToRow(sum, anyOf, tag, added);
  }
  if (isFirst || (addition.cost ?? 0n) !== 0n) addToKey(request, wallet_id, added);
}

/** The latest day is kept, and the cost of its month: the clock may go back. */
function addToKey({ key_id }: UsageInHand, walletId: string, { addition, hour, documents }: AddedUse): void {
  const key = keyUseKey(walletId, key_id);
  const use = documents.get(key) as HeldKeyUse | null;
  const [day, month] = [hour.slice(0, 10), hour.slice(0, 7)];
  const known = use?.last_used_on.slice(0, 7) ?? '';
  if (month < known) return;
  const cost = (month === known ? (use?.cost ?? 0n) : 0n) + (addition.cost ?? 0n);
  const last_used_on = use !== null && use.last_used_on > day ? use.last_used_on : day;
  documents.set(key, { last_used_on, cost });
}

interface AddedUse {
  readonly addition: UseAddition;
  readonly hour: string;
  readonly minute: string;
  readonly documents: Documents;
}

/** Adds to a row: of whoever asked, of a tag and its value, or of sums. Returns whether it is the first that is added. */
function addToRow(
  request: UsageInHand,
  walletId: string,
  tag: readonly [tag: string, tag_value: string] | null,
  { addition, hour, minute, documents }: AddedUse,
): boolean {
  const ofTag = tag === null ? usageRowsPrefix : tagRowsPrefix(tag[0]);
  const prefix = walletId === anyOf ? sumRowsPrefix(tag?.[0] ?? null) : ofTag;
  const value = tag === null ? '' : `${keyPart(tag[1])}/`;
  const key = `${prefix}${keyOfWhom(request, hour, walletId)}/${value}${hour.slice(11)}`;
  // The key is that of an hour.
  const known = documents.get(key) as HeldHour | null;
  const named = tag === null ? {} : { tag: tag[0], tag_value: tag[1] };
  const row = known ?? emptyHour(request, hour, walletId, named);
  addToQuarter(row, minute, addition);
  documents.set(key, row);
  return known === null;
}

/** The part of a key between its prefix and the hour, or the value of a tag. */
function keyOfWhom(
  { tenant_id, user_id, key_id, surface, model }: UsageInHand,
  hour: string,
  walletId: string,
): string {
  const ofWhom = `${keyPart(tenant_id)}/${hour.slice(0, 10)}/${keyPart(user_id)}/${keyPart(key_id)}`;
  return `${ofWhom}/${keyPart(surface)}/${keyPart(model)}/${walletId}`;
}

/** Encodes a part of a key. Most are plain ids and names: checking that costs a quarter of encoding them. */
function keyPart(part: string): string {
  return /[^\w-]/.test(part) ? encodeURIComponent(part) : part;
}

function emptyHour(
  { tenant_id, user_id, key_id, surface, model }: UsageInHand,
  hour: string,
  wallet_id: string,
  ofTag: Pick<UsageOf, 'tag' | 'tag_value'>,
): HeldHour {
  return { tenant_id, user_id, key_id, surface, model, wallet_id, ...ofTag, hour, quarters: {} };
}
