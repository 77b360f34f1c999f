import { z } from 'zod';
import { removalMembers } from './actor.ts';
import { contentDigestSchema } from './content-events.ts';
import { fileDialectSchema } from './file-id.ts';
import type { EventsOf } from './events-of.ts';

const file = {
  file_id: z.string().describe('The file, as its owner knows it.'),
  dialect: fileDialectSchema.describe('The protocol in which it was uploaded.'),
  user_id: z.uuid().describe('Its owner.'),
  tenant_id: z.uuid().describe('The tenant of its owner.'),
};

const account = {
  upstream: z.string().describe('The upstream that stores its bytes.'),
  account: z.string().describe('The account at the upstream.'),
};

const countedBytes = z.int().min(0);

const uncountedBytes = countedBytes.describe('Bytes that no longer count against the storage limit of its tenant.');

const fileUploadBegan = z
  .strictObject({
    ...file,
    key_id: z.uuid().describe('The key that uploads it.'),
    ...account,
    bytes: z.int().min(0).describe('Its size, bytes.'),
    name_hash: z.string().describe('Hash of its name; name and size identify the file at the upstream.'),
    began_at: z.iso.datetime().describe('Time just before it was sent.'),
  })
  .describe('A file is about to be sent to an upstream. If the sender fails, a sweep looks for the file there.');

const fileUploadFailed = z
  .strictObject({
    ...file,
    reason: z
      .enum(['refused', 'not_sent', 'removed', 'not_found'])
      .describe(
        '`refused`: by the upstream. `not_sent`: the upstream was not reached. `removed`, `not_found`: the sending process had died, and the file was found at the upstream and deleted there, or was not found.',
      ),
  })
  .describe('The upload failed: there is no file.');

const fileUploaded = z
  .strictObject({
    ...file,
    key_id: z.uuid().describe('The key that uploaded it.'),
    ...account,
    upstream_file_id: z.string().describe('Id of the file at the upstream.'),
    bytes: z.int().min(0).describe('Its size, bytes.'),
    purpose: z.string().max(100).nullable().describe('Its purpose; `null`: the protocol has none.'),
    created_at: z.iso.datetime().describe('Time at which the upstream had stored it.'),
    expires_at: z.iso.datetime().nullable().describe('Time at which the upstream removes it; `null`: never.'),
    counted_bytes: countedBytes.describe(
      'Bytes that count against the storage limit of its tenant, until it is removed.',
    ),
    content_digest: contentDigestSchema,
  })
  .describe(
    'A file is stored at an upstream. Its name and all other texts chosen by a person are encrypted in another stream.',
  );

const fileRemovalBegan = z
  .strictObject({ ...file, began_at: z.iso.datetime().describe('Time just before the upstream was asked.') })
  .describe(
    'The owner asked for the deletion, and the upstream is about to be asked. If this process fails, a sweep finds out whether the upstream deleted the file.',
  );

const fileRemovalRefused = z
  .strictObject(file)
  .describe('A removal that had begun failed: the file still exists, also for its owner.');

const expiresAt = z.iso
  .datetime()
  .nullable()
  .describe('Time at which the upstream would have removed it; `null`: never.');

const fileRemovalDeferred = z
  .strictObject({ ...file, expires_at: expiresAt, ...removalMembers })
  .describe(
    'The owner deleted the file while the upstream was unavailable, or an administrator deleted it: no caller can see it any more, and a sweep deletes it at the upstream.',
  );

const fileDeleted = z
  .strictObject({ ...file, expires_at: expiresAt, counted_bytes: uncountedBytes })
  .describe('The file was deleted, and the upstream has deleted it.');

const fileExpired = z
  .strictObject({
    ...file,
    expires_at: z.iso.datetime().describe('Time at which it expired.'),
    counted_bytes: uncountedBytes,
  })
  .describe('The file expired, and the upstream has deleted it.');

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

/** An event of a file's stream. */
export type FileEvent = EventsOf<typeof fileEventSchemas>;
