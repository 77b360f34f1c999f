/**
 * The body of a message: ids, amounts as strings, times and fixed words, printable ASCII without blanks. A receiver that
 * parses it and writes it again has the same bytes.
 */
export function messageText(type: string, timestamp: string, data: Readonly<Record<string, string | number>>): string {
  return JSON.stringify({ type, timestamp, data });
}
