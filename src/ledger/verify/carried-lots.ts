import type { LotPartRecord } from '../../domain/lots/lot-events.ts';

/** Lots as a movement between wallets carries them, in words: their ids are those of one wallet, and are left out. */
export function carriedLots(lots: readonly LotPartRecord[] | undefined): string {
  const texts = (lots ?? []).map(({ kind, expires_at = 'never', amount_eur }) =>
    [amount_eur, kind, expires_at].join(' '),
  );
  return texts.join(', ') || 'no lots';
}
