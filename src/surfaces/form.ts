import { writtenFileName } from '../wire/form-file-name.ts';
import type { GatewayError } from '../errors.ts';
import type { ReopenableBody } from '../ports/upstream.ts';
import type { SpoolFile } from './spool-file.ts';

/** One part of a multipart form. */
export interface FormPart {
  readonly name: string;
  /** The decoded file name, whatever its encoding in the header; `null` for a field. */
  readonly fileName: string | null;
  /** `null`: none was sent. */
  readonly contentType: string | null;
  /** The value of a field; `null` for a file, which is not in memory. */
  readonly value: Buffer | null;
  /** Offset of a file in the spool. */
  readonly start: number;
  readonly bytes: number;
  /** SHA-256 of the content, hex. */
  readonly digest: string;
}

/** A multipart form: fields in memory, files on disk. It must be closed after use. */
export interface Form {
  /** In the order of their arrival. */
  readonly parts: readonly FormPart[];
  /** The first part that is not a field of the form, or is sent in a wrong way; `null`: there is none. */
  readonly fault: GatewayError | null;
  readonly spool: SpoolFile;
}

/** Raises the fault of a form, once its model was judged. */
export function assertSound(form: Form): Form {
  if (form.fault !== null) throw form.fault;
  return form;
}

/** Canonical JSON of a form, with digests for files: equal for equivalent forms. */
export function formDigest({ parts }: Form): Buffer {
  const said = parts.map(({ name, fileName, contentType, digest }) => [name, fileName, contentType, digest]);
  return Buffer.from(JSON.stringify(said));
}

/** The values of the fields with this name, in their order, without files. */
export function fieldTexts({ parts }: Form, name: string): readonly string[] {
  return parts.flatMap((part) => (part.name === name && part.value !== null ? [part.value.toString()] : []));
}

/** The only file with this name; `null`: none or several. */
export function onlyFile({ parts }: Form, name: string): FormPart | null {
  const [first, ...others] = parts.filter((part) => part.name === name);
  return first === undefined || first.value !== null || others.length > 0 ? null : first;
}

const lineEnd = '\r\n';

/**
 * The form for the upstream, rewritten with a new boundary: every part in its order, in the syntax that all parsers read the
 * same way. Fields in `replaced` get new values, and are appended if they were missing; `null` removes a field.
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

/** Fields get no content type: UTF-8 needs none, and some parsers would treat them as files. */
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
