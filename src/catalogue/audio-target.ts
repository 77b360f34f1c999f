import { z } from 'zod';

/** What bounds the length of a recording at a target where no counter tells it. */
export const audioTargetSchema = z
  .strictObject({
    seconds_max: z
      .int()
      .min(1)
      .max(8_640_000)
      .default(14_400)
      .describe(
        'Longest recording that the upstream takes, seconds: without counters, none is held or charged as longer.',
      ),
    bytes_per_second_min: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(500)
      .describe(
        'A recording whose frames cannot be counted is held, and charged where the upstream does not count, as if it had so few bytes a second. 500 (4 kbit/s) is below AMR at its lowest rate, the sparsest codec in common use.',
      ),
  })
  .prefault({});

export type AudioTarget = z.infer<typeof audioTargetSchema>;

/** A recording, as far as its length is concerned. */
export interface Recording {
  readonly bytes: number;
  /** Length of all frames and packets that were found in it, milliseconds. */
  readonly foundMs: number;
  /** They fill it to its last byte. */
  readonly isWhole: boolean;
}

/**
 * The length of a recording without counters, milliseconds: that of its frames, and the most that its bytes allow where
 * they are not the whole. At most `seconds_max`.
 */
export function recordingMilliseconds({ bytes, foundMs, isWhole }: Recording, target: AudioTarget): number {
  const byBytes = isWhole ? 0 : Math.ceil((bytes * 1_000) / target.bytes_per_second_min);
  return withinMax(Math.max(foundMs, byBytes), target);
}

/** Upstreams count whole seconds, and the last subtitle may end with the 30 s that Whisper reads at once. */
const countedMs = { seconds: 1_000, subtitles: 30_000 };

/** What a hold has to cover of a recording, milliseconds: its length, rounded up as upstreams count. */
export function recordingMillisecondsMax(
  recording: Recording,
  target: AudioTarget,
  counted: keyof typeof countedMs,
): number {
  const step = countedMs[counted];
  return withinMax(Math.ceil(recordingMilliseconds(recording, target) / step) * step, target);
}

/** Never longer than the upstream takes. */
function withinMax(milliseconds: number, target: AudioTarget): number {
  return Math.min(milliseconds, target.seconds_max * 1_000);
}
