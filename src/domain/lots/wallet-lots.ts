import { eurFromNano, larger, nanoFromEur, smaller, type NanoEur } from '../money.ts';
import type { KeyedValues } from '../keyed-values/keyed-values.ts';
import { PersistentMap } from '../keyed-values/persistent-map.ts';
import type { WalletEvent } from '../wallet-events.ts';
import type { LotPartRecord } from './lot-events.ts';

/**
 * Lots: credit that was granted, or that expires. What a wallet has besides them is paid credit that never expires, and
 * is kept as no lot. Granted credit is used first, then what expires first, then what came first.
 */

/** A part of a lot. */
export interface LotPart {
  readonly lotId: string;
  /** Later lots of the wallet have greater numbers. */
  readonly number: number;
  readonly kind: 'paid' | 'granted';
  /** ISO 8601; `null`: never. */
  readonly expiresAt: string | null;
  readonly amount: NanoEur;
  /** It has expired while a request held it. */
  readonly isExpired: boolean;
}

/** A lot that a credit brings. */
export type NewLot = Pick<LotPart, 'kind' | 'expiresAt' | 'amount'>;

/** The lots of a wallet. */
export interface WalletLots {
  /** What can be used of each lot, in the order of use. */
  readonly open: readonly LotPart[];
  /** What reservations hold of lots, in the order of use. */
  readonly held: KeyedValues<readonly LotPart[]>;
}

/** A wallet without lots has this very value, so that it is recognised at once. */
export const noLots: WalletLots = { open: [], held: PersistentMap.empty() };

/** Whether a fold of the event needs to know of lots. */
export function concernsLots(lots: WalletLots, event: WalletEvent): boolean {
  return lots !== noLots || (event.type === 'WalletCredited' && event.data.lots !== undefined);
}

/** One step of the fold. Applies the lots that events name, and decides nothing. */
export function evolveLots(lots: WalletLots, event: WalletEvent): WalletLots {
  switch (event.type) {
    case 'WalletCredited':
      return tidy({ ...lots, open: lotPartsOf(event.data.lots).reduce(withPart, lots.open) });
    case 'WalletDebited':
    case 'ReleasedReservationCharged':
      return tidy({ ...lots, open: without(lots.open, lotPartsOf(event.data.lots)).rest });
    case 'CreditReserved': {
      const expired = new Set(lots.open.filter(({ isExpired }) => isExpired).map(({ lotId }) => lotId));
      const parts = lotPartsOf(event.data.lots).map((part) => ({ ...part, isExpired: expired.has(part.lotId) }));
      if (parts.length === 0) return lots;
      return { open: without(lots.open, parts).rest, held: lots.held.with(event.data.reservation_id, parts) };
    }
    case 'SelectionCharged': {
      const { reservation_id, answer_hold_eur } = event.data;
      return endPart(lots, {
        reservation_id,
        charged: lotPartsOf(event.data.lots),
        kept: nanoFromEur(answer_hold_eur),
      });
    }
    case 'AttemptFailed': {
      const { reservation_id, hold_eur } = event.data;
      return endPart(lots, { reservation_id, charged: [], kept: nanoFromEur(hold_eur) });
    }
    case 'ReservationSettled':
      return endPart(lots, {
        reservation_id: event.data.reservation_id,
        charged: lotPartsOf(event.data.lots),
        kept: 0n,
      });
    case 'ReservationReleased':
      return endPart(lots, { reservation_id: event.data.reservation_id, charged: [], kept: 0n });
    case 'WalletLotExpired':
      return tidy(withoutLot(lots, event.data.lot_id));
    case 'WalletOpened':
    case 'ReservationFlagged':
    case 'WalletRestricted':
    case 'WalletRestrictionLifted':
    case 'WalletAlertSet':
    case 'BudgetAlertSet':
    case 'WalletRanLow':
    case 'BudgetRanLow':
    case 'BudgetReached':
    case 'WalletPeriodClosed':
      return lots;
  }
}

interface EndedPart {
  readonly reservation_id: string;
  readonly charged: readonly LotPart[];
  /** What the reservation holds from now on, lots and other credit together. */
  readonly kept: NanoEur;
}

/** Charges a reservation, from what it holds first, and releases what it holds beyond `kept`, last used lots first. */
function endPart(lots: WalletLots, { reservation_id, charged, kept }: EndedPart): WalletLots {
  const fromHeld = without(lots.held.get(reservation_id) ?? [], charged);
  const stays = firstOf(fromHeld.rest, kept);
  const released = without(fromHeld.rest, stays).rest;
  const open = released.reduce(withPart, without(lots.open, fromHeld.missing).rest);
  const held = stays.length === 0 ? lots.held.without(reservation_id) : lots.held.with(reservation_id, stays);
  return tidy({ open, held });
}

/** The same lots; {@link noLots} where there are none. */
export function tidy(lots: WalletLots): WalletLots {
  return lots.open.length === 0 && lots.held.size === 0 ? noLots : lots;
}

