/**
 * Reasons of the releases that rest on the billing records of the upstream, or on the ledger itself: nothing was executed.
 * They stand in events: they never change.
 */
export const recordedAsFree = 'books_not_charged';
export const neverRecorded = 'books_never_seen';
/** It was not chosen yet who answers. */
export const neverForwarded = 'never_forwarded';

export const billingReasons: ReadonlySet<string> = new Set([recordedAsFree, neverRecorded, neverForwarded]);
