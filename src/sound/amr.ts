import type { SoundWalk } from './sound-walk.ts';

type Sizes = readonly (number | null)[];

/** Bytes of a frame behind its first, by type; `null`: reserved (3GPP TS 26.101, 26.201). */
const narrowBytes: Sizes = [12, 13, 15, 17, 19, 20, 26, 31, 5, 6, 5, 5, null, null, null, 0];
const wideBytes: Sizes = [17, 23, 32, 36, 40, 46, 50, 58, 60, 5, null, null, null, null, 0, 0];

/** Bits of the first byte that are 0 (RFC 4867 §5.3). */
const padding = 0x83;

export const narrowAmrMagic = '#!AMR\n';
export const wideAmrMagic = '#!AMR-WB\n';

/** AMR of one channel: each frame is 20 ms, silence too. */
export const walkAmr: SoundWalk = (bytes, start, heard) => {
  const isWide = bytes.u8(start + 5) === 0x2d;
  const sizes = isWide ? wideBytes : narrowBytes;
  for (let at = start + (isWide ? wideAmrMagic : narrowAmrMagic).length; at < bytes.size;) {
    const first = bytes.u8(at);
    const size = (first & padding) === 0 ? sizes[(first >> 3) & 15] : null;
    if (size === undefined || size === null) return false;
    heard.add(1, 50);
    at += 1 + size;
  }
  return true;
};
