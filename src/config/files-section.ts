import { z } from 'zod';
import { count, milliseconds, settingName } from './setting.ts';

const fileStore = (dialect: string) =>
  z
    .strictObject({
      upstream: settingName.describe(
        `A name of \`upstreams\` that keeps files uploaded in the protocol of ${dialect}.`,
      ),
      trusted: z
        .boolean()
        .default(false)
        .describe('Whether it may receive content that cannot be checked for personal data.'),
    })
    .optional();

/** The section `files`: the upstreams that store uploads, and the limits of uploads. */
export const filesSection = z
  .strictObject({
    openai: fileStore('OpenAI'),
    anthropic: fileStore('Anthropic'),
    sweep_interval_ms: milliseconds(60_000, 86_400_000).describe(
      'How often expired files, removals that failed at an upstream, and lost uploads are handled.',
    ),
    lost_upload_grace_ms: milliseconds(3_600_000, 604_800_000).describe(
      "After how long an unfinished upload is looked up at the upstream. Must exceed the upstream's total time.",
    ),
    bytes_max: count(536_870_912, 1_073_741_824).describe('Largest file upload including its form, bytes.'),
    uploads_max: count(64, 10_000).describe(
      'Most concurrent uploads of files and audio; each takes about 2 MB of memory.',
    ),
    uploads_bytes_max: count(8_589_934_592, 1_099_511_627_776).describe(
      'Most bytes of all running uploads together, which are spooled to disk in the data directory.',
    ),
  })
  .prefault({});
