/** How many digits of an event's id tell which process wrote it. */
export const writerTagLength = 7;
/** What the digit behind them says: that the event is the last one of its append, or that others come behind it. */
export const appendMarks = { ends: '0', goesOn: '1' } as const;

/**
 * Whether more events of the same append come behind an event. Of a writer that does not tell this, some of its events say so
 * falsely: it is a hint, and nothing more.
 */
export function appendGoesOn(eventId: string): boolean {
  return eventId.charAt(writerTagLength) === appendMarks.goesOn;
}
