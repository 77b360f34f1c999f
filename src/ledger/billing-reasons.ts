/** Reasons of the releases that rest on the billing records of the upstream. They stand in events: they never change. */
export const recordedAsFree = 'books_not_charged';
export const neverRecorded = 'books_never_seen';

export const billingReasons: ReadonlySet<string> = new Set([recordedAsFree, neverRecorded]);
