import { fileReferences, type FileReferences } from '../../protocols/file-ids/file-references.ts';
import { GatewayError } from '../../errors.ts';
import { ledgerFailure } from '../../errors/ledger-failure.ts';
import type { StoredFiles } from '../../ledger/stored-files.ts';
import type { Bound, NamedFiles, Resolved } from '../records.ts';

export interface ResolveFilesDeps {
  readonly storedFiles: Pick<StoredFiles, 'find'>;
}

/** The surfaces whose requests can name files, with their dialect of files. */
const dialects = new Map([
  ['chat_completions', 'openai'],
  ['responses', 'openai'],
  ['messages', 'anthropic'],
] as const);

/** How many files one request may name. */
const filesMax = 100;

export const noFiles: NamedFiles = { names: new Map(), account: null };

/**
 * Replaces the ids of the caller's own files with those of the upstream. Raises the same 404 for every other id: the
 * upstream account holds the files of all callers and does not know their owners. Raises 400 for files of several
 * accounts.
 */
export function resolveFiles(asked: Bound, deps: ResolveFilesDeps): Resolved | Promise<Resolved> {
  const dialect = dialects.get(asked.surface.name as Parameters<typeof dialects.get>[0]);
  const named = dialect === undefined ? null : fileReferences(asked.body, filesMax);
  if (dialect === undefined || named === null || named.ids.length === 0) return { ...asked, files: noFiles };
  return resolveNamed(asked, { named, dialect }, deps);
}

interface Naming {
  readonly named: FileReferences;
  readonly dialect: 'openai' | 'anthropic';
}

async function resolveNamed(
  asked: Bound,
  { named, dialect }: Naming,
  { storedFiles }: ResolveFilesDeps,
): Promise<Resolved> {
  if (named.ids.length > filesMax) throw refused(`A request can name at most ${filesMax} files.`);
  const { user_id: userId, tenant_id: tenantId } = asked.caller.key;
  const names = new Map<string, string>();
  const accounts = new Set<string>();
  for (const id of named.ids) {
    const facts = await found(() => storedFiles.find(id, { userId, tenantId, dialect }));
    if (facts === null) throw new GatewayError('file_not_found', { param: 'file_id' });
    names.set(id, facts.upstream_file_id);
    accounts.add(facts.account);
  }
  const [account = null, ...others] = accounts;
  if (others.length > 0) throw refused('The files are stored at several accounts, and no model can reach all of them.');
  const body = named.renamed(names);
  return { ...asked, body, request: asked.surface.parse(body), files: { names, account } };
}

function refused(detail: string): GatewayError {
  return new GatewayError('invalid_value', { detail, param: 'file_id' });
}

async function found<Found>(find: () => Promise<Found>): Promise<Found> {
  try {
    return await find();
  } catch (error) {
    throw ledgerFailure(error);
  }
}
