import { HeardLength } from './heard-length.ts';
import { matroskaCodec, type MatroskaTrack } from './matroska-codec.ts';
import { packetHeadBytes, type PacketCodec } from './packet-codec.ts';
import type { SoundBytes } from './sound-bytes.ts';
import type { SoundWalk } from './sound-walk.ts';

const tracksId = 0x1654_ae6b;
// oxlint-disable-next-line no-control-regex -- the bytes of the two kinds of blocks and of the list of tracks
const searched = /[\xa3\xa1]|\x16\x54\xae\x6b/g;
const tracksMax = 128;

/** Elements that are entered; all others are skipped, or read. */
const entered: ReadonlySet<number> = new Set([
  0x1853_8067, // Segment
  0x1f43_b675, // Cluster
  0xa0, // BlockGroup
  tracksId,
  0xae, // TrackEntry
  0xe1, // Audio
]);
const trackEntry = 0xae;
const blocks: ReadonlySet<number> = new Set([0xa3, 0xa1]);
const soundType = 2;

/** A track, and what its blocks have told. */
interface WalkedTrack extends MatroskaTrack {
  type: number;
  readonly heard: HeardLength;
  /** Absent: not looked for yet; `null`: none is known. */
  packets?: PacketCodec | null;
}

/**
 * WebM and Matroska: elements one behind the other, whose blocks hold packets that tell their own length. Recorders in
 * browsers write neither sizes nor a length. Of several tracks of sound the longest counts.
 */
export const walkMatroska: SoundWalk = (bytes, start, heard) => {
  const tracks: WalkedTrack[] = [];
  const isFilled = walkElements(bytes, { from: start, to: bytes.size }, tracks);
  addLongest(tracks, heard);
  return isFilled && tracks.some(({ type }) => type === soundType);
};

