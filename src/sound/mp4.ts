import { HeardLength } from './heard-length.ts';
import { mp4Codec, type SampleEntry } from './mp4-codec.ts';
import { packetHeadBytes, type PacketCodec } from './packet-codec.ts';
import { fragmentRun, tableRuns, type SampleRun, type SampleTables } from './sample-tables.ts';
import type { SoundBytes } from './sound-bytes.ts';
import type { SoundWalk } from './sound-walk.ts';

/** Boxes that are entered; all others are skipped, or read. */
const entered: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex', 'moof', 'traf', 'edts']);

/** The boxes that tell of tracks and samples. */
const searched = /tra[kf]|trex|trun|tfhd|tkhd|hdlr|moof|sts[dzc]|stz2|stco|co64|mvhd|elst/g;
const tracksMax = 128;
/** Days of sound. Tables that claim more lie, and are read to there. */
const samplesMax = 4_000_000;
/** A hundred days: no recording is played longer. */
const playedSecondsMax = 8_640_000;

/** A track: what it is, and its samples. */
interface Mp4Track {
  id: number;
  isSound: boolean;
  entry: SampleEntry | null;
  readonly tables: SampleTables;
  edits: Edits;
}

/** What a list of edits plays of a track. */
interface Edits {
  /** In units of the movie's time. */
  readonly duration: number;
  /** Those that play samples, others are silent. */
  readonly played: number;
}

interface Fragment {
  readonly start: number;
  track: number;
  /** Where its samples begin, unless a run says so. */
  base: number;
  sampleBytes: number;
}

/** What was found of a file in order. */
interface Found {
  readonly tracks: Mp4Track[];
  /** Default size of a sample in fragments, by track. */
  readonly sampleBytes: Map<number, number>;
  readonly runs: { readonly track: number; readonly run: SampleRun }[];
  fragment: Fragment;
  mediaBytes: number;
  /** Units of the movie's time in a second; of several, the fewest. */
  timescale: number;
  /** Also those of lists of edits. */
  samplesLeft: number;
}

/**
 * MP4, M4A, QuickTime and 3GP, in fragments or whole: boxes one behind the other, whose tables list the samples. Each
 * sample is a packet, which tells its own length; edits may play it more than once. They must add up to all bytes of
 * media. Of several tracks of sound the longest counts.
 */
export const walkMp4: SoundWalk = (bytes, start, heard) => {
  const found = nothingFound();
  const isFilled = readBoxes(bytes, start, found);
  const { sampleBytes, isUnderstood } = walkTracks(bytes, found, heard);
  return isFilled && isUnderstood && found.mediaBytes > 0 && sampleBytes === found.mediaBytes;
};

