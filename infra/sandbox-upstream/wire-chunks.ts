// Cuts what is sent into the chunks in which it is sent.
import type { Directions } from './misbehaviour.ts';

const ODD_CHUNK_BYTES_MAX = 37;

/** Cuts a text into chunks; `null` gives what is held back. */
export type WireChunks = (text: string | Buffer | null) => readonly Buffer[];

const bytesOf = (text: string | Buffer | null): Buffer => (Buffer.isBuffer(text) ? text : Buffer.from(text ?? ''));

const asWritten: WireChunks = (text) => (text === null ? [] : [bytesOf(text)]);

const byteByByte: WireChunks = (text) => {
  const bytes = bytesOf(text);
  return Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
};

/** Whole numbers from 1 to `max`, the same for the same seed (mulberry32). */
function seededSizes(seed: number, max: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return 1 + (((mixed ^ (mixed >>> 14)) >>> 0) % max);
  };
}

/** Cuts at seeded places, across the ends of frames and inside characters. */
function atSeededPlaces(seed: number): WireChunks {
  const nextSize = seededSizes(seed, ODD_CHUNK_BYTES_MAX);
  let held = Buffer.alloc(0);
  let size = nextSize();
  return (text) => {
    if (text === null) return held.length === 0 ? [] : [held];
    held = Buffer.concat([held, bytesOf(text)]);
    const chunks: Buffer[] = [];
    while (held.length >= size) {
      chunks.push(held.subarray(0, size));
      held = held.subarray(size);
      size = nextSize();
    }
    return chunks;
  };
}

export function wireChunks(directions: Directions): WireChunks {
  if (directions.behaviours.has('one_byte_chunks')) return byteByByte;
  if (directions.behaviours.has('odd_chunks')) return atSeededPlaces(directions.parameters.seed ?? 1);
  return asWritten;
}
