import type { PacketCodec } from './packet-codec.ts';
import { vorbisModes } from './vorbis-modes.ts';

/** Longest block that the format has, samples. */
const blockSamplesMax = 8_192;

/**
 * Vorbis: a packet's mode tells whether its block is long, and a packet plays from the middle of the block before to the
 * middle of its own. `identification` and `setup` are the first and third packet of the stream.
 */
export function vorbisCodec(identification: Uint8Array, setup: Uint8Array): PacketCodec {
  const head = Buffer.from(identification);
  const rate = Math.max(1, head.readUInt32LE(12));
  const sizes = head.readUInt8(28);
  const [short, long] = [2 ** (sizes & 15), Math.min(blockSamplesMax, 2 ** (sizes >> 4))];
  const modes = vorbisModes(setup, head.readUInt8(11));
  const modeBits = 32 - Math.clz32(modes.length - 1);
  let before: number | null = null;
  return (packet, heard) => {
    const [first] = packet.head;
    // Heads have the lowest bit, and an empty packet plays nothing.
    if (first === undefined || (first & 1) === 1) return;
    const block = modes[(first >> 1) & (2 ** modeBits - 1)] === false ? short : long;
    if (before !== null) heard.add((before + block) / 4, rate);
    before = block;
  };
}
