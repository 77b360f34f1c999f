import type { Context } from 'koa';
import type { FileDialect } from '../domain/file-id.ts';
import { GatewayError } from '../errors.ts';
import { filePage } from './file-dialect.ts';
import { ownerOf, type FilesDeps } from './files.ts';

/** Records are sealed: each one of a page is opened. Clients go on to the next page by themselves. */
const pageFilesMax = 100;

/** The most that either protocol lets a client ask for. */
const askedMax = 10_000;

interface Asked {
  readonly limit: number;
  readonly isAscending: boolean;
  readonly purpose: string | null;
  /** `null`: every file. */
  readonly ids: ReadonlySet<string> | null;
  readonly after: string | null;
  readonly before: string | null;
}

/** `GET /v1/files`: the caller's own files in the dialect, the newest first unless asked. */
export function listFiles(deps: Pick<FilesDeps, 'identify' | 'keptFiles'>) {
  return async (ctx: Context): Promise<void> => {
    const owner = await ownerOf(ctx, deps);
    const asked = askedOf(ctx, owner.dialect);
    const all = await deps.keptFiles.list(owner);
    const inOrder = asked.isAscending ? all.toReversed() : all;
    const ids = inOrder.map(({ id }) => id);
    const { start, end } = rangeOf(ids, asked);
    const wanted = inOrder.slice(start, end).filter((file) => isWanted(file, asked));
    const page = asked.before === null ? wanted.slice(0, asked.limit) : wanted.slice(-asked.limit);
    const shown = await Promise.all(page.map(({ id }) => deps.keptFiles.show(id, owner)));
    // What was deleted meanwhile is not shown.
    const records = shown.flatMap((kept) => (kept === null ? [] : [kept.record]));
    ctx.type = 'application/json';
    ctx.body = filePage(owner.dialect, records, {
      ids: page.map(({ id }) => id),
      hasMore: wanted.length > page.length,
    });
  };
}

function isWanted({ id, purpose }: { readonly id: string; readonly purpose: string | null }, asked: Asked): boolean {
  return (asked.purpose === null || asked.purpose === purpose) && (asked.ids === null || asked.ids.has(id));
}

function rangeOf(ids: readonly string[], { after, before }: Asked): { readonly start: number; readonly end: number } {
  return {
    start: after === null ? 0 : placeOf(ids, after, 'after') + 1,
    end: before === null ? ids.length : placeOf(ids, before, 'before'),
  };
}

/** The same words for an id of somebody else and for none. */
function placeOf(ids: readonly string[], id: string, param: string): number {
  const place = ids.indexOf(id);
  if (place >= 0) return place;
  throw new GatewayError('invalid_value', { detail: `\`${param}\` names no file of the list.`, param });
}

function askedOf({ query }: Context, dialect: FileDialect): Asked {
  const text = (name: string): string | null => {
    const value = query[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const limit = Number(text('limit') ?? pageFilesMax);
  if (!Number.isInteger(limit) || limit < 1 || limit > askedMax) {
    throw new GatewayError('invalid_value', { detail: `\`limit\` must be from 1 to ${askedMax}.`, param: 'limit' });
  }
  const order = text('order');
  if (order !== null && order !== 'asc' && order !== 'desc') {
    throw new GatewayError('invalid_value', { detail: '`order` must be `asc` or `desc`.', param: 'order' });
  }
  const isAnthropic = dialect === 'anthropic';
  const ids = [query['ids[]'] ?? [], query['ids'] ?? []].flat();
  return {
    limit: Math.min(limit, pageFilesMax),
    isAscending: order === 'asc',
    purpose: isAnthropic ? null : text('purpose'),
    ids: isAnthropic && ids.length > 0 ? new Set(ids) : null,
    after: isAnthropic ? (text('page') ?? text('after_id')) : text('after'),
    before: isAnthropic ? text('before_id') : text('before'),
  };
}
