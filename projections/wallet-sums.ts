import { eurFromNano, nanoFromSum as nano, type NanoEur } from '../src/domain/money.ts';
import type { WalletEvent } from '../src/domain/wallet-events.ts';
import { walletIdOf, walletPrefix } from '../src/ledger/stream-names.ts';
import type { FoldedDocuments, HeldFold, Projection } from '../src/ports/read-models.ts';
import { emptyBalance, foldBalance } from './wallet-balances.ts';

const amounts = ['credited', 'debited', 'settled', 'reserved', 'granted'] as const;
const counts = ['wallets', 'open_reservations', 'flagged_reservations', 'restricted_wallets', 'low_wallets'] as const;

/** What the wallets of a tenant have together, or all wallets. Amounts: euro with nine decimals. */
export type WalletSums = Readonly<Record<`${(typeof amounts)[number]}_eur`, string>> &
  Readonly<Record<(typeof counts)[number], number>>;

/** A wallet that needs somebody: its posted balance is below its alert, or it is restricted. */
interface MarkedWallet {
  readonly id: string;
}

/** What of a wallet decides by how much an event changes the sums. */
interface SummedWallet {
  readonly tenant_id: string | null;
  readonly posted_eur: string;
  /** Its alert; `null`: it has none. */
  readonly below_eur: string | null;
  readonly restricted: boolean;
  readonly flagged: readonly string[];
}

interface HeldWallet {
  readonly tenantId: string | null;
  readonly posted: NanoEur;
  readonly below: NanoEur | null;
  readonly restricted: boolean;
  readonly flagged: readonly string[];
}

type HeldSums = Record<(typeof amounts)[number], NanoEur> & Record<(typeof counts)[number], number>;

type Documents = WalletSums | MarkedWallet | SummedWallet;
type Held = HeldSums | MarkedWallet | HeldWallet;

/** Key of the sums of a tenant; `null`: of all wallets. */
export function walletSumsKey(tenantId: string | null): string {
  return `sums/${tenantId ?? ''}`;
}

/** What a wallet may be, of which those are listed that are it. */
export type WalletMark = 'low' | 'restricted';

/** Prefix of the keys of wallets that are below their alert, or restricted: those of a tenant, or all. */
export function markedWalletsPrefix(mark: WalletMark, tenantId: string | null): string {
  return tenantId === null ? `${mark}/` : `${mark}/${tenantId}/`;
}

const held: HeldFold<Documents, WalletEvent, Held> = {
  hold: (document) => ('id' in document ? document : 'wallets' in document ? heldSums(document) : heldWallet(document)),
  written: (known) => ('id' in known ? known : 'wallets' in known ? writtenSums(known) : writtenWallet(known)),
  evolve,
};

/**
 * Sums of the wallets of each tenant, and of all, and which wallets are below their alert, or restricted. It also keeps, by
 * wallet, what decides by how much an event changes them.
 */
export const walletSums: Projection<Documents, WalletEvent> = {
  name: 'wallet-sums',
  version: 2,
  streamPrefixes: [walletPrefix],
  hasStreamsApart: true,
  mayLag: true,
  changesOthers: true,
  keyOf: ({ stream }) => `wallet/${walletIdOf(stream)}`,
  held,
};

/** The same as an index of wallets, below {@link markedWalletsPrefix}. */
// `as`: those keys have no other documents.
export const markedWallets = walletSums as Projection<object> as Projection<MarkedWallet>;

const unknown: HeldWallet = { tenantId: null, posted: 0n, below: null, restricted: false, flagged: [] };

function evolve(
  document: Held | null,
  { stream, event }: { readonly stream: string; readonly event: WalletEvent },
  others: FoldedDocuments<Held>,
): HeldWallet {
  const walletId = walletIdOf(stream);
  // The key is a wallet's.
  const known = document as HeldWallet | null;
  const before = known ?? unknown;
  // From zero, amounts are what the event adds to them.
  const change = emptyBalance(walletId);
  change.restricted = before.restricted;
  change.flagged = before.flagged;
  foldBalance(change, event);
  const after: HeldWallet = {
    tenantId: change.tenant_id ?? before.tenantId,
    posted: before.posted + change.credited - change.debited - change.settled,
    below: event.type === 'WalletAlertSet' ? belowOf(event.data.below_eur) : before.below,
    restricted: change.restricted,
    flagged: change.flagged,
  };
  const step = {
    ...change,
    wallets: known === null ? 1 : 0,
    flagged_reservations: after.flagged.length - before.flagged.length,
    restricted_wallets: Number(after.restricted) - Number(before.restricted),
    low_wallets: Number(isLow(after)) - Number(isLow(before)),
  };
  add(others, null, step);
  if (after.tenantId !== null) add(others, after.tenantId, step);
  for (const mark of ['low', 'restricted'] as const) {
    const changed = step[`${mark}_wallets`];
    if (changed === 0) continue;
    const key = markedWalletsPrefix(mark, after.tenantId ?? '') + walletId;
    others.set(key, changed > 0 ? { id: walletId } : null);
  }
  return after;
}

const belowOf = (below: string | null): NanoEur | null => (below === null ? null : nano(below));

const isLow = ({ posted, below }: HeldWallet): boolean => below !== null && posted < below;

function add(others: FoldedDocuments<Held>, tenantId: string | null, step: HeldSums): void {
  const key = walletSumsKey(tenantId);
  // The key is that of sums.
  const sums = others.get(key) as HeldSums | null;
  const next = sums ?? emptySums();
  for (const name of amounts) next[name] += step[name];
  for (const name of counts) next[name] += step[name];
  others.set(key, next);
}

function emptySums(): HeldSums {
  return {
    credited: 0n,
    debited: 0n,
    settled: 0n,
    reserved: 0n,
    granted: 0n,
    wallets: 0,
    open_reservations: 0,
    flagged_reservations: 0,
    restricted_wallets: 0,
    low_wallets: 0,
  };
}

function heldSums({
  credited_eur,
  debited_eur,
  settled_eur,
  reserved_eur,
  granted_eur,
  ...others
}: WalletSums): HeldSums {
  return {
    ...others,
    credited: nano(credited_eur),
    debited: nano(debited_eur),
    settled: nano(settled_eur),
    reserved: nano(reserved_eur),
    granted: nano(granted_eur),
  };
}

function writtenSums({ credited, debited, settled, reserved, granted, ...others }: HeldSums): WalletSums {
  return {
    ...others,
    credited_eur: eurFromNano(credited),
    debited_eur: eurFromNano(debited),
    settled_eur: eurFromNano(settled),
    reserved_eur: eurFromNano(reserved),
    granted_eur: eurFromNano(granted),
  };
}

function heldWallet({ tenant_id, posted_eur, below_eur, restricted, flagged }: SummedWallet): HeldWallet {
  return { tenantId: tenant_id, posted: nano(posted_eur), below: belowOf(below_eur), restricted, flagged };
}

function writtenWallet({ tenantId, posted, below, restricted, flagged }: HeldWallet): SummedWallet {
  return {
    tenant_id: tenantId,
    posted_eur: eurFromNano(posted),
    below_eur: below === null ? null : eurFromNano(below),
    restricted,
    flagged,
  };
}
