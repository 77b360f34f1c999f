import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import { fileId, type FileDialect } from '../domain/file-id.ts';
import type { FileFacts, FileOwner, KeptFile, UploadFailure } from '../domain/file-life.ts';
import { plainFileName } from '../domain/form-file-name.ts';
import { isAway, readUpstreamFile, type UpstreamFile } from '../domain/upstream-file.ts';
import { GatewayError } from '../errors.ts';
import type { Authenticated } from '../pipeline/stages.ts';
import type { Caller, FileShelf } from '../pipeline/pipeline.ts';
import type { Upstream, UpstreamAnswer } from '../ports/upstream.ts';
import { deletedFile, fileDialectOf, fileHeaders, upstreamFilesPath } from './file-dialect.ts';
import { askUpstream, readAnswer, refusalOf, wasNotSent, withOwnId } from './file-upstream.ts';
import { readForm } from './form-body.ts';
import { anthropicFileFields, openaiFileFields } from './form-fields.ts';
import { formBody, onlyFile, type Form } from './form.ts';
import { credentialsOf } from './http-exchange.ts';
import { protocolHeaders } from './inference-handler.ts';
import type { SpoolRoom } from './spool-room.ts';

/** Where uploads of a dialect lie. */
export interface FileKeeper {
  readonly upstream: string;
  /** Tells the account there: a file of another one cannot be reached. */
  readonly account: string;
  /** May see personal data that cannot be inspected. */
  readonly isTrusted: boolean;
}

export interface FilesDeps {
  readonly identify: Caller;
  readonly keptFiles: FileShelf;
  readonly upstream: Upstream;
  /** `null` where no upstream keeps files. */
  readonly fileKeepers: Readonly<Record<FileDialect, FileKeeper | null>>;
  readonly fileBytesMax: number;
  readonly bodyBytesMax: number;
  readonly spools: SpoolRoom;
  /** Now, milliseconds, and chance, 32 hex digits: what an id is made of. */
  readonly mintFileParts: () => { readonly nowMs: number; readonly randomHex: string };
}

export type Routed = Context & { readonly params: Record<string, string> };

type Identified = Pick<Authenticated, 'caller' | 'grant'>;

/** `POST /v1/files`: to the upstream of the dialect, from disk; what it says comes back under an id of ours. Free. */
export function uploadFile(deps: FilesDeps) {
  return async (ctx: Context): Promise<void> => {
    const identified = await deps.identify({ credentials: credentialsOf(ctx.req) });
    const dialect = fileDialectOf(ctx);
    const keeper = keeperOf(dialect, deps);
    const isProtected = identified.caller.principal.pii_enabled || identified.grant.piiRequired;
    if (isProtected && !keeper.isTrusted) throw new GatewayError('input_not_inspectable');
    const form = await readForm(ctx, {
      spools: deps.spools,
      formBytesMax: deps.fileBytesMax,
      fieldsBytesMax: deps.bodyBytesMax,
      fields: dialect === 'openai' ? openaiFileFields : anthropicFileFields,
    });
    try {
      const kept = await upload({ ctx, form, keeper, identified }, deps);
      ctx.type = 'application/json';
      ctx.body = kept.record;
    } finally {
      await form.spool.close();
    }
  };
}

interface Upload {
  readonly ctx: Context;
  readonly form: Form;
  readonly keeper: FileKeeper;
  readonly identified: Identified;
}

async function upload({ ctx, form, keeper, identified }: Upload, deps: FilesDeps): Promise<KeptFile> {
  const part = onlyFile(form, 'file');
  if (part === null) throw new GatewayError('invalid_value', { detail: '`file` must be one file.', param: 'file' });
  const dialect = fileDialectOf(ctx);
  const { nowMs, randomHex } = deps.mintFileParts();
  const { key } = identified.caller;
  const subject = {
    file_id: fileId(dialect, nowMs, randomHex),
    dialect,
    user_id: key.user_id,
    tenant_id: key.tenant_id,
    key_id: key.key_id,
    upstream: keeper.upstream,
    account: keeper.account,
  };
  const name = plainFileName(part.fileName ?? '');
  await deps.keptFiles.begin({ ...subject, name, bytes: part.bytes, began_at: new Date(nowMs).toISOString() });
  const file = await send({ ctx, form, keeper, fileId: subject.file_id }, deps);
  const facts: FileFacts = {
    ...subject,
    upstream_file_id: file.id,
    bytes: file.bytes ?? part.bytes,
    purpose: file.purpose,
    created_at: new Date(nowMs).toISOString(),
    expires_at: file.expiresAt,
  };
  const kept = { facts, record: withOwnId(facts, file.withId(facts.file_id)) };
  await keepOrRemove(ctx, kept, deps);
  return kept;
}

interface Sending extends Pick<Upload, 'ctx' | 'form' | 'keeper'> {
  readonly fileId: string;
}

