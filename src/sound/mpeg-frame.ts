import type { SoundBytes } from './sound-bytes.ts';

/** A frame of a stream whose frames tell their own size. */
export interface SoundFrame {
  readonly bytes: number;
  readonly samples: number;
  readonly rate: number;
}

const rates = [44_100, 48_000, 32_000];
/** In kbit/s, by index, from 1 (ISO/IEC 11172-3, 13818-3). */
const layer1 = [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448];
const layer2 = [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384];
const layer3 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const lowLayer1 = [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256];
const lowLayers = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/** The frame of MPEG-1, 2 or 2.5 audio, layer I to III, whose head is here; `null`: there is none of a known size. */
export function readMpegFrame(bytes: SoundBytes, at: number): SoundFrame | null {
  const [first, second, third] = [bytes.u8(at), bytes.u8(at + 1), bytes.u8(at + 2)];
  const layer = 4 - ((second >> 1) & 3);
  const version = (second >> 3) & 3;
  const baseRate = rates[(third >> 2) & 3];
  if (first !== 0xff || second < 0xe0 || layer === 4 || version === 1 || baseRate === undefined) return null;
  const isLow = version !== 3;
  const rate = baseRate / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const kilobits = bitrates(layer, isLow)[(third >> 4) - 1];
  if (kilobits === undefined) return null;
  const padding = (third >> 1) & 1;
  if (layer === 1) return { bytes: (Math.floor((12_000 * kilobits) / rate) + padding) * 4, samples: 384, rate };
  const samples = layer === 3 && isLow ? 576 : 1_152;
  return { bytes: Math.floor((samples * 125 * kilobits) / rate) + padding, samples, rate };
}

function bitrates(layer: number, isLow: boolean): readonly number[] {
  if (layer === 1) return isLow ? lowLayer1 : layer1;
  if (isLow) return lowLayers;
  return layer === 2 ? layer2 : layer3;
}