/** Removes what can be used of a lot that has expired, and marks what is held of it. */
function withoutLot({ open, held }: WalletLots, lotId: string): WalletLots {
  let marked = held;
  for (const [reservationId, parts] of held.entries()) {
    if (!parts.some((part) => part.lotId === lotId)) continue;
    const next = parts.map((part) => (part.lotId === lotId ? { ...part, isExpired: true } : part));
    marked = marked.with(reservationId, next);
  }
  return { open: open.filter((part) => part.lotId !== lotId), held: marked };
}

/** The first parts that together are at most `amount`. */
export function firstOf(parts: readonly LotPart[], amount: NanoEur): readonly LotPart[] {
  const taken: LotPart[] = [];
  let left = amount;
  for (const part of parts) {
    if (left <= 0n) break;
    const used = smaller(part.amount, left);
    taken.push({ ...part, amount: used });
    left -= used;
  }
  return taken;
}

/** Parts less others of the same lots. `missing`: what they do not have of those. */
export function without(
  parts: readonly LotPart[],
  less: readonly LotPart[],
): { readonly rest: readonly LotPart[]; readonly missing: readonly LotPart[] } {
  if (less.length === 0) return { rest: parts, missing: [] };
  const wanted = new Map(less.map((part) => [part.lotId, part]));
  const rest = parts.flatMap((part) => {
    const other = wanted.get(part.lotId);
    if (other === undefined) return [part];
    const used = smaller(part.amount, other.amount);
    wanted.set(part.lotId, { ...other, amount: other.amount - used });
    return part.amount === used ? [] : [{ ...part, amount: part.amount - used }];
  });
  return { rest, missing: [...wanted.values()].filter(({ amount }) => amount > 0n) };
}

/** Puts a part where it is used: into its lot, or behind all lots that are used before it. */
export function withPart(parts: readonly LotPart[], added: LotPart): readonly LotPart[] {
  const known = parts.findIndex(({ lotId }) => lotId === added.lotId);
  if (known >= 0) return parts.with(known, joined(parts[known], added));
  const behind = parts.findIndex((part) => isUsedBefore(added, part));
  return parts.toSpliced(behind < 0 ? parts.length : behind, 0, added);
}

function joined(known: LotPart | undefined, added: LotPart): LotPart {
  return { ...added, amount: (known?.amount ?? 0n) + added.amount };
}

/** Granted credit before paid, then what expires before what does not or later, then the older. */
export function isUsedBefore(one: LotPart, other: LotPart): boolean {
  if (one.kind !== other.kind) return one.kind === 'granted';
  const [first, second] = [one, other].map(({ expiresAt }) => (expiresAt === null ? Infinity : Date.parse(expiresAt)));
  if (first === undefined || second === undefined || first === second) return one.number < other.number;
  return first < second;
}

/** The parts that an event names. */
export function lotPartsOf(records: readonly LotPartRecord[] | undefined): readonly LotPart[] {
  return (records ?? []).map(({ lot_id, number, kind, expires_at, amount_eur }) => ({
    lotId: lot_id,
    number,
    kind,
    expiresAt: expires_at ?? null,
    amount: nanoFromEur(amount_eur),
    isExpired: false,
  }));
}

/** Parts as events name them; absent where there are none. */
export function partRecords(parts: readonly LotPart[]): { readonly lots?: LotPartRecord[] } {
  if (parts.length === 0) return {};
  return { lots: parts.map(partRecord) };
}

/** A part as events name it. */
export function partRecord({ lotId, number, kind, expiresAt, amount }: LotPart): LotPartRecord {
  const expires = expiresAt === null ? {} : { expires_at: expiresAt };
  return { lot_id: lotId, number, kind, ...expires, amount_eur: eurFromNano(amount) };
}

/** The granted part of what an event names, nano-euro. */
export function grantedIn(records: readonly LotPartRecord[] | undefined): NanoEur {
  let sum = 0n;
  for (const { kind, amount_eur } of records ?? []) if (kind === 'granted') sum += nanoFromEur(amount_eur);
  return sum;
}

/** What reservations hold of lots, one after another. */
export function heldParts({ held }: WalletLots): readonly LotPart[] {
  return [...held.entries()].flatMap(([, parts]) => parts);
}

/** The number of the next lot of a wallet. */
export function nextNumber(lots: WalletLots): number {
  return [...lots.open, ...heldParts(lots)].reduce((most, { number }) => Math.max(most, number), 0) + 1;
}

/** What a wallet has of granted credit, held or not, nano-euro. */
export function grantedNano(lots: WalletLots): NanoEur {
  return granted(lots.open) + granted(heldParts(lots));
}

function granted(parts: readonly LotPart[]): NanoEur {
  return total(parts.filter(({ kind }) => kind === 'granted'));
}

/** The sum of parts, nano-euro. */
export function total(parts: readonly Pick<LotPart, 'amount'>[]): NanoEur {
  return parts.reduce((sum, { amount }) => sum + amount, 0n);
}

/** What of the available credit was paid for: all but granted lots. Nano-euro, never below zero. */
export function paidNano({ posted, reserved, lots }: Balanced): NanoEur {
  return larger(posted - reserved - granted(lots.open), 0n);
}

/** What a wallet has, and its lots. */
interface Balanced {
  readonly posted: NanoEur;
  readonly reserved: NanoEur;
  readonly lots: WalletLots;
}
