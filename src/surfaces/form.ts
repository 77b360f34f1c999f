import { writtenFileName } from '../wire/form-file-name.ts';
import type { ReopenableBody } from '../ports/upstream.ts';
import type { SpoolFile } from './spool-file.ts';

/** One part of a multipart form. */
export interface FormPart {
  readonly name: string;
  /** As its sender means it, in whatever form it was written; `null` for a field. */
  readonly fileName: string | null;
  /** `null` when none was sent. */
  readonly contentType: string | null;
  /** The value of a field; `null` for a file, which is not held. */
  readonly value: Buffer | null;
  /** Where a file begins in the spool. */
  readonly start: number;
  readonly bytes: number;
  /** SHA-256 of the content, in hex. */
  readonly digest: string;
}

/** A multipart form that was read: fields in memory, files on disk. To be closed when nobody needs it any more. */
export interface Form {
  /** In the order in which they came. */
  readonly parts: readonly FormPart[];
  readonly spool: SpoolFile;
}

/** What the form says, files by their digests: equal for two forms that mean the same. JSON. */
export function formDigest({ parts }: Form): Buffer {
  const said = parts.map(({ name, fileName, contentType, digest }) => [name, fileName, contentType, digest]);
  return Buffer.from(JSON.stringify(said));
}

/** The texts of the fields of this name, in their order. Files are no fields. */
export function fieldTexts({ parts }: Form, name: string): readonly string[] {
  return parts.flatMap((part) => (part.name === name && part.value !== null ? [part.value.toString()] : []));
}

/** The only file of this name; `null` when there is none, or more than one. */
export function onlyFile({ parts }: Form, name: string): FormPart | null {
  const [first, ...others] = parts.filter((part) => part.name === name);
  return first === undefined || first.value !== null || others.length > 0 ? null : first;
}

const lineEnd = '\r\n';

/**
 * The form as it goes upstream, written anew under a boundary of our own: every part in its order, in the one way that all
 * readers agree on, the fields of `replaced` with other values, added at the end where there were none; `null` leaves one
 * out.
 */
export function formBody(form: Form, boundary: string, replaced: ReadonlyMap<string, string | null>): ReopenableBody {
  const kept = form.parts.filter(({ name, value }) => value === null || replaced.get(name) !== null);
  const chunks = kept.flatMap((part) => partChunks(part, boundary, replaced));
  const added = [...replaced].filter(([name]) => !kept.some((part) => part.name === name));
  for (const [name, value] of added) {
    if (value === null) continue;
    chunks.push(Buffer.from(`${partHead({ name, fileName: null, contentType: null }, boundary)}${value}${lineEnd}`));
  }
  chunks.push(Buffer.from(`--${boundary}--${lineEnd}`));
  return {
    bytes: chunks.reduce((sum, chunk) => sum + (Buffer.isBuffer(chunk) ? chunk.length : chunk.bytes), 0),
    open: () => read(form.spool, chunks),
  };
}

type Chunk = Buffer | FormPart;

function partChunks(part: FormPart, boundary: string, replaced: ReadonlyMap<string, string | null>): Chunk[] {
  const head = Buffer.from(partHead(part, boundary));
  if (part.value === null) return [head, part, Buffer.from(lineEnd)];
  const value = Buffer.from(replaced.get(part.name) ?? part.value);
  return [Buffer.concat([head, value, Buffer.from(lineEnd)])];
}

/** Fields have no type: in UTF-8 they need none, and with one some readers take them for files. */
function partHead(
  { name, fileName, contentType }: Pick<FormPart, 'name' | 'fileName' | 'contentType'>,
  boundary: string,
) {
  const file = fileName === null ? '' : `; filename="${writtenFileName(fileName)}"`;
  const type = fileName === null || contentType === null ? '' : `content-type: ${contentType}${lineEnd}`;
  return `--${boundary}${lineEnd}content-disposition: form-data; name="${name}"${file}${lineEnd}${type}${lineEnd}`;
}

async function* read(spool: SpoolFile, chunks: readonly Chunk[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) {
    if (Buffer.isBuffer(chunk)) yield chunk;
    else yield* spool.read(chunk.start, chunk.bytes);
  }
}
