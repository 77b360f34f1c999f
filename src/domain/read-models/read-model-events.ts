import { z } from 'zod';

const place = z.string().min(1).max(200);

const document = z.strictObject({
  key: z.string().max(1_000).describe('By which the document is found.'),
  document: z.string().nullable().describe('JSON text; `null`: there is none any more.'),
});

const readModelStored = z
  .strictObject({
    projection: z.string().min(1).max(100).describe('Name of the read model.'),
    version: z.int().positive().describe('Version of its fold: another one does not read it.'),
    up_to: place.describe('The place in the log up to which everything is folded.'),
    after: place
      .nullable()
      .describe(
        'The place of what was stored before: these are the documents that have changed since; `null`: all documents.',
      ),
    part: z.int().positive().describe('From 1; the parts follow one another.'),
    parts: z.int().positive().describe('How many parts there are.'),
    documents: z.array(document).describe('In no order; a later one replaces an earlier one.'),
  })
  .describe(
    'A part of a stored read model, so that a process without one need not fold the whole log. It contains nothing that earlier events do not contain: a cache, which may be missing.',
  );

/** Every event of a `read-model-<name>@<version>` stream, by type. */
export const readModelEventSchemas = { ReadModelStored: readModelStored } as const;

/** A stored part of a read model. */
export type ReadModelEvent = {
  readonly type: 'ReadModelStored';
  readonly data: Readonly<z.infer<typeof readModelStored>>;
};
