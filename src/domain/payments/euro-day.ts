/** Whether a text is a day of the calendar, as ISO 8601 writes it. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The first day of the euro, before which no bank can have booked any. */
export const firstEuroDay = '1999-01-01';

/** Whether a day, as {@link isDay} says it, is before the euro: a misread or mistyped year. */
export function isBeforeEuro(day: string): boolean {
  // Years of four digits are in the order of their texts.
  return day < firstEuroDay;
}

const msPerDay = 86_400_000;

/**
 * Whether a day has not begun anywhere on earth at `now`, milliseconds since the epoch: no bank can have booked
 * anything on it.
 */
export function isFutureDay(day: string, now: number): boolean {
  return Date.parse(`${day}T00:00:00Z`) > now + msPerDay;
}
