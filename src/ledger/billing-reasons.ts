/**
 * Reasons of releases because nothing was executed, as the upstream's billing records or the ledger itself show. They
 * are recorded in events and never change.
 */
export const recordedAsFree = 'billing_records_not_charged';
export const neverRecorded = 'billing_records_never_seen';
/** The target had not been selected yet. */
export const neverForwarded = 'never_forwarded';

export const billingReasons: ReadonlySet<string> = new Set([recordedAsFree, neverRecorded, neverForwarded]);
