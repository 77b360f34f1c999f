import type { Context } from 'koa';
import { isFileId, type FileDialect } from '../domain/file-id.ts';
import { filePageOf, type FilePageRequest } from '../protocols/files/file-page.ts';
import { GatewayError } from '../errors.ts';
import { filePage } from './file-dialect.ts';
import { ownerOf, type FilesDeps } from './files.ts';
import { invalidQuery, isOldestFirst, pageLimit, queryText } from './query-text.ts';

/** Largest page: each of its records has to be decrypted. Clients fetch further pages automatically. */
const pageFilesMax = 100;

/** Largest `limit` that the protocols allow. */
const askedMax = 10_000;

interface Asked {
  readonly page: FilePageRequest;
  readonly purpose: string | null;
  /** `null`: files of every purpose. */
  readonly ids: ReadonlySet<string> | null;
}

/** `GET /v1/files`: the caller's files in the dialect, newest first unless asked otherwise. */
export function listFiles(deps: Pick<FilesDeps, 'identify' | 'callerAdmission' | 'storedFiles'>) {
  return async (ctx: Context): Promise<void> => {
    const owner = await ownerOf(ctx, deps);
    const asked = askedOf(ctx, owner.dialect);
    const wanted = (await deps.storedFiles.list(owner)).filter((file) => isWanted(file, asked));
    const page = filePageOf(
      wanted.map(({ id }) => id),
      asked.page,
    );
    const shown = await Promise.all(page.ids.map((id) => deps.storedFiles.show(id, owner)));
    // Files that were deleted in the meantime are left out.
    const records = shown.flatMap((kept) => (kept === null ? [] : [kept.record]));
    ctx.type = 'application/json';
    ctx.body = filePage(owner.dialect, records, page);
  };
}

function isWanted({ id, purpose }: { readonly id: string; readonly purpose: string | null }, asked: Asked): boolean {
  return (asked.purpose === null || asked.purpose === purpose) && (asked.ids === null || asked.ids.has(id));
}

function askedOf(ctx: Context, dialect: FileDialect): Asked {
  const cursor = (name: string): string | null => {
    const id = queryText(ctx, name);
    if (id === null || isFileId(dialect, id)) return id;
    throw invalidQuery(name, `\`${name}\` names no file of the list.`);
  };
  const limit = Math.min(pageLimit(ctx, { most: askedMax, unasked: pageFilesMax }), pageFilesMax);
  const isAscending = isOldestFirst(ctx);
  // Bounded for both protocols, as it is described; OpenAI's has no such filter.
  const ids = idsOf(ctx.query);
  if (dialect === 'openai') {
    const page = { limit, isAscending, after: cursor('after'), before: cursor('before') };
    return { page, purpose: queryText(ctx, 'purpose'), ids: null };
  }
  if (queryText(ctx, 'scope_id') !== null) throw new GatewayError('unsupported_parameter', { param: 'scope_id' });
  // Requested ids are returned on a single page.
  if (ids !== null)
    return { page: { limit: pageFilesMax, isAscending, after: null, before: null }, purpose: null, ids };
  const after = cursor('page') ?? cursor('after_id');
  return { page: { limit, isAscending, after, before: cursor('before_id') }, purpose: null, ids: null };
}

function idsOf(query: Context['query']): ReadonlySet<string> | null {
  const ids = [query['ids[]'] ?? [], query['ids'] ?? []].flat();
  if (ids.length > pageFilesMax) throw invalidQuery('ids', `\`ids\` may name at most ${pageFilesMax} files.`);
  return ids.length === 0 ? null : new Set(ids);
}
