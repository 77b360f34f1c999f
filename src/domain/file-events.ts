import { z } from 'zod';
import { contentDigestSchema } from './content-events.ts';
import { fileDialectSchema } from './file-id.ts';

const file = {
  file_id: z.string().describe('The file, as its owner knows it.'),
  dialect: fileDialectSchema.describe('The protocol in which it was uploaded.'),
  user_id: z.uuid().describe('Its owner.'),
  tenant_id: z.uuid().describe('The tenant of its owner.'),
};

const account = {
  upstream: z.string().describe('The upstream that keeps its bytes.'),
  account: z.string().describe('The account there.'),
};

/**
 * Absent in events from before there was a limit of stored bytes: such files were never counted, and are not
 * subtracted.
 */
const countedBytes = z.int().min(0).optional();

const uncountedBytes = countedBytes.describe('Bytes that count no longer; absent: it did not count.');

const fileUploadBegan = z
  .strictObject({
    ...file,
    key_id: z.uuid().describe('The key that uploads it.'),
    ...account,
    bytes: z.int().min(0).describe('Its size.'),
    name_hash: z.string().describe('Hash of its name: by that and its size it is known at the upstream.'),
    began_at: z.iso.datetime().describe('When it was about to be sent.'),
  })
  .describe('A file is about to be sent to an upstream. If the sender fails, a sweep looks for the file there.');

const fileUploadFailed = z
  .strictObject({
    ...file,
    reason: z
      .enum(['refused', 'not_sent', 'removed', 'not_found'])
      .describe(
        'The upstream refused it or was never reached; or its sender was gone, and it was found at the upstream and removed, or not found.',
      ),
  })
  .describe('The upload failed: there is no file.');

const fileUploaded = z
  .strictObject({
    ...file,
    key_id: z.uuid().describe('The key that uploaded it.'),
    ...account,
    upstream_file_id: z.string().describe("The upstream's id of it."),
    bytes: z.int().min(0).describe('Its size.'),
    purpose: z.string().max(100).nullable().describe('Its purpose; `null`: the protocol has none.'),
    created_at: z.iso.datetime().describe('When the upstream had it.'),
    expires_at: z.iso.datetime().nullable().describe('When the upstream removes it; `null`: never.'),
    counted_bytes: countedBytes.describe(
      'Bytes that count against the storage limit of its tenant, until it is removed; absent: it does not count.',
    ),
    content_digest: contentDigestSchema,
  })
  .describe('A file is stored at an upstream. Its name and everything else that a person chose is sealed elsewhere.');

const fileRemovalBegan = z
  .strictObject({ ...file, began_at: z.iso.datetime().describe('When the upstream was about to be asked.') })
  .describe(
    'Its owner asked for its removal, and the upstream is about to be asked. If this process fails, a sweep finds out what the upstream did.',
  );

const fileRemovalRefused = z
  .strictObject(file)
  .describe('A removal that had begun failed: the upstream still has the file, and so has its owner.');

const expiresAt = z.iso.datetime().nullable().describe('When the upstream would have removed it; `null`: never.');

const fileRemovalDeferred = z
  .strictObject({ ...file, expires_at: expiresAt })
  .describe(
    'Its owner removed it while the upstream was unavailable: no caller can see it any more, and a sweep removes it there.',
  );

const fileDeleted = z
  .strictObject({ ...file, expires_at: expiresAt.optional(), counted_bytes: uncountedBytes })
  .describe('Its owner removed it, and the upstream has deleted it.');

const fileExpired = z
  .strictObject({
    ...file,
    expires_at: z.iso.datetime().describe('When its time was over.'),
    counted_bytes: uncountedBytes,
  })
  .describe('It expired, and the upstream has deleted it.');

/**
 * Every event of a `file-<id>` stream, by type: an upload begins and ends; the resulting file is removed, at once or
 * later, or expires.
 */
export const fileEventSchemas = {
  FileUploadBegan: fileUploadBegan,
  FileUploadFailed: fileUploadFailed,
  FileUploaded: fileUploaded,
  FileRemovalBegan: fileRemovalBegan,
  FileRemovalRefused: fileRemovalRefused,
  FileRemovalDeferred: fileRemovalDeferred,
  FileDeleted: fileDeleted,
  FileExpired: fileExpired,
} as const;

type Schemas = typeof fileEventSchemas;

/** An event of a file's stream. */
export type FileEvent = {
  [Type in keyof Schemas]: { readonly type: Type; readonly data: Readonly<z.infer<Schemas[Type]>> };
}[keyof Schemas];
