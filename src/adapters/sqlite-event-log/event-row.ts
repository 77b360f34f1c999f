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
export function isText(id: unknown, type: unknown, data: unknown, metadata: unknown): boolean {
  return typeof id === 'string' && typeof type === 'string' && typeof data === 'string' && typeof metadata === 'string';
}