/** Every list of tracks and every block, in a recording that is not understood. */
export const searchMatroska: SoundWalk = (bytes, start, heard) => {
  const tracks: WalkedTrack[] = [];
  for (const at of bytes.matches(searched, start)) {
    const isBlock = blocks.has(bytes.u8(at));
    if (isBlock && tracks.length === 0) continue;
    try {
      const element = readElement(bytes, at);
      if (element === null) continue;
      if (isBlock) readBlock(bytes, element, tracks);
      else walkElements(bytes, { from: at, to: Math.min(bytes.size, element.content + element.size) }, tracks);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  addLongest(tracks, heard);
  return false;
};

/** False unless elements that are all understood fill this part, each within the one around it. */
function walkElements(
  bytes: SoundBytes,
  { from, to }: { readonly from: number; readonly to: number },
  tracks: WalkedTrack[],
): boolean {
  // Where the elements end in which this one is.
  const ends = [to];
  let isFilled = true;
  for (let at = from; at < to;) {
    while (at === ends.at(-1)) ends.pop();
    const element = readElement(bytes, at);
    if (element === null) return false;
    const { id, content, size } = element;
    const isEntered = entered.has(id);
    const around = ends.at(-1) ?? 0;
    const end = isEntered && size === Infinity ? around : content + size;
    if (end > around) return false;
    isFilled = noteElement(bytes, element, tracks) && isFilled;
    at = isEntered ? content : end;
    if (isEntered) ends.push(end);
  }
  return isFilled;
}

/** Tracks of one number follow each other, in segments one behind the other. Of other numbers one is chosen. */
function addLongest(tracks: readonly WalkedTrack[], heard: HeardLength): void {
  const byNumber = new Map<number, HeardLength>();
  for (const { number, heard: own } of tracks) {
    const sum = byNumber.get(number) ?? new HeardLength();
    sum.addAll(own);
    byNumber.set(number, sum);
  }
  const [longest] = [...byNumber.values()].toSorted((one, other) => other.milliseconds - one.milliseconds);
  if (longest !== undefined) heard.addAll(longest);
}

/** False for what is not understood. */
function noteElement(bytes: SoundBytes, element: Element, tracks: WalkedTrack[]): boolean {
  if (element.id === trackEntry) {
    if (tracks.length === tracksMax) return false;
    tracks.push(newTrack());
  }
  if (blocks.has(element.id)) return readBlock(bytes, element, tracks);
  const track = tracks.at(-1);
  if (track !== undefined) noteTrack(track, bytes, element);
  return true;
}

const newTrack = (): WalkedTrack => ({
  number: 0,
  type: 0,
  codec: '',
  setup: new Uint8Array(0),
  rate: 8_000,
  channels: 1,
  bits: 0,
  isEncoded: false,
  heard: new HeardLength(),
});

interface Element {
  readonly id: number;
  /** Where its content begins, and how many bytes it claims; infinite: it does not know. */
  readonly content: number;
  readonly size: number;
}

/** `null`: none begins here, or it claims more than there is. */
function readElement(bytes: SoundBytes, at: number): Element | null {
  const idBytes = lengthOf(bytes.u8(at));
  if (idBytes > 4 || at + idBytes >= bytes.size) return null;
  const sizeBytes = lengthOf(bytes.u8(at + idBytes));
  if (sizeBytes > 8 || at + idBytes + sizeBytes > bytes.size) return null;
  const id = numberAt(bytes, at, idBytes);
  const { value: size, length } = readNumber(bytes, at + idBytes);
  const content = at + idBytes + length;
  return entered.has(id) || content + size <= bytes.size ? { id, content, size } : null;
}

/** A number with its length in its first bits. All ones mean that it is not known. */
function readNumber(bytes: SoundBytes, at: number): { readonly value: number; readonly length: number } {
  const length = lengthOf(bytes.u8(at));
  if (length > 8) throw new RangeError('no number begins here');
  const first = bytes.u8(at) - 2 ** (8 - length);
  const rest = bytes.bytes(at + 1, length - 1);
  if (first === 2 ** (8 - length) - 1 && rest.every((byte) => byte === 0xff)) return { value: Infinity, length };
  return { value: rest.reduce((value, byte) => value * 256 + byte, first), length };
}

const lengthOf = (first: number): number => Math.clz32(first) - 23;

function numberAt(bytes: SoundBytes, at: number, length: number): number {
  let value = 0;
  for (let index = 0; index < length; index += 1) value = value * 256 + bytes.u8(at + index);
  return value;
}

const textBytesMax = 64;
const setupBytesMax = 262_144;

function noteTrack(track: WalkedTrack, bytes: SoundBytes, { id, content, size }: Element): void {
  const number = (): number => numberAt(bytes, content, Math.min(size, 6));
  switch (id) {
    case 0xd7:
      track.number = number();
      break;
    case 0x83:
      track.type = number();
      break;
    case 0x86:
      track.codec = bytes.text(content, Math.min(size, textBytesMax)).replace(/\0+$/, '');
      break;
    case 0x63a2:
      track.setup = bytes.bytes(content, Math.min(size, setupBytesMax));
      break;
    case 0xb5: {
      const rate = Buffer.from(bytes.bytes(content, size === 8 ? 8 : 4));
      track.rate = size === 8 ? rate.readDoubleBE(0) : rate.readFloatBE(0);
      break;
    }
    case 0x9f:
      track.channels = number();
      break;
    case 0x6264:
      track.bits = number();
      break;
    case 0x6d80:
      track.isEncoded = true;
      break;
    default:
  }
}

/** False for a block of sound that is not understood. */
function readBlock(bytes: SoundBytes, { content, size }: Omit<Element, 'id'>, tracks: readonly WalkedTrack[]): boolean {
  const number = readNumber(bytes, content);
  const track = tracks.findLast((each) => each.number === number.value);
  if (track === undefined) return false;
  if (track.type !== soundType) return true;
  track.packets ??= matroskaCodec(track);
  if (track.packets === null) return false;
  const head = content + number.length + 3;
  const end = content + size;
  const lacing = (bytes.u8(head - 1) >> 1) & 3;
  if (lacing !== 0) return readLaces(track, Math.min(size, bytes.u8(head) + 1));
  track.packets(
    { head: bytes.bytes(head, Math.max(0, Math.min(packetHeadBytes, end - head))), size: end - head },
    track.heard,
  );
  return true;
}

/** Several packets in one block are rare: each counts as the longest that its codec has. */
function readLaces({ packets, heard }: WalkedTrack, count: number): boolean {
  for (let index = 0; index < count; index += 1) packets?.({ head: new Uint8Array(0), size: 0 }, heard);
  return true;
}
