import { aacRates, aacSamples } from './aac-frame.ts';
import type { PacketCodec } from './packet-codec.ts';

/** Kinds of AAC whose packets are one raw data block: main, LC, SSR, LTP, and LC with spectral band replication. */
const blockKinds: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 29]);

/** AAC by its `AudioSpecificConfig` (ISO/IEC 14496-3 §1.6); `null` for kinds with other packets. */
export function aacCodec(config: Uint8Array): PacketCodec | null {
  const bits = Buffer.alloc(8);
  bits.set(config.subarray(0, 8));
  const [first, rest] = [bits.readUInt16BE(0), bits.readUInt32BE(1)];
  if (!blockKinds.has(first >> 11)) return null;
  const index = (first >> 7) & 15;
  // A rate outside the table follows in 24 bits, 9 bits behind the beginning.
  const rate = index === 15 ? (rest >>> 7) & 0xff_ffff : aacRates[index];
  if (rate === undefined || rate === 0) return null;
  const channels = index === 15 ? 0 : (first >> 3) & 15;
  return ({ size }, heard) => heard.add(aacSamples(size, channels), rate);
}
