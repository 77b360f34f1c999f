import type { Context } from 'koa';
import type { FileDialect } from '../domain/file-id.ts';
import { unknownOptIns } from '../protocols/requests/opt-ins.ts';
import { protocolHeaders } from './serve-inference.ts';
import type { FilePage } from '../protocols/files/file-page.ts';

/** The protocol of a file request: only clients of Anthropic send the version header. */
export function fileDialectOf({ req }: Context): FileDialect {
  return req.headers['anthropic-version'] === undefined ? 'openai' : 'anthropic';
}

/** The request headers that are forwarded in file requests. */
const fileHeaders: Readonly<Record<FileDialect, readonly string[]>> = {
  openai: ['openai-beta'],
  anthropic: ['anthropic-version', 'anthropic-beta'],
};

/**
 * The headers of a file request that go upstream. One with anything but words of a protocol in it, which may be personal
 * data, is left out: nothing that such a request asks for depends on it.
 */
export function fileProtocolHeaders({ req }: Context, dialect: FileDialect): Record<string, string> {
  const headers = protocolHeaders(req.headers, fileHeaders[dialect]);
  const others = new Set(unknownOptIns(headers).flatMap(({ header, isWord }) => (isWord ? [] : [header])));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !others.has(name)));
}

/** The upstream path of files, with the part of the query that belongs to the dialect. */
export function upstreamFilesPath(ctx: Context, rest = ''): string {
  return `/files${rest}${fileDialectOf(ctx) === 'anthropic' && ctx.query['beta'] === 'true' ? '?beta=true' : ''}`;
}

/** The answer to a deletion. */
export function deletedFile(dialect: FileDialect, id: string): object {
  return dialect === 'openai' ? { id, object: 'file', deleted: true } : { id, type: 'file_deleted' };
}

/** A page of records in its dialect, including members that earlier versions of it read. */
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
