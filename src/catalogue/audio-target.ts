import { z } from 'zod';

/** What bounds the length of a recording that a target listens to, from the size of its upload. */
export const audioTargetSchema = z
  .strictObject({
    seconds_max: z
      .int()
      .min(1)
      .max(8_640_000)
      .default(14_400)
      .describe('Longest recording that the upstream takes, seconds: bounds the hold.'),
    bytes_per_second_min: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(500)
      .describe(
        'Bytes of a second of the thriftiest recording: with the size of an upload it bounds the hold, and is the charge where nobody counts.',
      ),
  })
  .prefault({});

export type AudioTarget = z.infer<typeof audioTargetSchema>;

/** The most milliseconds that an upload of so many bytes can last. */
export function audioMillisecondsMax(bytes: number, target: AudioTarget): number {
  return Math.min(Math.ceil((bytes * 1_000) / target.bytes_per_second_min), target.seconds_max * 1_000);
}
