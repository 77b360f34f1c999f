import { PersistentMap } from '../keyed-values/persistent-map.ts';
import type { WalletPeriodClosed } from '../wallet-closing-events.ts';
import type { ClosedLot } from './lot-events.ts';
import { lotPartsOf, partRecord, tidy, type LotPart, type WalletLots } from './wallet-lots.ts';

/** How a closing writes lots and reads them back. A wallet without lots writes none. */

export interface ClosedLots {
  readonly lots: NonNullable<WalletPeriodClosed['lots']>;
  readonly lot_holds: NonNullable<WalletPeriodClosed['lot_holds']>;
}

/** In the order of use, of each reservation too. */
export function closedLots({ open, held }: WalletLots): ClosedLots {
  return {
    lots: open.map(closedLot),
    lot_holds: [...held.entries()]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([reservation_id, parts]) => parts.map((part) => ({ reservation_id, ...closedLot(part) }))),
  };
}

function closedLot(part: LotPart): ClosedLot {
  return { ...partRecord(part), ...(part.isExpired && { expired: true as const }) };
}

/** The lots of a closing, in all its parts. */
export function lotsOfClosing(parts: readonly WalletPeriodClosed[]): WalletLots {
  const holds = Map.groupBy(
    parts.flatMap(({ lot_holds = [] }) => lot_holds),
    ({ reservation_id }) => reservation_id,
  );
  return tidy({
    open: partsOfClosing(parts.flatMap(({ lots = [] }) => lots)),
    held: PersistentMap.of(Array.from(holds, ([id, held]) => [id, partsOfClosing(held)] as const)),
  });
}

function partsOfClosing(lots: readonly ClosedLot[]): readonly LotPart[] {
  return lotPartsOf(lots).map((part, index) => ({ ...part, isExpired: lots[index]?.expired === true }));
}
