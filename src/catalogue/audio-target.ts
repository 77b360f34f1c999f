import { z } from 'zod';

/** What is held for a recording at a target, and what it is charged as when there are no counters. */
export const audioTargetSchema = z
  .strictObject({
    seconds_max: z
      .int()
      .min(1)
      .max(8_640_000)
      .default(14_400)
      .describe(
        'Longest recording that the upstream takes, seconds. It is what every recording holds: the size of a file says nothing of its length.',
      ),
    bytes_per_second_min: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(500)
      .describe(
        'Where nobody counts, a recording is charged at least as long as its bytes last at this rate, bytes a second.',
      ),
    uncounted: z
      .enum(['told', 'longest'])
      .default('longest')
      .describe(
        'What a recording is charged as where neither the answer nor the billing records of the upstream count: `longest`: always `seconds_max`, which no caller can lower; `told`, for callers who are trusted: as its container or the subtitles of the answer say, or as its size allows, whichever is longest, and `seconds_max` where the container says nothing.',
      ),
  })
  .prefault({});

export type AudioTarget = z.infer<typeof audioTargetSchema>;

/** The longest possible recording, milliseconds: its bytes bound nothing, because silence takes hardly any. */
export function audioMillisecondsMax(target: AudioTarget): number {
  return target.seconds_max * 1_000;
}

/** A recording whose length no counter tells. */
export interface UncountedRecording {
  readonly bytes: number;
  /** The length stated by its container, milliseconds; `null`: none could be read. */
  readonly statedMs: number | null;
  /** Where the last subtitle of the answer ends, milliseconds; 0: there is none. */
  readonly subtitledMs: number;
}

/** What such a recording is charged as, milliseconds: never more than was held. Its own statement can only raise it. */
export function uncountedMilliseconds(recording: UncountedRecording, target: AudioTarget): number {
  const { bytes, statedMs, subtitledMs } = recording;
  const longest = audioMillisecondsMax(target);
  if (target.uncounted === 'longest' || statedMs === null) return longest;
  return Math.min(longest, Math.max(statedMs, subtitledMs, Math.ceil((bytes * 1_000) / target.bytes_per_second_min)));
}
