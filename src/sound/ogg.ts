import type { HeardLength } from './heard-length.ts';
import { opusCodec } from './opus-codec.ts';
import { packetBytesMax, packetHeadBytes, type PacketCodec, type SoundPacket } from './packet-codec.ts';
import { checksumTable } from './checksum-table.ts';
import { flacPacketCodec } from './flac.ts';
import type { SoundBytes } from './sound-bytes.ts';
import type { SoundWalk } from './sound-walk.ts';
import { vorbisCodec } from './vorbis-codec.ts';

/** A chain of more streams is no recording. */
const streamsMax = 1_024;
/** Bytes of the first packets of a stream that are kept: the setup of Vorbis takes some thousand. */
const setupBytesMax = 262_144;
/** Packets before those of sound, at most. */
const setupPackets = 3;

/**
 * Opus, Vorbis and FLAC in Ogg: pages one behind the other, whose packets tell their own length. What a page claims as
 * its position is not believed. Streams are added up, as they follow each other.
 */
export const walkOgg: SoundWalk = (bytes, start, heard) => {
  const streams = new Map<number, OggStream>();
  const found: OggStreams = { streams, heard, packetBytes: packetBytesMax };
  let isFilled = true;
  for (let at = start; at < bytes.size;) {
    if (bytes.text(at, 4) !== 'OggS') return false;
    const page = at;
    at = readPage(bytes, page, streamOf(bytes, page, found));
    isFilled &&= hasChecksum(bytes, page, at);
  }
  return isFilled && streams.values().every(({ isUnderstood }) => isUnderstood);
};

/** Every page, in a recording that is not understood. */
export const searchOgg: SoundWalk = (bytes, start, heard) => {
  const found: OggStreams = { streams: new Map(), heard, packetBytes: packetHeadBytes };
  for (const at of bytes.matches(/OggS/g, start)) {
    try {
      readPage(bytes, at, streamOf(bytes, at, found));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return false;
};

interface OggStreams {
  readonly streams: Map<number, OggStream>;
  readonly heard: HeardLength;
  /** How much of a packet is looked at. */
  readonly packetBytes: number;
}

/** The stream of a page. The next stream in a chain may have the serial number of one before. */
function streamOf(bytes: SoundBytes, page: number, { streams, heard, packetBytes }: OggStreams): OggStream {
  const serial = bytes.u32le(page + 14);
  const before = streams.get(serial);
  if (before !== undefined && !(before.isUnderstood && beginsStream(bytes, page))) return before;
  if (streams.size >= streamsMax) throw new RangeError('too many streams');
  const stream = new OggStream(heard, packetBytes);
  streams.set(serial, stream);
  return stream;
}

/** The checksum over a page with zeros in its place. Decoders look for pages in what has another. */
function hasChecksum(bytes: SoundBytes, page: number, end: number): boolean {
  let checksum = 0;
  for (let at = page; at < end; at += 1) {
    const byte = at >= page + 22 && at < page + 26 ? 0 : bytes.u8(at);
    checksum = (checksum << 8) ^ (crc32[(checksum >>> 24) ^ byte] ?? 0);
  }
  return checksum >>> 0 === bytes.u32le(page + 22);
}

const crc32 = checksumTable(32, 0x04c1_1db7);

const codecMagics = ['OpusHead', '\x7fFLAC', '\x01vorbis'];

/** Whether the first page of a stream begins here. Some decoders ignore its mark elsewhere. */
function beginsStream(bytes: SoundBytes, page: number): boolean {
  const first = page + 27 + bytes.u8(page + 26);
  if ((bytes.u8(page + 5) & 2) === 0 || first + 8 > bytes.size) return false;
  const magic = bytes.text(first, 8);
  return codecMagics.some((each) => magic.startsWith(each));
}

/** Returns where the next page begins. */
function readPage(bytes: SoundBytes, start: number, stream: OggStream): number {
  const laces = bytes.u8(start + 26);
  let at = start + 27 + laces;
  for (let index = 0; index < laces; index += 1) {
    const size = bytes.u8(start + 27 + index);
    stream.push(bytes, at, size);
    at += size;
  }
  if (at > bytes.size) throw new RangeError('the last page is cut');
  return at;
}

/** Puts the packets of one stream together, and gives those of sound to its codec. */
class OggStream {
  readonly #heard: HeardLength;
  readonly #packetBytes: number;
  readonly #setup: Uint8Array[] = [];
  #codec: PacketCodec | null = null;
  #parts: Uint8Array[] = [];
  #kept = 0;
  #size = 0;

  constructor(heard: HeardLength, packetBytes: number) {
    this.#heard = heard;
    this.#packetBytes = packetBytes;
  }

  /** A piece of a packet; one of less than 255 bytes is its last. */
  push(bytes: SoundBytes, at: number, size: number): void {
    const room = (this.#codec === null ? setupBytesMax : this.#packetBytes) - this.#kept;
    const kept = Math.max(0, Math.min(size, room));
    if (kept > 0) this.#parts.push(bytes.bytes(at, kept));
    this.#kept += kept;
    this.#size += size;
    if (size === 255) return;
    this.#finish({
      head: this.#parts.length === 1 ? (this.#parts[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#parts),
      size: this.#size,
    });
    this.#parts = [];
    this.#kept = 0;
    this.#size = 0;
  }

  #finish(packet: SoundPacket): void {
    if (this.#codec !== null) return this.#codec(packet, this.#heard);
    if (this.#setup.length >= setupPackets) return;
    this.#setup.push(packet.head);
    this.#codec = codecOf(this.#setup);
  }

  /** Its codec is known. */
  get isUnderstood(): boolean {
    return this.#codec !== null;
  }
}

/** The codec of a stream, once enough of its first packets are there. */
function codecOf([first, second, third]: readonly Uint8Array[]): PacketCodec | null {
  const magic = Buffer.from(first ?? []).toString('latin1', 0, 8);
  if (magic === 'OpusHead') return second === undefined ? null : opusCodec;
  if (magic.startsWith('\x7fFLAC')) return first === undefined ? null : flacPacketCodec(first.subarray(9));
  if (magic.startsWith('\x01vorbis') && first !== undefined && third !== undefined) return vorbisCodec(first, third);
  return null;
}
