/** Number of digits at the start of an event's id that identify the process that wrote it. */
export const writerTagLength = 7;
/** The next digit: the event is the last of its append, or more events of the append follow. */
export const appendMarks = { ends: '0', goesOn: '1' } as const;

/**
 * Whether more events of the same append follow an event. This is only a hint: events from other writers may carry the
 * mark by accident.
 */
export function appendGoesOn(eventId: string): boolean {
  return eventId.charAt(writerTagLength) === appendMarks.goesOn;
}
