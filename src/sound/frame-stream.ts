import { readAacFrame } from './aac-frame.ts';
import type { HeardLength } from './heard-length.ts';
import { readMpegFrame, type SoundFrame } from './mpeg-frame.ts';
import type { SoundBytes } from './sound-bytes.ts';
import type { SoundWalk } from './sound-walk.ts';
import { tagBytes } from './tag-bytes.ts';

/**
 * MP3 and its older layers, and AAC in ADTS: one frame after another, and tags between and behind them, in which
 * decoders look for frames. The last frame may be cut; they look into it, too.
 */
export const walkFrameStream: SoundWalk = (bytes, start, heard) => {
  let at = start;
  while (at < bytes.size) {
    const frame = frameAt(bytes, at);
    if (frame !== null) {
      heard.add(frame.samples, frame.rate);
      if (at + frame.bytes > bytes.size) searchIn(bytes, { from: at + 1, to: bytes.size }, heard);
      at += frame.bytes;
      continue;
    }
    const tag = tagBytes(bytes, at);
    if (tag === 0) return false;
    searchIn(bytes, { from: at, to: at + tag }, heard);
    at += tag;
  }
  return true;
};

/** Every such frame, in a recording that is not understood. */
export const searchFrames: SoundWalk = (bytes, start, heard) => {
  searchIn(bytes, { from: start, to: bytes.size }, heard);
  return false;
};

function searchIn(
  bytes: SoundBytes,
  { from, to }: { readonly from: number; readonly to: number },
  heard: HeardLength,
): void {
  for (const at of bytes.matches(/\xff[\xe0-\xff][^\xff]/g, from)) {
    if (at >= to) return;
    const frame = frameAt(bytes, at);
    if (frame !== null) heard.add(frame.samples, frame.rate);
  }
}

function frameAt(bytes: SoundBytes, at: number): SoundFrame | null {
  // The longest head is that of ADTS.
  if (bytes.u8(at) !== 0xff || at + 7 > bytes.size) return null;
  return readMpegFrame(bytes, at) ?? readAacFrame(bytes, at);
}
