import { checksumTable } from './checksum-table.ts';
import { HeardLength } from './heard-length.ts';
import { packetBytesMax, type PacketCodec } from './packet-codec.ts';
import { inMemory, type SoundBytes } from './sound-bytes.ts';
import type { SoundWalk } from './sound-walk.ts';

/** What the head of a FLAC frame says of its length. */
export interface FlacFrame {
  readonly samples: number;
  readonly rate: number;
}

const rates = [88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000];

/**
 * Frames of FLAC have no size: a frame ends where its checksum fits and the next head begins. A decoder may ignore
 * checksums, so every head is counted, whether or not the frames fill the file.
 */
export const walkFlac: SoundWalk = (bytes, start, heard) => {
  return walkFlacFrames(bytes, { at: framesAt(bytes, start), rate: streamRate(bytes, start) }, heard);
};

/** Frames of FLAC wherever they are, in a recording that is none. */
export const searchFlacFrames: SoundWalk = (bytes, start, heard) => {
  for (const at of bytes.matches(/\xff[\xf8\xf9]/g, start)) {
    const frame = readFlacFrame(bytes, at, lowestRate);
    if (frame !== null) heard.add(frame.samples, frame.rate);
  }
  return false;
};

/** Of a frame that leaves its rate to a stream that is not there. */
const lowestRate = 8_000;

/** The first block is that of the stream; its rate has 20 bits behind 10 bytes of sizes. */
function streamRate(bytes: SoundBytes, start: number): number {
  return bytes.u24(start + 18) >> 4;
}

/** Where the frames of the stream begin, behind its blocks. */
function framesAt(bytes: SoundBytes, start: number): number {
  let at = start + 4;
  for (let isLast = false; !isLast; at += 4 + bytes.u24(at + 1)) isLast = bytes.u8(at) >= 0x80;
  return at;
}

function walkFlacFrames(
  bytes: SoundBytes,
  { at: first, rate }: { readonly at: number; readonly rate: number },
  heard: HeardLength,
): boolean {
  const unchecked = new HeardLength();
  const isBegun = first < bytes.size && readFlacFrame(bytes, first, rate) !== null;
  let checksum = 0;
  for (let at = first; at < bytes.size; at += 1) {
    const byte = bytes.u8(at);
    const frame = byte === 0xff ? readFlacFrame(bytes, at, rate) : null;
    // The checksum over a frame and its own checksum is 0.
    if (frame !== null) (checksum === 0 ? heard : unchecked).add(frame.samples, frame.rate);
    checksum = ((checksum << 8) & 0xffff) ^ (crc16[(checksum >> 8) ^ byte] ?? 0);
  }
  if (isBegun && checksum === 0) return true;
  heard.addAll(unchecked);
  return false;
}

/**
 * FLAC in a container: a packet is a frame, but decoders play all frames of a packet. `native` is the beginning of a
 * stream of its own, from `fLaC`.
 */
export function flacPacketCodec(native: Uint8Array): PacketCodec {
  const rate = streamRate(inMemory(native), 0);
  return ({ head, size }, heard) => {
    const bytes = inMemory(head);
    // No encoder writes such a packet: what is behind may be anything.
    if (head.length === packetBytesMax) heard.add((size - head.length) * longestBlockSamples, lowestRate);
    for (let at = head.indexOf(0xff); at >= 0; at = head.indexOf(0xff, at + 1)) {
      const frame = readFlacFrame(bytes, at, rate);
      if (frame !== null) heard.add(frame.samples, frame.rate);
    }
  };
}

/** The head of a frame that begins here; `null`: there is none. `statedRate` is used where it names no rate. */
function readFlacFrame(bytes: SoundBytes, at: number, statedRate: number): FlacFrame | null {
  if (at + 6 > bytes.size || (bytes.u16(at) & 0xfffe) !== 0xfff8) return null;
  const [sizes, kinds] = [bytes.u8(at + 2), bytes.u8(at + 3)];
  const [blockCode, rateCode] = [sizes >> 4, sizes & 15];
  if (blockCode === 0 || rateCode === 15 || kinds >> 4 > 10 || (kinds & 1) === 1) return null;
  let end = at + 4 + codedNumberBytes(bytes.u8(at + 4));
  const blockBytes = blockCode === 6 ? 1 : blockCode === 7 ? 2 : 0;
  const rateBytes = rateCode === 12 ? 1 : rateCode > 12 ? 2 : 0;
  if (end + blockBytes + rateBytes + 1 > bytes.size) return null;
  const samples = blockBytes === 0 ? blockSamples(blockCode) : numberAt(bytes, end, blockBytes) + 1;
  end += blockBytes;
  const stated = numberAt(bytes, end, rateBytes) * (rateCode === 12 ? 1_000 : rateCode === 14 ? 10 : 1);
  const rate = rateCode === 0 ? statedRate : (rates[rateCode - 1] ?? stated);
  end += rateBytes;
  if (rate === 0 || headChecksum(bytes, at, end) !== bytes.u8(end)) return null;
  return { samples, rate };
}

const longestBlockSamples = 65_536;

function blockSamples(code: number): number {
  if (code === 1) return 192;
  return code < 6 ? 576 << (code - 2) : 256 << (code - 8);
}

/** The number of a frame or sample, coded like UTF-8, up to 7 bytes. */
function codedNumberBytes(first: number): number {
  const ones = Math.clz32(~(first << 24));
  return Math.max(1, Math.min(7, ones));
}

function numberAt(bytes: SoundBytes, at: number, length: number): number {
  if (length === 0) return 0;
  return length === 1 ? bytes.u8(at) : bytes.u16(at);
}

function headChecksum(bytes: SoundBytes, from: number, to: number): number {
  let checksum = 0;
  for (let at = from; at < to; at += 1) checksum = crc8[checksum ^ bytes.u8(at)] ?? 0;
  return checksum;
}

const crc8 = checksumTable(8, 0x07);
const crc16 = checksumTable(16, 0x8005);
