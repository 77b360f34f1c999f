import { fileReferences, withFileIds } from '../domain/file-references.ts';
import type { KeptFiles } from '../ledger/kept-files.ts';
import { GatewayError } from '../errors.ts';
import { EventLogBusy, EventLogUnavailable } from '../ports/event-log.ts';
import type { Claimed } from './stages.ts';

export interface ResolveFilesDeps {
  readonly keptFiles: Pick<KeptFiles, 'find'>;
}

/** Surfaces whose requests can name files, with the dialect of those. */
const dialects = new Map([
  ['chat_completions', 'openai'],
  ['responses', 'openai'],
  ['messages', 'anthropic'],
] as const);

/** Files that one request may name. */
const filesMax = 100;

/**
 * Ids of the caller's own files → what the upstream calls them. Raises the one 404 for any other: the account upstream
 * holds the files of everybody, and knows nothing of owners.
 */
export async function resolveFiles(claimed: Claimed, { keptFiles }: ResolveFilesDeps): Promise<Claimed> {
  const dialect = dialects.get(claimed.surface.name as Parameters<typeof dialects.get>[0]);
  const named = dialect === undefined ? [] : fileReferences(claimed.body);
  if (dialect === undefined || named.length === 0) return claimed;
  if (named.length > filesMax) {
    throw new GatewayError('invalid_value', { detail: `A request names at most ${filesMax} files.`, param: 'file_id' });
  }
  const { user_id: userId, tenant_id: tenantId } = claimed.caller.key;
  const upstreamIds = new Map<string, string>();
  for (const id of named) {
    const facts = await found(() => keptFiles.find(id, { userId, tenantId, dialect }));
    if (facts === null) throw new GatewayError('file_not_found', { param: 'file_id' });
    upstreamIds.set(id, facts.upstream_file_id);
  }
  const body = withFileIds(claimed.body, upstreamIds);
  // An id that is spelt with escapes is still ours, and nobody's upstream.
  const isReplaced = fileReferences(body).every((id) => !upstreamIds.has(id));
  if (!isReplaced) throw new GatewayError('file_not_found', { param: 'file_id' });
  return { ...claimed, body, request: claimed.surface.parse(body) };
}

async function found<Found>(find: () => Promise<Found>): Promise<Found> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof EventLogBusy) throw new GatewayError('ledger_busy', { cause: error });
    if (error instanceof EventLogUnavailable) throw new GatewayError('ledger_unavailable', { cause: error });
    throw error;
  }
}
