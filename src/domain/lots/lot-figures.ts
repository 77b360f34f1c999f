import { eurFromNano, type NanoEur } from '../money.ts';
import { heldParts, type LotPart, type WalletLots } from './wallet-lots.ts';

/** A lot of a wallet, as commands and the API show it. Amounts: euro with nine decimals. */
export interface LotFigures {
  readonly lot_id: string;
  readonly kind: LotPart['kind'];
  /** ISO 8601; `null`: never. */
  readonly expires_at: string | null;
  /** What new requests can use of it. */
  readonly available_eur: string;
  /** What running requests hold of it. */
  readonly reserved_eur: string;
}

/** The lots of a wallet: what can be used in the order of use, then what is held whole. */
export function lotFigures(lots: WalletLots): readonly LotFigures[] {
  const reserved = new Map<string, LotPart>();
  for (const part of heldParts(lots)) {
    reserved.set(part.lotId, { ...part, amount: (reserved.get(part.lotId)?.amount ?? 0n) + part.amount });
  }
  const { open } = lots;
  const usable = new Set(open.map(({ lotId }) => lotId));
  return [
    ...open.map((part) => figures(part, part.amount, reserved.get(part.lotId)?.amount ?? 0n)),
    ...[...reserved.values()].filter(({ lotId }) => !usable.has(lotId)).map((part) => figures(part, 0n, part.amount)),
  ];
}

function figures({ lotId, kind, expiresAt }: LotPart, available: NanoEur, reserved: NanoEur): LotFigures {
  return {
    lot_id: lotId,
    kind,
    expires_at: expiresAt,
    available_eur: eurFromNano(available),
    reserved_eur: eurFromNano(reserved),
  };
}
