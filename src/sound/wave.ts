import { rateMax } from './heard-length.ts';
import type { SoundWalk } from './sound-walk.ts';
import type { SoundBytes } from './sound-bytes.ts';

/** Formats of `fmt ` with a fixed number of bytes a sample: integers and floats; A-law and µ-law have always one. */
const pcmFormats: ReadonlySet<number> = new Set([1, 3]);
const byteFormats: ReadonlySet<number> = new Set([6, 7]);
const extensible = 0xfffe;
/** Behind the format's number in an extensible `fmt ` (KSDATAFORMAT_SUBTYPE_PCM and its siblings). */
const subtypeTail = '\0\0\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71';

/**
 * PCM in RIFF, RF64 or BW64. Everything behind the head of the first `data` is sound: sizes are not believed, because a
 * recorder that is cut off leaves them wrong, and a decoder may read on.
 */
export const walkWave: SoundWalk = (bytes, start, heard) => {
  let slowest: PcmFormat | null = null;
  for (let at = start + 12; ;) {
    const [name, size] = [bytes.text(at, 4), bytes.u32le(at + 4)];
    if (name === 'data') {
      if (slowest === null) return false;
      heard.add((bytes.size - at - 8) / slowest.frameBytes, slowest.rate);
      return true;
    }
    if (name === 'fmt ') {
      const format = readPcm(bytes, at + 8, size);
      if (format === null) return false;
      if (slowest === null || bytesPerSecond(format) < bytesPerSecond(slowest)) slowest = format;
    }
    at += 8 + size + (size % 2);
  }
};

interface PcmFormat {
  readonly rate: number;
  readonly frameBytes: number;
}

const bytesPerSecond = ({ rate, frameBytes }: PcmFormat): number => rate * frameBytes;

function readPcm(bytes: SoundBytes, at: number, size: number): PcmFormat | null {
  const stated = bytes.u16le(at);
  const isExtensible = stated === extensible && size >= 40 && bytes.text(at + 26, 14) === subtypeTail;
  const format = isExtensible ? bytes.u16le(at + 24) : stated;
  const [channels, rate, block, bits] = [
    bytes.u16le(at + 2),
    bytes.u32le(at + 4),
    bytes.u16le(at + 12),
    bytes.u16le(at + 14),
  ];
  const isByte = byteFormats.has(format);
  if (!(isByte || pcmFormats.has(format)) || rate === 0 || rate > rateMax) return null;
  // An extensible format also says how many of the bits are used.
  const used = isExtensible ? bytes.u16le(at + 18) : 0;
  const sampleBits = isByte ? 8 : used === 0 ? bits : Math.min(bits, used);
  // Decoders differ in which of these they obey.
  const frameBytes = Math.min(channels * Math.ceil(sampleBits / 8), block);
  return frameBytes === 0 ? null : { rate, frameBytes };
}
