import { aacCodec } from './aac-codec.ts';
import { flacPacketCodec } from './flac.ts';
import { readMpegFrame } from './mpeg-frame.ts';
import { opusCodec } from './opus-codec.ts';
import type { PacketCodec } from './packet-codec.ts';
import { inMemory } from './sound-bytes.ts';
import { vorbisCodec } from './vorbis-codec.ts';

/** What a track of WebM or Matroska says of itself. */
export interface MatroskaTrack {
  number: number;
  codec: string;
  /** What its codec needs first. */
  setup: Uint8Array;
  /** Samples a second. */
  rate: number;
  /** What a decoder plays them at, if it is above 0. */
  playedRate: number;
  channels: number;
  bits: number;
  /** Its packets are compressed or encrypted. */
  isEncoded: boolean;
}

/** How its packets are measured; `null`: they cannot be. */
export function matroskaCodec(track: MatroskaTrack): PacketCodec | null {
  const { codec, setup, isEncoded } = track;
  if (isEncoded) return null;
  if (codec === 'A_OPUS') return opusCodec;
  if (codec === 'A_VORBIS') return vorbisOf(setup);
  if (codec === 'A_AAC') return aacCodec(setup);
  if (codec === 'A_FLAC') return flacPacketCodec(setup);
  if (codec.startsWith('A_MPEG/L')) return mpegCodec;
  return codec.startsWith('A_PCM/') ? pcmOf(track) : null;
}

/** Its three heads, the sizes of two before them in bytes that add up to the first below 255. */
function vorbisOf(setup: Uint8Array): PacketCodec | null {
  if (setup[0] !== 2) return null;
  let at = 1;
  const sizes = [0, 0].map(() => {
    let size = 0;
    for (; setup[at] === 255; at += 1) size += 255;
    size += setup[at] ?? 0;
    at += 1;
    return size;
  });
  const [first = 0, second = 0] = sizes;
  return vorbisCodec(setup.subarray(at, at + first), setup.subarray(at + first + second));
}

const longestFrame: { readonly samples: number; readonly rate: number; readonly bytes?: number } = {
  samples: 1_152,
  rate: 8_000,
};

/** No frames have fewer bytes a second: 8 kbit/s. */
const mpegBytesPerSecondMin = 1_000;

/** Decoders play all frames of a packet. Only its first is read here, and what is behind counts at its longest. */
const mpegCodec: PacketCodec = ({ head, size }, heard) => {
  const { samples, rate, bytes = size } = (head.length < 4 ? null : readMpegFrame(inMemory(head), 0)) ?? longestFrame;
  heard.add(samples, rate);
  heard.add(Math.max(0, size - bytes), mpegBytesPerSecondMin);
};

const integerBits: ReadonlySet<number> = new Set([8, 16, 24, 32, 64]);
const floatBits: ReadonlySet<number> = new Set([32, 64]);

function pcmOf({ codec, rate, playedRate, channels, bits }: MatroskaTrack): PacketCodec | null {
  if (!(codec === 'A_PCM/FLOAT/IEEE' ? floatBits : integerBits).has(bits) || channels === 0) return null;
  const slowest = playedRate > 0 ? Math.min(rate, playedRate) : rate;
  const frameBytes = (channels * bits) / 8;
  return slowest > 0 ? ({ size }, heard) => heard.add(size / frameBytes, slowest) : null;
}
