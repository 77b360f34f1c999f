import { z } from 'zod';
import { failureClasses } from './failure-class.ts';

/** The health of a target in one gateway. Times: milliseconds. */
export const targetStatusSchema = z.strictObject({
  instance_id: z.string().describe('The gateway that judges by its own requests.'),
  target: z.string(),
  upstream: z.string(),
  status: z.enum(['healthy', 'degraded', 'half_open', 'ejected']),
  wait_ms: z.number().describe('How long it stays out of use.'),
  requests_running: z.number(),
  first_byte_ms: z.number().nullable().describe('Until the first byte of an answer; `null`: none has come.'),
  last_failure: z.enum(failureClasses).nullable(),
});

/** The health of a target in one gateway. */
export type TargetStatus = Readonly<z.infer<typeof targetStatusSchema>>;
