import { z } from 'zod';
import { count, milliseconds } from './setting.ts';

/** The section `archive`: the bucket that closed ranges of the log are written to. */
export const archiveSection = z.strictObject({
  endpoint: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^?#@]*$/, 'an address without a query, a fragment or a password')
    .describe('Base URL of the service without the bucket, e.g. `https://s3.eu-central-1.amazonaws.com`.'),
  bucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'a name of a bucket')
    .describe('The bucket, which must exist. Object Lock is switched on there, with a default retention.'),
  prefix: z
    .string()
    .regex(/^((?!\.{1,2}\/)[A-Za-z0-9._-]{1,100}\/){0,10}$/, 'names that end in a slash, or nothing')
    .default('')
    .describe('Before all names, e.g. `waybill/`. One ledger for each prefix.'),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,50}$/, 'a name of a region')
    .default('us-east-1')
    .describe('The region that requests are signed for.'),
  access_key_id: z.string().min(1).max(200).describe('Id of the access key; write `${NAME}`.'),
  secret_access_key: z.string().min(1).max(200).describe('The access key; write `${NAME}`.'),
  session_token: z
    .string()
    .max(4_096)
    .default('')
    .describe(
      'The session token of temporary credentials; write `${NAME}`. Absent or empty: the key is permanent. They end, so a gateway needs a permanent key; they suit a restore.',
    ),
  sealed_contents: z
    .boolean()
    .default(false)
    .describe(
      'Whether stored responses, files and recorded answers are archived too, sealed as they are. What is archived stays when its owner deletes it.',
    ),
  range_bytes_max: count(33_554_432, 268_435_456).describe('Bytes of events after which a range is closed.'),
  range_minutes: count(60, 10_080).describe(
    'Age of the oldest event that is not archived at which a range is closed, minutes. So much can be lost with the ledger.',
  ),
  answer_timeout_ms: milliseconds(60_000, 600_000).describe('Longest silence of the service.'),
});

export type ArchiveConfig = z.infer<typeof archiveSection>;
