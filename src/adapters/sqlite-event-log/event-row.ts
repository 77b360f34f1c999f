/** The columns of an event, as a statement that returns arrays selects them. */
export type EventRow = readonly [
  position: number,
  streamId: number,
  revision: number,
  recordedAtMs: number,
  id: string,
  type: string,
  data: string,
  metadata: string,
];

/** A file whose bytes have changed may hold anything, whatever its schema says. */
export function isText(...columns: readonly unknown[]): boolean {
  return columns.every((column) => typeof column === 'string');
}
