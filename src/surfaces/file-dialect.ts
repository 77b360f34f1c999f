import type { Context } from 'koa';
import type { FileDialect } from '../domain/file-id.ts';
import { replaceValue, applyEdits } from '../domain/json-edits.ts';
import type { JsonObjectText } from '../domain/json-object-text.ts';
import { scanJsonObject } from '../domain/json-text.ts';

/** The protocol of a request about files: all clients of the one name its version, and no others do. */
export function fileDialectOf({ req }: Context): FileDialect {
  return req.headers['anthropic-version'] === undefined ? 'openai' : 'anthropic';
}

/** What goes upstream of the head of a request about files. */
export const fileHeaders: Readonly<Record<FileDialect, readonly string[]>> = {
  openai: ['openai-beta'],
  anthropic: ['anthropic-version', 'anthropic-beta'],
};

/** The path of files upstream, with what of the query belongs to the dialect. */
export function upstreamFilesPath(ctx: Context, rest = ''): string {
  return `/files${rest}${fileDialectOf(ctx) === 'anthropic' && ctx.query['beta'] === 'true' ? '?beta=true' : ''}`;
}

/** What an upstream says of a file that it has taken. */
export interface UpstreamFile {
  readonly id: string;
  /** `null`: it does not say. */
  readonly bytes: number | null;
  readonly purpose: string | null;
  /** ISO 8601; `null`: never. */
  readonly expiresAt: string | null;
  /** The record under another id; every other byte stays. */
  withId(id: string): Buffer;
}

/** Ids that can stand in a path and in a JSON text as they are. */
const plainId = /^[A-Za-z0-9._:-]{1,200}$/;

/** `null` for what is no record of a file. */
export function readUpstreamFile(body: Buffer): UpstreamFile | null {
  const object = scanJsonObject(body);
  if (object.kind === 'json_fault') return null;
  const member = object.member('id');
  const id = object.string('id');
  if (member === undefined || id === undefined || !plainId.test(id)) return null;
  return {
    id,
    bytes: wholeNumber(object, 'bytes') ?? wholeNumber(object, 'size_bytes'),
    purpose: object.string('purpose')?.slice(0, 100) ?? null,
    expiresAt: expiryOf(object),
    withId: (ours) => applyEdits(object.bytes, [replaceValue(member, JSON.stringify(ours))]),
  };
}

function wholeNumber(object: JsonObjectText, key: string): number | null {
  const member = object.member(key);
  const value = member?.kind === 'number' ? Number(object.text(member)) : Number.NaN;
  return Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** Seconds since the epoch in the one protocol, RFC 3339 in the other. */
function expiryOf(object: JsonObjectText): string | null {
  const seconds = wholeNumber(object, 'expires_at');
  const time = seconds === null ? Date.parse(object.string('expires_at') ?? '') : seconds * 1_000;
  return Number.isNaN(time) || Math.abs(time) > 8.64e15 ? null : new Date(time).toISOString();
}

/** What a deleted file is told as. */
export function deletedFile(dialect: FileDialect, id: string): object {
  return dialect === 'openai' ? { id, object: 'file', deleted: true } : { id, type: 'file_deleted' };
}

/** A page of records as its dialect tells it, and all that earlier versions of it read. */
export function filePage(
  dialect: FileDialect,
  records: readonly Buffer[],
  { ids, hasMore }: { readonly ids: readonly string[]; readonly hasMore: boolean },
): string {
  const lastId = ids.at(-1) ?? null;
  const rest = JSON.stringify({
    has_more: hasMore,
    first_id: ids[0] ?? null,
    last_id: lastId,
    ...(dialect === 'openai' ? { object: 'list' } : { next_page: hasMore ? lastId : null }),
  });
  return `{"data":[${records.map(String).join(',')}],${rest.slice(1)}`;
}
