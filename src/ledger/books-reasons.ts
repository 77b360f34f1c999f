/** Reasons of the releases that rest on the books of the upstream. They stand in events: they never change. */
export const booksNotCharged = 'books_not_charged';
export const booksNeverSeen = 'books_never_seen';

export const booksReasons: ReadonlySet<string> = new Set([booksNotCharged, booksNeverSeen]);
