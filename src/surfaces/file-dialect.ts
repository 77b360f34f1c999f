import type { Context } from 'koa';
import type { FileDialect } from '../domain/file-id.ts';
import type { FilePage } from '../protocols/files/file-page.ts';

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

/** What a deleted file is told as. */
export function deletedFile(dialect: FileDialect, id: string): object {
  return dialect === 'openai' ? { id, object: 'file', deleted: true } : { id, type: 'file_deleted' };
}

/** A page of records as its dialect tells it, and all that earlier versions of it read. */
export function filePage(dialect: FileDialect, records: readonly Buffer[], page: FilePage): string {
  const { ids, hasMore, nextAfter } = page;
  const rest = JSON.stringify({
    has_more: hasMore,
    first_id: ids[0] ?? null,
    last_id: ids.at(-1) ?? null,
    ...(dialect === 'openai' ? { object: 'list' } : { next_page: nextAfter }),
  });
  return `{"data":[${records.map(String).join(',')}],${rest.slice(1)}`;
}
