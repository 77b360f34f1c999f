import type { FormDeps } from './serve-form.ts';
import type { Context } from 'koa';
import { sharerOf } from '../limits/caller-limits.ts';
import type { FileDialect } from '../domain/file-id.ts';
import type { FileFacts, FileOwner } from '../domain/file-life.ts';
import { isAway } from '../protocols/files/upstream-file.ts';
import { GatewayError } from '../errors.ts';
import type { Caller, FileShelf, IdentifiedCaller } from '../pipeline/caller-access.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../ports/upstream.ts';
import { deletedFile, fileDialectOf, fileProtocolHeaders, upstreamFilesPath } from './file-dialect.ts';
import { askFileUpstream, readAnswer, refusalOf } from './file-upstream.ts';
import { presentedIn } from './http-exchange.ts';
import { enterUntilAnswered } from './enter-until-answered.ts';
import type { ReaderPatience } from './http-client.ts';

/** The file store of a dialect. */
export interface FileStore {
  readonly upstream: string;
  /** Identifies the account at the upstream: files of another account cannot be reached. */
  readonly account: string;
  /** Whether it may receive content that cannot be checked for personal data. */
  readonly isTrusted: boolean;
}

export interface FilesDeps extends Pick<FormDeps, 'spools' | 'limits' | 'callerAdmission' | 'bodyPace'> {
  readonly identify: Caller;
  readonly storedFiles: FileShelf;
  readonly upstream: Upstream;
  /** `null`: no upstream stores files. */
  readonly fileStores: Readonly<Record<FileDialect, FileStore | null>>;
  readonly fileBytesMax: number;
  readonly bodyBytesMax: number;
  readonly readerPatience: ReaderPatience;
  /** The parts of a new id: the time in milliseconds, and 32 random hex digits. */
  readonly mintFileParts: () => { readonly nowMs: number; readonly randomHex: string };
}

export type RoutedContext = Context & { readonly params: Record<string, string> };

/**
 * `DELETE /v1/files/{id}`: the intent is recorded in the ledger before the upstream is asked, because this process may die
 * before it can record the answer. If the upstream is unavailable, or the account of the file no longer configured, the owner
 * no longer sees the file, and a sweep removes it at the upstream.
 */
export function deleteFile(deps: FilesDeps) {
  return async (ctx: RoutedContext): Promise<void> => {
    const owner = await ownerOf(ctx, deps);
    const facts = await foundFile(ctx, owner, deps);
    await deps.storedFiles.beginRemoval(facts);
    if (await isRemovedUpstream(ctx, facts, deps)) await deps.storedFiles.delete(facts);
    else await deps.storedFiles.deferRemoval(facts);
    ctx.body = deletedFile(owner.dialect, facts.file_id);
  };
}

/** `false`: the upstream is unavailable or failing. Raises the upstream's error for a file that it does not remove. */
async function isRemovedUpstream(ctx: Context, facts: FileFacts, deps: FilesDeps): Promise<boolean> {
  const answer = await removeUpstream(ctx, facts, deps).catch((error: unknown) => {
    if (error instanceof GatewayError && error.code === 'upstream_unavailable') return null;
    throw error;
  });
  if (answer === null) return false;
  if (!isAway(answer.status) && answer.status >= 300 && answer.status !== 404) {
    throw await refusalOf(answer, facts);
  }
  // The status is known; a body that breaks off does not matter.
  await readAnswer(answer).catch(() => undefined);
  return !isAway(answer.status);
}

/** Asks the upstream to delete a file. Raises 503. */
export function removeUpstream(ctx: Context, facts: FileFacts, deps: FilesDeps): Promise<UpstreamAnswer> {
  return askAboutFile(ctx, { facts, method: 'DELETE' }, deps);
}

interface Question {
  readonly facts: FileFacts;
  readonly method: 'GET' | 'DELETE';
  readonly rest?: string;
  readonly held?: UpstreamRequest['held'];
}

/** A request to the account that stores the file. Raises 503 if that account is no longer configured. */
export async function askAboutFile(
  ctx: Context,
  { facts, method, rest = '', held }: Question,
  deps: FilesDeps,
): Promise<UpstreamAnswer> {
  const fileStore = deps.fileStores[facts.dialect];
  if (fileStore === null || fileStore.upstream !== facts.upstream || fileStore.account !== facts.account) {
    throw new GatewayError('upstream_unavailable', {
      detail: 'The upstream account that stores this file is no longer configured.',
    });
  }
  const { 'content-type': _, ...headers } = fileProtocolHeaders(ctx, facts.dialect);
  return await askFileUpstream(ctx, deps.upstream, {
    upstream: facts.upstream,
    path: upstreamFilesPath(ctx, `/${facts.upstream_file_id}${rest}`),
    method,
    headers,
    body: null,
    sharer: sharerOf(facts),
    ...(held !== undefined && { held }),
  });
}

/** Raises the same 404 for every id that is not a file of this owner. */
export async function foundFile(ctx: RoutedContext, owner: FileOwner, { storedFiles }: FilesDeps): Promise<FileFacts> {
  const facts = await storedFiles.find(ctx.params['id'] ?? '', owner);
  if (facts === null) throw new GatewayError('file_not_found');
  return facts;
}

/**
 * The owner whose files a request concerns. Counts against the limits of the caller, because most file requests ask the
 * upstream. Raises 401, 429 and 503.
 */
export async function ownerOf(
  ctx: Context,
  { identify, callerAdmission }: Pick<FilesDeps, 'identify' | 'callerAdmission'>,
): Promise<FileOwner> {
  const identified = await identify(presentedIn(ctx));
  await enterUntilAnswered(ctx, identified, callerAdmission);
  return ownerFrom(ctx, identified);
}

/** The owner whose files an authenticated caller sees. */
export function ownerFrom(ctx: Context, { caller }: Pick<IdentifiedCaller, 'caller'>): FileOwner {
  return { userId: caller.key.user_id, tenantId: caller.key.tenant_id, dialect: fileDialectOf(ctx) };
}

/** Raises the error for a dialect without a file store. */
export function fileStoreOf(dialect: FileDialect, { fileStores }: FilesDeps): FileStore {
  const fileStore = fileStores[dialect];
  if (fileStore === null) throw new GatewayError('files_not_offered');
  return fileStore;
}