/** Every track and fragment, in a recording that is not understood. */
export const searchMp4: SoundWalk = (bytes, start, heard) => {
  const found = nothingFound();
  for (const nameAt of bytes.matches(searched, start + 4)) {
    const at = nameAt - 4;
    if (found.tracks.length === tracksMax) break;
    try {
      const name = bytes.text(at + 4, 4);
      // The description of samples is measured by its first entry.
      const end = at + (name === 'stsd' ? 16 + bytes.u32(at + 16) : bytes.u32(at));
      noteBox(bytes, { name, start: at, content: at + 8, end }, found);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  walkTracks(bytes, found, heard);
  return false;
};

const nothingFound = (): Found => ({
  tracks: [],
  sampleBytes: new Map(),
  runs: [],
  fragment: { start: 0, track: 0, base: 0, sampleBytes: 0 },
  mediaBytes: 0,
  timescale: Infinity,
  samplesLeft: samplesMax,
});

function walkTracks(bytes: SoundBytes, found: Found, heard: HeardLength): Omit<WalkedTrack, 'heard'> {
  const walked = found.tracks.map((track) => walkTrack(bytes, track, found));
  const [longest] = walked.toSorted((one, other) => other.heard.milliseconds - one.heard.milliseconds);
  if (longest !== undefined) heard.addAll(longest.heard);
  return {
    sampleBytes: walked.reduce((sum, each) => sum + each.sampleBytes, 0),
    isUnderstood: walked.every((each) => each.isUnderstood) && found.tracks.some(({ isSound }) => isSound),
  };
}

/** False when the boxes do not fill the file, or one does not fit into the one around it. */
function readBoxes(bytes: SoundBytes, start: number, found: Found): boolean {
  // Where the boxes end in which this one is.
  const ends = [bytes.size];
  for (let at = start; at < bytes.size;) {
    while (at === ends.at(-1)) ends.pop();
    const box = readBox(bytes, at);
    if (box.end > (ends.at(-1) ?? 0)) return false;
    noteBox(bytes, box, found);
    at = entered.has(box.name) ? box.content : box.end;
    if (entered.has(box.name)) ends.push(box.end);
  }
  return true;
}

interface Box {
  readonly name: string;
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

function readBox(bytes: SoundBytes, start: number): Box {
  const stated = bytes.u32(start);
  const content = start + (stated === 1 ? 16 : 8);
  // Only the last one, of media, may be without a size.
  if (stated === 0 && bytes.text(start + 4, 4) !== 'mdat') throw new RangeError('a box has no size');
  const end = stated === 0 ? bytes.size : start + (stated === 1 ? bytes.u64(start + 8) : stated);
  if (end < content) throw new RangeError('a box is smaller than its head');
  return { name: bytes.text(start + 4, 4), start, content, end };
}

// oxlint-disable-next-line complexity -- one line for each box
function noteBox(bytes: SoundBytes, { name, start, content, end }: Box, found: Found): void {
  const track = found.tracks.at(-1);
  const { fragment } = found;
  if (name === 'mdat') found.mediaBytes += Math.min(end, bytes.size) - content;
  else if (name === 'trak') found.tracks.push(newTrack(found));
  else if (name === 'trex') found.sampleBytes.set(bytes.u32(content + 4), bytes.u32(content + 16));
  else if (name === 'moof') found.fragment = { start, track: 0, base: start, sampleBytes: 0 };
  else if (name === 'tfhd') readFragment(bytes, content, found);
  else if (name === 'trun') found.runs.push({ track: fragment.track, run: fragmentRun(bytes, content, fragment) });
  else if (name === 'mvhd') found.timescale = Math.min(found.timescale, readTimescale(bytes, content));
  else if (track === undefined) return;
  else if (name === 'elst') track.edits = longerOf(track.edits, readEdits(bytes, { content, end }, found));
  else if (name === 'tkhd') track.id = bytes.u32(content + (bytes.u8(content) === 1 ? 20 : 12));
  else if (name === 'hdlr') track.isSound ||= bytes.text(content + 8, 4) === 'soun';
  else if (name === 'stsd') track.entry = { at: content + 8, end };
  else if (name === 'stsz') track.tables.sizes = content;
  else if (name === 'stz2') track.tables.shortSizes = content;
  else if (name === 'stsc') track.tables.chunks = content;
  else if (name === 'stco' || name === 'co64') track.tables.offsets = { at: content, isLong: name === 'co64' };
}

/** Raises `RangeError` for more tracks than any recording has. */
function newTrack({ tracks }: Found): Mp4Track {
  if (tracks.length === tracksMax) throw new RangeError('too many tracks');
  return { id: 0, isSound: false, entry: null, tables: {}, edits: { duration: 0, played: 0 } };
}

function readFragment(bytes: SoundBytes, content: number, found: Found): void {
  const flags = bytes.u24(content + 1);
  const { fragment } = found;
  let at = content + 8;
  fragment.track = bytes.u32(content + 4);
  fragment.base = (flags & 1) === 0 ? fragment.start : bytes.u64(at);
  at += (flags & 1) * 8 + (flags & 2) * 2 + ((flags & 8) >> 1);
  fragment.sampleBytes = (flags & 0x10) === 0 ? (found.sampleBytes.get(fragment.track) ?? 0) : bytes.u32(at);
}

function readTimescale(bytes: SoundBytes, content: number): number {
  return Math.max(1, bytes.u32(content + (bytes.u8(content) === 1 ? 20 : 12)));
}

function readEdits(bytes: SoundBytes, { content, end }: Pick<Box, 'content' | 'end'>, found: Found): Edits {
  const isLong = bytes.u8(content) === 1;
  const entryBytes = isLong ? 20 : 12;
  const fitting = Math.floor((Math.min(end, bytes.size) - content - 8) / entryBytes);
  const count = Math.min(bytes.u32(content + 4), fitting);
  let [duration, played] = [0, 0];
  for (let index = 0; index < count && found.samplesLeft > 0; index += 1) {
    found.samplesLeft -= 1;
    const at = content + 8 + index * entryBytes;
    duration += isLong ? bytes.u64(at) : bytes.u32(at);
    // A time below zero is a pause.
    if (bytes.u8(at + (isLong ? 8 : 4)) < 0x80) played += 1;
  }
  return { duration, played };
}

/** Decoders differ in which of two lists they obey. */
function longerOf(one: Edits, other: Edits): Edits {
  return { duration: Math.max(one.duration, other.duration), played: Math.max(one.played, other.played) };
}

interface WalkedTrack {
  readonly heard: HeardLength;
  readonly sampleBytes: number;
  readonly isUnderstood: boolean;
}

function walkTrack(bytes: SoundBytes, { id, isSound, entry, tables, edits }: Mp4Track, found: Found): WalkedTrack {
  const heard = new HeardLength();
  const codec = isSound && entry !== null ? mp4Codec(bytes, entry) : null;
  let sampleBytes = 0;
  const own = found.runs.filter(({ track }) => track === id).map(({ run }) => run);
  for (const run of [...tableRuns(bytes, tables), ...own]) sampleBytes += walkRun(bytes, run, { codec, heard, found });
  const played = isSound ? playedLength(edits, heard, found) : heard;
  return { heard: played, sampleBytes, isUnderstood: !isSound || codec !== null };
}

/** What is played by a list of edits, and no less than all samples: each of several plays the samples at its ends whole. */
function playedLength({ duration, played }: Edits, heard: HeardLength, { timescale }: Found): HeardLength {
  const ends = played > 1 ? played * 2 * heard.longest : 0;
  const byEdits = new HeardLength();
  byEdits.add(Math.min(duration / timescale + ends, playedSecondsMax), 1);
  return byEdits.milliseconds > heard.milliseconds ? byEdits : heard;
}

interface Measure {
  readonly codec: PacketCodec | null;
  readonly heard: HeardLength;
  readonly found: Found;
}

/** Returns the bytes of all its samples. */
function walkRun(bytes: SoundBytes, { at: start, count, sizeOf }: SampleRun, { codec, heard, found }: Measure): number {
  let sum = 0;
  for (let index = 0; index < count && found.samplesLeft > 0; index += 1) {
    found.samplesLeft -= 1;
    const size = sizeOf(index);
    const at = start + sum;
    sum += size;
    if (codec === null) continue;
    const head = at + size > bytes.size ? new Uint8Array(0) : bytes.bytes(at, Math.min(size, packetHeadBytes));
    codec({ head, size }, heard);
  }
  return sum;
}
