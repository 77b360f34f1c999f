import {
  chargeEventTypes,
  evolveCharge,
  type ChargeRecord,
  type ChargeEvent,
} from '../src/domain/charges/charge-record.ts';
import { noUse, quarterStart, sumOfUses, useOf, type QuarterOfKey } from '../src/domain/charges/charged-use.ts';
import type { WalletEventOf } from '../src/domain/wallet-events.ts';
import { walletIdOf, walletPrefix } from '../src/ledger/stream-names.ts';
import {
  newestFirstKey,
  type DocumentReader,
  type FoldedDocuments,
  type PositionedEvent,
  type Projection,
} from '../src/ports/read-models.ts';

/** An entry of a list of charges. */
export interface ListedCharge {
  readonly id: string;
}

interface WalletOfCharges {
  readonly tenant_id: string;
}

type FoldedEvent = ChargeEvent | WalletEventOf<'WalletOpened'>;

export type ChargesDocument = ChargeRecord | ListedCharge | QuarterOfKey | WalletOfCharges;

/** Key of the document of a charge. */
export function chargeKey(reservationId: string): string {
  return `charge/${reservationId}`;
}

/** Prefix of the entries of one tenant, person or key, newest first. */
export function chargesPrefix(of: 'tenant' | 'user' | 'key', id: string): string {
  return `${of}/${id}/`;
}

/** Charges of a list after a key, newest first; fewer than `limit` only at the end of the read model. */
export function listedCharges(
  readModels: Pick<DocumentReader, 'get' | 'list'>,
  { prefix, afterKey, limit }: { readonly prefix: string; readonly afterKey: string; readonly limit: number },
): readonly { readonly key: string; readonly document: ChargeRecord | null }[] {
  return readModels.list(charges, { afterKey, limit }).map(({ key, document }) => ({
    key,
    // An entry below the prefix is of a charge. What follows the list has no place in it.
    document: key.startsWith(prefix) ? shownCharge(readModels, (document as ListedCharge).id) : null,
  }));
}

/** The charge of a reservation; `null`: there is none. */
export function shownCharge(readModels: Pick<DocumentReader, 'get'>, reservationId: string): ChargeRecord | null {
  // The key is that of a charge.
  return readModels.get(charges, chargeKey(reservationId)) as ChargeRecord | null;
}

/** Prefix of the quarters of a key, oldest first. Behind it stand the start of the quarter and the wallet. */
export function quartersPrefix(keyId: string): string {
  return `quarter/${keyId}/`;
}

/**
 * Every reservation as a charge, by its id: held, flagged, settled or released. Entries list them by tenant, by person and by
 * key, newest first. Beside them, what the charges of each key come to, by the quarter of an hour in which they began: the sum
 * of a span of quarters is the sum of the charges listed for it.
 */
export const charges: Projection<ChargesDocument, FoldedEvent> = {
  name: 'charges',
  version: 2,
  streamPrefixes: [walletPrefix],
  eventTypes: new Set(['WalletOpened', ...chargeEventTypes]),
  hasStreamsApart: true,
  mayLag: true,
  changesOthers: true,
  keyOf: ({ stream, event }) =>
    event.type === 'WalletOpened' ? walletKey(walletIdOf(stream)) : chargeKey(event.data.reservation_id),
  evolve,
};

function walletKey(walletId: string): string {
  return `wallet/${walletId}`;
}

type Documents = FoldedDocuments<ChargesDocument>;

function evolve(
  document: ChargesDocument | null,
  { stream, recordedAt, event }: PositionedEvent<FoldedEvent>,
  documents: Documents,
): ChargesDocument | null {
  if (event.type === 'WalletOpened') return { tenant_id: event.data.tenant_id };
  // The key is that of a charge.
  const known = document as ChargeRecord | null;
  const walletId = walletIdOf(stream);
  if (event.type === 'CreditReserved') {
    // The key is a wallet's, so the document is a wallet.
    const wallet = documents.get(walletKey(walletId)) as WalletOfCharges | null;
    const charge = evolveCharge(known, event, { walletId, tenantId: wallet?.tenant_id ?? '-', recordedAt });
    if (charge !== null) list(charge, documents);
    return charge;
  }
  const charge = evolveCharge(known, event, { walletId, tenantId: '-', recordedAt });
  const countsNothing = event.type === 'ReservationFlagged' || event.type === 'AttemptFailed';
  if (known !== null && charge !== null && !countsNothing) count(known, charge, documents);
  return charge;
}

function list(
  { reservation_id: id, tenant_id, user_id, key_id, reserved_at }: ChargeRecord,
  documents: Documents,
): void {
  const place = `${newestFirstKey(Date.parse(reserved_at))}/${id}`;
  documents.set(chargesPrefix('tenant', tenant_id) + place, { id });
  documents.set(chargesPrefix('user', user_id) + place, { id });
  documents.set(chargesPrefix('key', key_id) + place, { id });
}

/** Adds what an event has changed. The profile changes only where nothing is charged yet. */
function count(before: ChargeRecord, after: ChargeRecord, documents: Documents): void {
  const change = sumOfUses(useOf(after), useOf(before), -1);
  const starts_at = quarterStart(after.reserved_at);
  const key = `${quartersPrefix(after.key_id)}${starts_at}/${after.wallet_id}`;
  // The key is that of a quarter.
  const known = documents.get(key) as QuarterOfKey | null;
  const use = known?.profiles[after.profile] ?? noUse;
  documents.set(key, { starts_at, profiles: { ...known?.profiles, [after.profile]: sumOfUses(use, change) } });
}
