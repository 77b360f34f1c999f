import type { DomainEvent } from '../../domain/event-catalogue.ts';
import { keptIdPrefixes, walletPrefix } from '../stream-names.ts';

/**
 * The events of a ledger that one of several threads verifies. Each wallet belongs to one part; all other streams
 * belong to the first. Every part also reads the ids that wallets no longer carry. The first part also reads the
 * credits and debits of all wallets, because it follows money from one wallet to another.
 */
export interface LedgerPart {
  readonly isFirst: boolean;
  /** Whether the stream's own rules are checked in this part. */
  holds(stream: string): boolean;
  /** Whether all events of a stream are read. */
  takes(stream: string): boolean;
  /** Event types that are read from every stream. */
  readonly takenTypes: readonly DomainEvent['type'][];
}

export const wholeLedger: LedgerPart = { isFirst: true, holds: () => true, takes: () => true, takenTypes: [] };

/** `number`: 1 to `count`. */
export function ledgerPart(number: number, count: number): LedgerPart {
  if (count === 1) return wholeLedger;
  const isFirst = number === 1;
  const holds = (stream: string): boolean =>
    stream.startsWith(walletPrefix) ? hashOf(stream) % count === number - 1 : isFirst;
  return {
    isFirst,
    holds,
    takes: (stream) => holds(stream) || keptIdPrefixes.some((prefix) => stream.startsWith(prefix)),
    takenTypes: isFirst ? ['WalletCredited', 'WalletDebited'] : [],
  };
}

/** FNV-1a, folded. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
