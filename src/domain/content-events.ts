import { z } from 'zod';
import type { EventsOf } from './events-of.ts';

/** Most parts of one content, which bounds the memory of a reader. */
const contentPartsMax = 5_000;

const contentPart = z
  .strictObject({
    part: z.number().int().min(0).max(contentPartsMax).describe('Number of this part, from 0.'),
    parts: z
      .number()
      .int()
      .min(1)
      .max(contentPartsMax)
      .describe('Number of parts. A content with missing parts is invalid.'),
    sealed_bytes: z
      .number()
      .int()
      .min(1)
      .max(268_435_456)
      .describe('Length of the whole encrypted content, bytes; the same in each part.'),
    sealed: z.base64().min(1).max(131_072).describe('The encrypted bytes of this part, Base64.'),
  })
  .describe('A part of an encrypted content. Contents are deleted by deleting the stream.');

/** The digest of a content in an event about it. */
export const contentDigestSchema = z
  .string()
  .regex(/^[\w-]{43}$/)
  .describe('Digest of the encrypted content, which `ledger verify` compares without decrypting.');

/** Every event of a `content-<id>` stream, by type. */
export const contentEventSchemas = { ContentPart: contentPart } as const;

/**
 * One part of a sealed content. Its name is not in the past tense because it states no fact; only readers of the
 * content get it.
 */
export type ContentEvent = EventsOf<typeof contentEventSchemas>;
