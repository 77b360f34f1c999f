import { z } from 'zod';
import { piiEntities, piiGrades, piiLanguages } from '../personal-data/pii-kinds.ts';
import { count, milliseconds } from './setting.ts';

const entity = z.enum(piiEntities);
const score = z.number().min(0).max(1);

const presidioSchema = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .describe('Where a presidio-analyzer answers. It asks for no credential, and gets every text in clear.'),
    languages: z
      .array(z.enum(piiLanguages))
      .min(1)
      .max(piiLanguages.length)
      .default(['en'])
      .describe('Languages that it has models for. While it lacks one, it does not answer for texts in it.'),
    entities: z
      .array(entity)
      .min(1)
      .max(piiEntities.length)
      .default(['PERSON'])
      .describe('Kinds that it is asked for. It has to have each in each of its languages.'),
    threshold: z
      .number()
      .gt(0)
      .max(1)
      .default(0.4)
      .describe("Below this, above 0 and up to 1, what it says does not count. Presidio's own is 0."),
    grades: z
      .partialRecord(entity, z.enum(piiGrades))
      .default({})
      .describe(
        'How much its models find, where you have measured; else kinds with a checksum are `A`, all others `B`.',
      ),
    optional: z
      .boolean()
      .default(false)
      .describe('While it does not answer, requests whose requirements are met without it go on.'),
  })
  .describe('Finds names by models, beside the embedded detector.');

/** The section `personal_data`: what finds personal data of callers who need protection, and what it must find. */
export const personalDataSection = z
  .strictObject({
    languages: z
      .array(z.enum(piiLanguages))
      .min(1)
      .max(piiLanguages.length)
      .default(['de', 'en', 'es', 'fr', 'it'])
      .describe(
        'Languages that texts may be in. A text tells by its small words which it is in; where it does not, it may be in all of them.',
      ),
    required: z
      .partialRecord(entity, z.enum(piiGrades))
      .default({})
      .describe(
        'Kinds that must be looked for in the languages of a text, each with the least grade that will do; policies may ask for more. Where no detector finds one so well, callers who need protection are answered 503.',
      ),
    required_in: z
      .partialRecord(z.enum(piiLanguages), z.partialRecord(entity, z.enum(piiGrades)))
      .default({})
      .describe('The same by language, besides: of texts in it, and of those that do not tell theirs.'),
    least_scores: z
      .partialRecord(entity, score)
      .default({})
      .describe('Below this, from 0 to 1, what the embedded detector says of a kind does not count.'),
    presidio: presidioSchema.optional(),
    deadline_ms: milliseconds(5_000, 600_000).describe('How long detectors may take for one request.'),
    remembered_texts_max: count(50_000, 10_000_000).describe(
      'Texts of which it is remembered what was found in them: the digest and the places, no text.',
    ),
  })
  .refine(({ languages, presidio }) => presidio?.languages.every((each) => languages.includes(each)) ?? true, {
    path: ['presidio', 'languages'],
    message: 'each of them has to be one of personal_data.languages: else no text is ever in it',
  })
  .describe('What finds personal data; absent: nothing does, and callers who need protection are answered 503.');
