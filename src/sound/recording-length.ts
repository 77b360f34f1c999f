import { narrowAmrMagic, walkAmr, wideAmrMagic } from './amr.ts';
import { searchFlacFrames, walkFlac } from './flac.ts';
import { searchFrames, walkFrameStream } from './frame-stream.ts';
import { HeardLength } from './heard-length.ts';
import { searchMatroska, walkMatroska } from './matroska.ts';
import { searchMp4, walkMp4 } from './mp4.ts';
import { searchOgg, walkOgg } from './ogg.ts';
import type { SoundBytes } from './sound-bytes.ts';
import type { SoundWalk } from './sound-walk.ts';
import { tagBytes } from './tag-bytes.ts';
import { walkWave } from './wave.ts';

/** How long a recording lasts, by what it holds. */
export interface RecordingLength {
  /** Of all frames and packets that were found, milliseconds, rounded up. */
  readonly foundMs: number;
  /** They fill the recording to its last byte: it is exactly so long. */
  readonly isWhole: boolean;
}

/** Nothing is known of its length. */
export const unknownLength: RecordingLength = { foundMs: 0, isWhole: false };

/** Walks a recording. What its head claims of its length is never believed. Takes time linear in its bytes. */
export function readRecordingLength(bytes: SoundBytes): RecordingLength {
  if (bytes.size === 0) return unknownLength;
  const start = soundStart(bytes);
  const length = walked(walkAt(bytes, start), bytes, start);
  if (length.isWhole) return length;
  const others = searches.map((search) => walked(search, bytes, 0));
  return { foundMs: Math.max(length.foundMs, ...others.map(({ foundMs }) => foundMs)), isWhole: false };
}

/** A decoder may look for these in a recording that begins with something else. */
const searches: readonly SoundWalk[] = [searchFrames, searchFlacFrames, searchOgg, searchMatroska, searchMp4];

function walked(walk: SoundWalk, bytes: SoundBytes, start: number): RecordingLength {
  const heard = new HeardLength();
  let isWhole = false;
  try {
    isWhole = walk(bytes, start, heard);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return { foundMs: heard.milliseconds, isWhole };
}

/** Behind the tags that may stand before any format. */
function soundStart(bytes: SoundBytes): number {
  let at = 0;
  for (let size = tagBytes(bytes, at); size > 0 && at + size < bytes.size; size = tagBytes(bytes, at)) at += size;
  return at;
}

const magics: readonly (readonly [string, SoundWalk])[] = [
  ['fLaC', walkFlac],
  ['OggS', walkOgg],
  ['\x1a\x45\xdf\xa3', walkMatroska],
  [narrowAmrMagic, walkAmr],
  [wideAmrMagic, walkAmr],
];
/** Boxes with which a file may begin. */
const mp4Boxes: ReadonlySet<string> = new Set('ftyp styp moov moof mdat sidx free skip wide pnot udta'.split(' '));
const waveMagics: ReadonlySet<string> = new Set(['RIFF', 'RF64', 'BW64']);

function walkAt(bytes: SoundBytes, at: number): SoundWalk {
  const begin = bytes.text(at, Math.min(12, bytes.size - at));
  const [, walk] = magics.find(([magic]) => begin.startsWith(magic)) ?? [];
  if (walk !== undefined) return walk;
  if (waveMagics.has(begin.slice(0, 4)) && begin.slice(8) === 'WAVE') return walkWave;
  return mp4Boxes.has(begin.slice(4, 8)) ? walkMp4 : walkFrameStream;
}
