import type { ChargeRecord } from '../domain/charges/charge-record.ts';
import type { QuarterOfKey } from '../domain/charges/charged-use.ts';

/** Milliseconds since 1970: the start belongs to it, the end does not. */
export interface ChargeSpan {
  readonly from: number;
  readonly to: number;
}

/** A page of a key's charges. */
export interface ChargePageRequest extends ChargeSpan {
  /** The charge before the page; `null`: the first page. */
  readonly after: ChargeRecord | null;
  readonly limit: number;
}

/**
 * The charges of the ledger, and what they come to. All methods see what was recorded before the call, and raise what the
 * log and the read models raise.
 */
export interface ChargeIndex {
  /** The charge of a reservation, whoever made it; `null`: there is none. */
  find(reservationId: string): Promise<ChargeRecord | null>;
  /** The charges of a key whose holds were made within the span, the newest first. */
  ofKey(
    keyId: string,
    page: ChargePageRequest,
  ): Promise<{ readonly charges: readonly ChargeRecord[]; readonly hasMore: boolean }>;
  /** The quarters of an hour within the span, the oldest first: only those with a charge. */
  quartersOf(keyId: string, span: ChargeSpan): AsyncIterable<QuarterOfKey>;
}
