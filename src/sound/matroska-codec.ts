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

const longestFrame = { samples: 1_152, rate: 8_000 };

const mpegCodec: PacketCodec = ({ head }, heard) => {
  const { samples, rate } = (head.length < 4 ? null : readMpegFrame(inMemory(head), 0)) ?? longestFrame;
  heard.add(samples, rate);
};

function pcmOf({ rate, channels, bits }: MatroskaTrack): PacketCodec | null {
  const frameBytes = (channels * bits) / 8;
  return rate > 0 && frameBytes > 0 ? ({ size }, heard) => heard.add(size / frameBytes, rate) : null;
}
