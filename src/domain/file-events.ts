import { z } from 'zod';
import { fileDialectSchema } from './file-id.ts';

const file = {
  file_id: z.string().describe('The file, as its owner knows it.'),
  dialect: fileDialectSchema.describe('The protocol in which it was uploaded.'),
  user_id: z.uuid().describe('Its owner.'),
  tenant_id: z.uuid().describe('The tenant of its owner.'),
};

const fileUploaded = z
  .strictObject({
    ...file,
    key_id: z.uuid().describe('The key that uploaded it.'),
    upstream: z.string().describe('The upstream that keeps its bytes.'),
    account: z.string().describe('Tells the account there.'),
    upstream_file_id: z.string().describe('What the upstream calls it.'),
    bytes: z.int().min(0).describe('Its size.'),
    purpose: z.string().max(100).nullable().describe('What it is for; `null`: its protocol says no purposes.'),
    created_at: z.iso.datetime().describe('When the upstream had it.'),
    expires_at: z.iso.datetime().nullable().describe('When the upstream removes it; `null`: never.'),
  })
  .describe('A file lies at an upstream. Its name and everything else that a person chose stands sealed elsewhere.');

const fileDeleted = z.strictObject(file).describe('Its owner removed it, at the upstream first.');

/** Every event of a `file-<id>` stream, by type: the first says that it is there, the second and last that it is not. */
export const fileEventSchemas = { FileUploaded: fileUploaded, FileDeleted: fileDeleted } as const;

type Schemas = typeof fileEventSchemas;

export type FileEvent = {
  [Type in keyof Schemas]: { readonly type: Type; readonly data: Readonly<z.infer<Schemas[Type]>> };
}[keyof Schemas];
