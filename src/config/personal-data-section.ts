import { z } from 'zod';
import { piiEntities, piiGrades, piiLanguages } from '../personal-data/pii-kinds.ts';
import { count, milliseconds } from './setting.ts';

const entity = z.enum(piiEntities);
const score = z.number().min(0).max(1);

const presidioSchema = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .describe('URL of a presidio-analyzer. It takes no credential and gets every text in clear.'),
    languages: z
      .array(z.enum(piiLanguages))
      .min(1)
      .max(piiLanguages.length)
      .default(['en'])
      .describe('Languages that it has models for.'),
    entities: z
      .array(entity)
      .min(1)
      .max(piiEntities.length)
      .default(['PERSON'])
      .describe('Kinds that it detects. It must support each of them in each of its languages.'),
    threshold: z
      .number()
      .gt(0)
      .max(1)
      .default(0.4)
      .describe("Lowest score of its findings, above 0 and up to 1. Presidio's own default is 0."),
    grades: z
      .partialRecord(entity, z.enum(piiGrades))
      .default({})
      .describe('Grades of its models, if you have measured them. Default: `A` for kinds with a checksum, else `B`.'),
    optional: z
      .boolean()
      .default(false)
      .describe(
        'Whether requests continue without it while it does not answer, if other detectors meet the requirements.',
      ),
  })
  .describe('Detects names with language models, in addition to the embedded detector.');

/** The section `personal_data`: the detectors of personal data for protected callers, and what they must find. */
export const personalDataSection = z
  .strictObject({
    languages: z
      .array(z.enum(piiLanguages))
      .min(1)
      .max(piiLanguages.length)
      .default(['de', 'en', 'es', 'fr', 'it'])
      .describe(
        'Languages that texts may be in. The language of a text is recognised by its common words; if it is not, all of them apply.',
      ),
    required: z
      .partialRecord(entity, z.enum(piiGrades))
      .default({})
      .describe(
        'Kinds that must be searched for, each with the least sufficient grade; policies may require more. If no detector reaches the grade, protected callers get 503.',
      ),
    required_in: z
      .partialRecord(z.enum(piiLanguages), z.partialRecord(entity, z.enum(piiGrades)))
      .default({})
      .describe('Additional requirements by language, for texts in it and for texts of unknown language.'),
    least_scores: z
      .partialRecord(entity, score)
      .default({})
      .describe('Lowest score, from 0 to 1, of a finding of the embedded detector, by kind.'),
    link_hosts: z
      .array(z.string().regex(/^(?:\*|(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*|\[[\da-f:]+\])$/))
      .max(1_000)
      .optional()
      .describe(
        'Hosts, in lower case, in whose links values are restored, besides those that instructions and tools name; `*.example.com` stands for all hosts below, `*` for every host. In other links, unless the caller sent them, an answer keeps its placeholders. Absent: also hosts that a user names in messages.',
      ),
    presidio: presidioSchema.optional(),
    deadline_ms: milliseconds(5_000, 600_000).describe('How long detectors may take for one request.'),
    memory_bytes_max: z
      .number()
      .int()
      .min(536_870_912)
      .max(4_294_967_296)
      .default(2_147_483_648)
      .describe(
        'Most memory of the threads that search, cast and restore bodies above 16 KiB, together, bytes. Each thread has 536,870,912; there are at most 8, and not more than processors or 4.',
      ),
    remembered_texts_max: count(50_000, 10_000_000).describe(
      'Number of analysed texts whose findings are cached, as digest and positions without the text: once in the thread of requests, and once in the threads for long bodies together.',
    ),
  })
  .refine(({ languages, presidio }) => presidio?.languages.every((each) => languages.includes(each)) ?? true, {
    path: ['presidio', 'languages'],
    message: 'each of them has to be one of personal_data.languages: else no text is ever in it',
  })
  .describe('Detection of personal data; absent: there is none, and callers who require protection get 503.');
