import { aacCodec } from './aac-codec.ts';
import { opusCodec } from './opus-codec.ts';
import { evenCodec, type PacketCodec } from './packet-codec.ts';
import type { SoundBytes } from './sound-bytes.ts';

/** Where the description of a track's samples is. */
export interface SampleEntry {
  readonly at: number;
  readonly end: number;
}

const entryBytesMax = 65_536;

/** How the samples of a track are measured; `null`: they cannot be. */
export function mp4Codec(bytes: SoundBytes, { at, end }: SampleEntry): PacketCodec | null {
  const size = bytes.u32(at);
  // Samples of a second description may be of another codec.
  if (at + size !== end) return null;
  const entry = Buffer.from(bytes.bytes(at, Math.min(size, entryBytesMax)));
  const name = entry.toString('latin1', 4, 8);
  if (name === 'Opus') return opusCodec;
  if (name === 'alac') return alacOf(entry);
  return name === 'mp4a' ? aacOf(entry) : null;
}

/** The size and name of the box below. */
const alacBox = Buffer.from('\0\0\0\x24alac', 'latin1');

/** Its box in the entry: frame length and sample rate (Apple Lossless Format). */
function alacOf(entry: Buffer): PacketCodec | null {
  const box = entry.indexOf(alacBox, 8);
  if (box < 0) return null;
  const [samples, rate] = [entry.readUInt32BE(box + 12), entry.readUInt32BE(box + 32)];
  return samples > 0 && rate > 0 ? evenCodec(samples, rate) : null;
}

const aacType = 0x40;

/** Descriptors in `esds` (ISO/IEC 14496-1 §7.2.6): of the stream, of its decoder, and what that needs first. */
function aacOf(entry: Buffer): PacketCodec | null {
  const box = entry.indexOf('esds', 8, 'latin1');
  // Decoders differ in which of two they obey.
  if (box < 0 || entry.includes('esds', box + 4, 'latin1')) return null;
  let at = box + 8;
  while (at < entry.length) {
    const tag = entry[at];
    at += 1;
    for (; at < entry.length && (entry[at] ?? 0) >= 0x80;) at += 1;
    at += 1;
    if (tag === 3) at += 3;
    else if (tag === 4 && entry[at] === aacType) at += 13;
    else return tag === 5 ? aacCodec(entry.subarray(at)) : null;
  }
  return null;
}
