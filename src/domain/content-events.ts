import { z } from 'zod';

/** Most parts of one content, which bounds the memory of a reader. */
const contentPartsMax = 5_000;

const contentPart = z
  .strictObject({
    part: z.number().int().min(0).max(contentPartsMax).describe('Which part, from 0.'),
    parts: z.number().int().min(1).max(contentPartsMax).describe('How many there are: fewer are no content.'),
    sealed_bytes: z
      .number()
      .int()
      .min(1)
      .max(268_435_456)
      .describe('Length of the whole sealed content, bytes, the same in each part.'),
    sealed: z.base64().min(1).max(131_072).describe('The sealed bytes of this part, Base64. No text can be read here.'),
  })
  .describe('A part of a content that was encrypted before it came here. The stream is removed whole.');

/** The digest of a content in an event about it; absent in events of earlier versions. */
export const contentDigestSchema = z
  .string()
  .regex(/^[\w-]{43}$/)
  .optional()
  .describe(
    'Digest of the sealed content: `ledger verify` compares it without opening the content. Absent: none was kept.',
  );

/** Every event of a `content-<id>` stream, by type. */
export const contentEventSchemas = { ContentPart: contentPart } as const;

/**
 * One part of a sealed content. Its name is not in the past tense because it states no fact; only readers of the
 * content get it.
 */
export type ContentEvent = { readonly type: 'ContentPart'; readonly data: Readonly<z.infer<typeof contentPart>> };
