import type { PacketCodec } from './packet-codec.ts';

const rate = 48_000;
/** No packet is longer: 120 ms (RFC 6716 §3.2.5). */
const samplesMax = 5_760;
const voiceFrames = [480, 960, 1_920, 2_880];
const musicFrames = [120, 240, 480, 960];

/** Opus: the first byte of a packet tells the length of its frames, and this or the next how many there are. */
export const opusCodec: PacketCodec = ({ head }, heard) => {
  const [first, second = 0] = head;
  if (first === undefined) return heard.add(samplesMax, rate);
  const config = first >> 3;
  const hybrid = config < 16 ? 480 << (config & 1) : undefined;
  const samples = (config < 12 ? voiceFrames[config & 3] : (hybrid ?? musicFrames[config & 3])) ?? samplesMax;
  const frames = [1, 2, 2, second & 0x3f][first & 3] ?? 1;
  heard.add(Math.min(samples * frames, samplesMax), rate);
};
