import { z } from 'zod';
import { settingName } from './setting.ts';

const contentKeySchema = z.strictObject({
  id: settingName.describe('Stored with everything that the key encrypts. Never reuse it for another key.'),
  key: z
    .string()
    .regex(/^[0-9a-f]{64}$/, '64 hex digits, as `openssl rand -hex 32` prints them')
    .describe('32 bytes as 64 hex digits; write `${NAME}`.'),
});

/** The section `content_keys`: keys of stored contents. The first encrypts; all decrypt. */
export const contentKeysSection = z
  .array(contentKeySchema)
  .min(1)
  .max(20)
  .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, 'two keys have the same id')
  .describe(
    'Keys that encrypt stored contents. Absent: the file `content-key` in the data directory, created at first start.',
  );
