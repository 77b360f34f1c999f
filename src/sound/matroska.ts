import { HeardLength } from './heard-length.ts';
import { matroskaCodec, type MatroskaTrack } from './matroska-codec.ts';
import { packetBytesMax, packetHeadBytes, type PacketCodec } from './packet-codec.ts';
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
  /** Where its entry ends: what is behind describes something else. */
  readonly end: number;
  type: number;
  readonly heard: HeardLength;
  /** Absent: not looked for yet; `null`: none is known. */
  packets?: PacketCodec | null;
}

interface Found {
  readonly tracks: WalkedTrack[];
  /** How much of a packet is looked at. */
  readonly packetBytes: number;
}

/**
 * WebM and Matroska: elements one behind the other, whose blocks hold packets that tell their own length. Recorders in
 * browsers write neither sizes nor a length. Of several tracks of sound the longest counts.
 */
export const walkMatroska: SoundWalk = (bytes, start, heard) => {
  const found: Found = { tracks: [], packetBytes: packetBytesMax };
  const { tracks } = found;
  const isFilled = walkElements(bytes, { from: start, to: bytes.size }, found);
  addLongest(tracks, heard);
  return isFilled && tracks.some(({ type }) => type === soundType);
};

/** Every list of tracks and every block, in a recording that is not understood. */
export const searchMatroska: SoundWalk = (bytes, start, heard) => {
  const found: Found = { tracks: [], packetBytes: packetHeadBytes };
  const { tracks } = found;
  for (const at of bytes.matches(searched, start)) {
    const isBlock = blocks.has(bytes.u8(at));
    if (isBlock && tracks.length === 0) continue;
    try {
      const element = readElement(bytes, at);
      if (element === null) continue;
      if (isBlock) readBlock(bytes, element, found);
      else walkElements(bytes, { from: at, to: Math.min(bytes.size, element.content + element.size) }, found);
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
  found: Found,
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
    isFilled = noteElement(bytes, { ...element, size: end - content }, found) && isFilled;
    at = isEntered ? content : end;
    if (isEntered) ends.push(end);
  }
  return isFilled;
}

/** A decoder plays one of them. */
function addLongest(tracks: readonly WalkedTrack[], heard: HeardLength): void {
  const [longest] = tracks.toSorted((one, other) => other.heard.milliseconds - one.heard.milliseconds);
  if (longest !== undefined) heard.addAll(longest.heard);
}

/** False for what is not understood. */
function noteElement(bytes: SoundBytes, element: Element, found: Found): boolean {
  const { tracks } = found;
  if (element.id === trackEntry) {
    if (tracks.length === tracksMax) return false;
    tracks.push(newTrack(element.content + element.size));
  }
  if (blocks.has(element.id)) return readBlock(bytes, element, found);
  const track = tracks.at(-1);
  if (track !== undefined && element.content < track.end) noteTrack(track, bytes, element);
  return true;
}

const newTrack = (end: number): WalkedTrack => ({
  end,
  number: 0,
  type: 0,
  codec: '',
  setup: new Uint8Array(0),
  rate: defaultRate,
  playedRate: 0,
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

/** Where none is given (RFC 9559 §5.1.4.1.29.1). */
const defaultRate = 8_000;
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
    case 0xb5:
      track.rate = size === 0 ? defaultRate : floatAt(bytes, content, size);
      break;
    case 0x78b5:
      track.playedRate = floatAt(bytes, content, size);
      break;
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

/** 0 for what is no number. */
function floatAt(bytes: SoundBytes, at: number, size: number): number {
  if (size !== 4 && size !== 8) return 0;
  const number = Buffer.from(bytes.bytes(at, size));
  return size === 8 ? number.readDoubleBE(0) : number.readFloatBE(0);
}

/** Most tracks of one number in segments one behind the other. */
const tracksOfNumberMax = 2;

/**
 * False for a block of sound that is not understood. Decoders differ in which of several tracks of its number it
 * belongs to: it counts for each.
 */
function readBlock(bytes: SoundBytes, { content, size }: Omit<Element, 'id'>, { tracks, packetBytes }: Found): boolean {
  const number = readNumber(bytes, content);
  const start = content + number.length + 3;
  let count = 0;
  let isUnderstood = true;
  for (const track of tracks) {
    if (track.number !== number.value) continue;
    count += 1;
    if (count > tracksOfNumberMax) return false;
    isUnderstood = readPackets(bytes, { start, end: content + size, packetBytes }, track) && isUnderstood;
  }
  return count > 0 && isUnderstood;
}

interface Part {
  readonly start: number;
  readonly end: number;
}

function readPackets(
  bytes: SoundBytes,
  { start, end, packetBytes }: Part & Pick<Found, 'packetBytes'>,
  track: WalkedTrack,
): boolean {
  if (track.type !== soundType) return true;
  track.packets ??= matroskaCodec(track);
  const lacing = (bytes.u8(start - 1) >> 1) & 3;
  const packets = lacing === 0 ? [{ start, end }] : packetsOfLaces(bytes, { start, end }, lacing);
  if (track.packets === null || packets === null) return false;
  for (const packet of packets) {
    const size = Math.max(0, packet.end - packet.start);
    track.packets({ head: bytes.bytes(packet.start, Math.min(packetBytes, size)), size }, track.heard);
  }
  return true;
}

/** Several packets in one block, behind their sizes (RFC 9559 §10.3); `null`: they do not fill it. */
function packetsOfLaces(bytes: SoundBytes, { start, end }: Part, lacing: number): readonly Part[] | null {
  const count = bytes.u8(start) + 1;
  let at = start + 1;
  const sizes: number[] = [];
  for (let index = 1; index < count; index += 1) {
    let size = 0;
    if (lacing === 2) {
      // More packets than bytes would take more time than there are bytes.
      if (end - start - 1 < count) return null;
      size = (end - start - 1) / count;
    } else if (lacing === 1) {
      for (; at < end && bytes.u8(at) === 255; at += 1) size += 255;
      size += bytes.u8(at);
      at += 1;
    } else {
      const { value, length } = readNumber(bytes, at);
      // The first is a size, the others differences.
      size = index === 1 ? value : (sizes.at(-1) ?? 0) + value - (2 ** (7 * length - 1) - 1);
      at += length;
    }
    sizes.push(size);
  }
  const packets: Part[] = [];
  for (const size of sizes) {
    if (!Number.isInteger(size) || size < 0) return null;
    packets.push({ start: at, end: at + size });
    at += size;
  }
  return at > end ? null : [...packets, { start: at, end }];
}
