/** The columns of an event, in the order in which statements select them. */
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

/** Checks the types: a damaged file may hold other values than its schema allows. */
export function isTextRow(id: unknown, type: unknown, data: unknown, metadata: unknown): boolean {
  return typeof id === 'string' && typeof type === 'string' && typeof data === 'string' && typeof metadata === 'string';
}
