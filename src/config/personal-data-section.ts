import { z } from 'zod';
import { piiEntities, piiGrades, piiLanguages } from '../personal-data/pii-kinds.ts';
import { count, milliseconds } from './setting.ts';

const entity = z.enum(piiEntities);
const score = z.number().min(0).max(1);

/** The section `personal_data`: what finds personal data of callers who need protection, and what it must find. */
export const personalDataSchema = z
  .strictObject({
    languages: z
      .array(z.enum(piiLanguages))
      .min(1)
      .max(piiLanguages.length)
      .default(['de', 'en', 'es', 'fr', 'it'])
      .describe('Languages that texts may be in: what is required is required in each of them.'),
    required: z
      .partialRecord(entity, z.enum(piiGrades))
      .default({})
      .describe(
        'Kinds that must be looked for, each with the least grade that will do; policies may ask for more. Where no detector finds one so well, callers who need protection are answered 503.',
      ),
    least_scores: z
      .partialRecord(entity, score)
      .default({})
      .describe('Below this, from 0 to 1, what the embedded detector says of a kind does not count.'),
    deadline_ms: milliseconds(5_000, 600_000).describe('How long detectors may take for one request.'),
    remembered_texts_max: count(50_000, 10_000_000).describe(
      'Texts of which it is remembered what was found in them: the digest and the places, no text.',
    ),
  })
  .describe('What finds personal data; absent: nothing does, and callers who need protection are answered 503.');
