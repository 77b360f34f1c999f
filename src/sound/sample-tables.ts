import type { SoundBytes } from './sound-bytes.ts';

/** Samples one behind the other. */
export interface SampleRun {
  readonly at: number;
  readonly count: number;
  sizeOf(index: number): number;
}

/** Where the tables of a track begin; absent: it has none. */
export interface SampleTables {
  /** `stsz` */
  sizes?: number;
  /** `stz2` */
  shortSizes?: number;
  /** `stsc`: how many samples each chunk has. */
  chunks?: number;
  /** `stco`, or `co64` with long numbers: where each chunk begins. */
  offsets?: { readonly at: number; readonly isLong: boolean };
}

/** The chunks of a track without fragments, each a run. Samples of no chunk come last, at no place. */
export function* tableRuns(bytes: SoundBytes, tables: SampleTables): Generator<SampleRun> {
  const sizes = sizesOf(bytes, tables);
  if (sizes === null) return;
  const { chunks, offsets } = tables;
  let done = 0;
  if (chunks !== undefined && offsets !== undefined) {
    const chunkCount = bytes.u32(offsets.at + 4);
    const perChunk = samplesPerChunk(bytes, chunks);
    for (let chunk = 0; chunk < chunkCount && done < sizes.count; chunk += 1) {
      const at = offsets.isLong ? bytes.u64(offsets.at + 8 + chunk * 8) : bytes.u32(offsets.at + 8 + chunk * 4);
      const count = Math.min(perChunk(chunk), sizes.count - done);
      yield runOf(at, count, done, sizes);
      done += count;
    }
  }
  if (done < sizes.count) yield runOf(bytes.size, sizes.count - done, done, sizes);
}

interface Sizes {
  readonly count: number;
  sizeOf(index: number): number;
}

function runOf(at: number, count: number, first: number, { sizeOf }: Sizes): SampleRun {
  return { at, count, sizeOf: (index) => sizeOf(first + index) };
}

function sizesOf(bytes: SoundBytes, { sizes, shortSizes }: SampleTables): Sizes | null {
  if (sizes !== undefined) {
    const even = bytes.u32(sizes + 4);
    const count = bytes.u32(sizes + 8);
    return { count, sizeOf: (index) => (even === 0 ? bytes.u32(sizes + 12 + index * 4) : even) };
  }
  if (shortSizes === undefined) return null;
  const bits = bytes.u8(shortSizes + 7);
  const count = bytes.u32(shortSizes + 8);
  const first = shortSizes + 12;
  if (bits === 16) return { count, sizeOf: (index) => bytes.u16(first + index * 2) };
  if (bits === 8) return { count, sizeOf: (index) => bytes.u8(first + index) };
  return { count, sizeOf: (index) => (bytes.u8(first + (index >> 1)) >> (index % 2 === 0 ? 4 : 0)) & 15 };
}

/** Tells of one chunk after another how many samples it has. */
function samplesPerChunk(bytes: SoundBytes, table: number): (chunk: number) => number {
  const entries = bytes.u32(table + 4);
  let next = 0;
  let count = 0;
  return (chunk) => {
    while (next < entries && bytes.u32(table + 8 + next * 12) <= chunk + 1) {
      count = bytes.u32(table + 12 + next * 12);
      next += 1;
    }
    return count;
  };
}

/** The samples of one `trun`, whose content begins at `content`. */
export function fragmentRun(
  bytes: SoundBytes,
  content: number,
  { base, sampleBytes }: { readonly base: number; readonly sampleBytes: number },
): SampleRun {
  const flags = bytes.u24(content + 1);
  const hasOffset = (flags & 1) !== 0;
  const first = content + 8 + (hasOffset ? 4 : 0) + (flags & 4);
  const before = (flags & 0x100) === 0 ? 0 : 4;
  const stride = [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0).length * 4;
  const count = bytes.u32(content + 4);
  const at = base + (hasOffset ? bytes.u32(content + 8) | 0 : 0);
  const sizeOf = (index: number): number =>
    (flags & 0x200) === 0 ? sampleBytes : bytes.u32(first + index * stride + before);
  return { at, count, sizeOf };
}
