import type { SoundBytes } from './sound-bytes.ts';
import type { SoundFrame } from './mpeg-frame.ts';

/** By index (ISO/IEC 14496-3). */
export const aacRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];

/** Samples of a raw data block, before any spectral band replication, which doubles them and their rate. */
const aacBlockSamples = 1_024;

/** Most bytes of a block for each channel (ISO/IEC 13818-7 §8.2.2). */
const blockBytesMax = 768;
/** Channels by their configuration; 0: the blocks themselves tell. */
const channelsOf = [8, 1, 2, 3, 4, 5, 6, 8];

/**
 * The least samples of so many bytes: decoders play all blocks of a packet, and where one ends only a decoder knows.
 */
export function aacSamples(bytes: number, channelConfiguration: number): number {
  const most = blockBytesMax * (channelsOf[channelConfiguration] ?? 8);
  return aacBlockSamples * Math.max(1, Math.ceil(bytes / most));
}

/** The ADTS frame whose head is here; `null`: there is none. */
export function readAacFrame(bytes: SoundBytes, at: number): SoundFrame | null {
  if (bytes.u8(at) !== 0xff || (bytes.u8(at + 1) & 0xf6) !== 0xf0) return null;
  const rate = aacRates[(bytes.u8(at + 2) >> 2) & 15];
  const size = ((bytes.u8(at + 3) & 3) << 11) | (bytes.u8(at + 4) << 3) | (bytes.u8(at + 5) >> 5);
  if (rate === undefined || size < 7) return null;
  const channelConfiguration = ((bytes.u8(at + 2) & 1) << 2) | (bytes.u8(at + 3) >> 6);
  const stated = aacBlockSamples * ((bytes.u8(at + 6) & 3) + 1);
  return { bytes: size, samples: Math.max(stated, aacSamples(size - 7, channelConfiguration)), rate };
}
