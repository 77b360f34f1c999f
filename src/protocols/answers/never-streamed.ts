/** The stream reader of a surface without streams: its requests never ask for one, so that this is never called. */
export function neverStreamed(): never {
  throw new Error('this surface has no streams');
}