/** Raises what the caller is told of an upload that failed; one of which nobody knows the end stays open in the books. */
async function send({ ctx, form, keeper, fileId }: Sending, deps: FilesDeps): Promise<UpstreamFile> {
  const dialect = fileDialectOf(ctx);
  const boundary = `waybill-${randomUUID()}`;
  const headers = {
    ...protocolHeaders(ctx.req.headers, fileHeaders[dialect]),
    'content-type': `multipart/form-data; boundary=${boundary}`,
  };
  // A model means nothing to an upstream that only keeps.
  const body = formBody(form, boundary, new Map([['model', null]]));
  const request = { upstream: keeper.upstream, path: upstreamFilesPath(ctx), headers, body };
  const answer = await askUpstream(ctx, deps.upstream, request).catch(async (error: unknown) => {
    if (wasNotSent(error)) await noteFailure(fileId, 'not_sent', deps);
    throw error;
  });
  if (answer.status !== 200 && answer.status !== 201) {
    if (answer.status >= 400 && answer.status < 500) await noteFailure(fileId, 'refused', deps);
    throw await refusalOf(answer);
  }
  const file = readUpstreamFile(await readAnswer(answer));
  if (file === null) throw new GatewayError('upstream_unavailable', { detail: 'The upstream took no file.' });
  return file;
}

/** What is not noted here is found out by a sweep. */
async function noteFailure(fileId: string, reason: UploadFailure, { keptFiles }: FilesDeps): Promise<void> {
  await keptFiles.fail(fileId, reason).catch(() => undefined);
}

/** A file that cannot be recorded is nobody's: the upstream is told to forget it, now or by a sweep. */
async function keepOrRemove(ctx: Context, kept: KeptFile, deps: FilesDeps): Promise<void> {
  try {
    await deps.keptFiles.keep(kept);
  } catch (error) {
    await removeUpstream(ctx, kept.facts, deps).catch(() => undefined);
    throw new GatewayError('ledger_unavailable', { cause: error });
  }
}

/** `GET /v1/files/{id}`: what the upstream said of it at its upload. */
export function showFile(deps: FilesDeps) {
  return async (ctx: Routed): Promise<void> => {
    const kept = await deps.keptFiles.show(ctx.params['id'] ?? '', await ownerOf(ctx, deps));
    if (kept === null) throw new GatewayError('file_not_found');
    ctx.type = 'application/json';
    ctx.body = kept.record;
  };
}

/**
 * `DELETE /v1/files/{id}`: at the upstream first. While that is away the wish is recorded: the file is its owner's no more,
 * and a sweep removes it there.
 */
export function deleteFile(deps: FilesDeps) {
  return async (ctx: Routed): Promise<void> => {
    const owner = await ownerOf(ctx, deps);
    const facts = await foundFile(ctx, owner, deps);
    if (await isRemovedUpstream(ctx, facts, deps)) await deps.keptFiles.delete(facts);
    else await deps.keptFiles.deferRemoval(facts);
    ctx.body = deletedFile(owner.dialect, facts.file_id);
  };
}

/** False: the upstream is away, or not itself. Raises what it says of a file that it does not remove. */
async function isRemovedUpstream(ctx: Context, facts: FileFacts, deps: FilesDeps): Promise<boolean> {
  const answer = await removeUpstream(ctx, facts, deps).catch((error: unknown) => {
    if (error instanceof GatewayError && error.code === 'upstream_unavailable') return null;
    throw error;
  });
  if (answer === null) return false;
  if (!isAway(answer.status) && answer.status >= 300 && answer.status !== 404) {
    throw await refusalOf(answer, facts);
  }
  // The status has been given; words that break off are not needed.
  await readAnswer(answer).catch(() => undefined);
  return !isAway(answer.status);
}

function removeUpstream(ctx: Context, facts: FileFacts, deps: FilesDeps): Promise<UpstreamAnswer> {
  return askAboutFile(ctx, { facts, method: 'DELETE' }, deps);
}

interface Question {
  readonly facts: FileFacts;
  readonly method: 'GET' | 'DELETE';
  readonly rest?: string;
}

/** A question to the account where the file lies. Raises 503 when that is no longer the configured one. */
export function askAboutFile(
  ctx: Context,
  { facts, method, rest = '' }: Question,
  deps: FilesDeps,
): Promise<UpstreamAnswer> {
  const keeper = deps.fileKeepers[facts.dialect];
  if (keeper === null || keeper.upstream !== facts.upstream || keeper.account !== facts.account) {
    throw new GatewayError('upstream_unavailable', { detail: 'The account that keeps this file is not configured.' });
  }
  const { 'content-type': _, ...headers } = protocolHeaders(ctx.req.headers, fileHeaders[facts.dialect]);
  return askUpstream(ctx, deps.upstream, {
    upstream: facts.upstream,
    path: upstreamFilesPath(ctx, `/${facts.upstream_file_id}${rest}`),
    method,
    headers,
    body: null,
  });
}

/** Raises the one 404 for everything that is not a file of this owner. */
export async function foundFile(ctx: Routed, owner: FileOwner, { keptFiles }: FilesDeps): Promise<FileFacts> {
  const facts = await keptFiles.find(ctx.params['id'] ?? '', owner);
  if (facts === null) throw new GatewayError('file_not_found');
  return facts;
}

/** Raises 401. */
export async function ownerOf(ctx: Context, { identify }: Pick<FilesDeps, 'identify'>): Promise<FileOwner> {
  const { caller } = await identify({ credentials: credentialsOf(ctx.req) });
  return { userId: caller.key.user_id, tenantId: caller.key.tenant_id, dialect: fileDialectOf(ctx) };
}

function keeperOf(dialect: FileDialect, { fileKeepers }: FilesDeps): FileKeeper {
  const keeper = fileKeepers[dialect];
  if (keeper === null) throw new GatewayError('files_not_offered');
  return keeper;
}
