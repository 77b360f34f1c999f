import { z } from 'zod';
import { count, settingName } from './setting.ts';

const keeper = (dialect: string) =>
  z
    .strictObject({
      upstream: settingName.describe(`A name of \`upstreams\`: keeps what is uploaded in the protocol of ${dialect}.`),
      trusted: z.boolean().default(false).describe('May see personal data that cannot be inspected.'),
    })
    .optional();

/** The section `files`: where uploads lie. */
export const filesSchema = z
  .strictObject({
    openai: keeper('OpenAI'),
    anthropic: keeper('Anthropic'),
    bytes_max: count(536_870_912, 1_073_741_824).describe('Largest upload of a file with its form, bytes.'),
  })
  .prefault({});
