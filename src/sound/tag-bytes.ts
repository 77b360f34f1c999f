import type { SoundBytes } from './sound-bytes.ts';

/**
 * Bytes of the tag that begins here, which every decoder skips: ID3v2, ID3v1 or APEv2; 0 for none. A tag that claims
 * more than the file has is none.
 */
export function tagBytes(bytes: SoundBytes, at: number): number {
  const first = bytes.u8(at);
  const left = bytes.size - at;
  let size = 0;
  if (first === 0x49 && left >= 10 && bytes.text(at, 3) === 'ID3') size = id3v2Bytes(bytes, at);
  else if (first === 0x54 && left === 128 && bytes.text(at, 3) === 'TAG') size = 128;
  else if (first === 0x41 && left >= 32 && bytes.text(at, 8) === 'APETAGEX') size = apeBytes(bytes, at);
  return size > left ? 0 : size;
}

function id3v2Bytes(bytes: SoundBytes, at: number): number {
  const sizes = bytes.bytes(at + 6, 4);
  if (bytes.u8(at + 3) === 0xff || bytes.u8(at + 4) === 0xff || sizes.some((byte) => byte > 0x7f)) return 0;
  const footer = (bytes.u8(at + 5) & 0x10) === 0 ? 0 : 10;
  return 10 + footer + sizes.reduce((sum, byte) => sum * 128 + byte, 0);
}

/** The size covers the items and the footer; only a tag with a head can be recognised from its beginning. */
function apeBytes(bytes: SoundBytes, at: number): number {
  const flags = bytes.u32le(at + 20);
  return (flags & 0x2000_0000) === 0 ? 32 : 32 + bytes.u32le(at + 12);
}
