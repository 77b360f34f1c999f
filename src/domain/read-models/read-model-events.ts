import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';

const positionText = z.string().min(1).max(200);

const document = z.strictObject({
  key: z.string().max(1_000).describe('The key of the document.'),
  document: z.string().nullable().describe('The document as JSON text; `null`: it was removed.'),
  continues: z
    .literal(true)
    .optional()
    .describe('The text continues that of the entry before, of the same key: the document is too large for one event.'),
});

const readModelStored = z
  .strictObject({
    projection: z.string().min(1).max(100).describe('Name of the read model.'),
    version: z.int().positive().describe('Version of the fold of the read model; other versions ignore the event.'),
    up_to: positionText.describe('The position up to which all events are folded.'),
    after: positionText
      .nullable()
      .describe(
        'The position of the previous storing: the part contains documents changed since then; `null`: it contains all documents.',
      ),
    part: z.int().positive().describe('Number of this part, from 1; the parts are consecutive.'),
    parts: z.int().positive().describe('Number of parts.'),
    documents: z
      .array(document)
      .describe('Documents in any order; a later one replaces an earlier one of the same key.'),
  })
  .describe(
    'A part of a stored read model, so that a process without one need not fold the whole log. It contains nothing that earlier events do not contain: a cache, which may be missing.',
  );

/** Every event of a `read-model-<name>@<version>` stream, by type. */
export const readModelEventSchemas = { ReadModelStored: readModelStored } as const;

/** A stored part of a read model. */
export type ReadModelEvent = EventsOf<typeof readModelEventSchemas>;
