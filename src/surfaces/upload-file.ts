import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import { sharerOf, uploadSharer } from '../limits/caller-limits.ts';
import { isProtected } from '../domain/policy.ts';
import { fileId } from '../domain/file-id.ts';
import type { FileFacts, StoredFile, UploadFailure } from '../domain/file-life.ts';
import { plainFileName } from '../wire/form-file-name.ts';
import { mayAsk, type KnownNames } from '../catalogue/model-catalogue.ts';
import { readUpstreamFile, type UpstreamFile } from '../protocols/files/upstream-file.ts';
import { GatewayError } from '../errors.ts';
import { notAuthorised } from '../errors/not-authorised.ts';
import type { DoOnce, IdentifiedCaller, UploadClaim, UploadClaims } from '../pipeline/caller-access.ts';
import { AppendOutcomeUnknown } from '../ports/event-log.ts';
import { fileDialectOf, fileProtocolHeaders, upstreamFilesPath } from './file-dialect.ts';
import { askFileUpstream, readAnswer, refusalOf, wasNotSent, withOwnId } from './file-upstream.ts';
import { fileStoreOf, ownerFrom, removeUpstream, type FileStore, type FilesDeps } from './files.ts';
import { anthropicFileFields, openaiFileFields } from '../protocols/files/file-fields.ts';
import { modelInForm, readFormModel } from '../protocols/requests/form-model.ts';
import { assertSound, fieldTexts, formBody, formDigest, onlyFile, type Form } from './form.ts';
import { HttpClient } from './http-client.ts';
import { assertLength, presentedIn, requestNameOf } from './http-exchange.ts';
import type { SpoolFile } from './spool-file.ts';
import { pacedForm } from './paced-form.ts';

export interface UploadDeps extends FilesDeps, KnownNames {
  readonly doOnce: DoOnce;
  readonly storageClaims: UploadClaims;
}

/**
 * `POST /v1/files`: sends the file from disk to the upstream of the dialect, and returns its answer with an id of this
 * gateway. Free of charge, and executed once for an idempotency key. A `model` must be one that the caller may use.
 */
export function uploadFile(deps: UploadDeps) {
  return async (ctx: Context): Promise<void> => {
    const identified = await deps.identify(presentedIn(ctx));
    const fileStore = fileStoreOf(fileDialectOf(ctx), deps);
    assertInspectable(identified, fileStore);
    const permit = await deps.callerAdmission.enter(identified);
    try {
      await takeUpload(ctx, { fileStore, identified }, deps);
    } finally {
      permit.release();
    }
  };
}

/** Raises 400 for content that would have to be checked for personal data. */
function assertInspectable(identified: IdentifiedCaller, fileStore: FileStore): void {
  if (isProtected(identified) && !fileStore.isTrusted) throw new GatewayError('input_not_inspectable');
}

async function takeUpload(ctx: Context, to: Pick<Upload, 'fileStore' | 'identified'>, deps: UploadDeps): Promise<void> {
  await deps.callerAdmission.assertMayUpload(to.identified);
  // A file larger than the largest form is refused for its size first.
  assertLength(ctx.req, deps.fileBytesMax);
  const { tenant_id: tenantId } = to.identified.caller.key;
  const claim = await deps.storageClaims.claim(tenantId, Number(ctx.req.headers['content-length'] ?? 0));
  try {
    await takeForm({ ...to, ctx, claim }, deps);
  } finally {
    claim.release();
  }
}

interface Taking extends Pick<Upload, 'ctx' | 'fileStore' | 'identified'> {
  readonly claim: UploadClaim;
}

async function takeForm({ ctx, claim, ...to }: Taking, deps: UploadDeps): Promise<void> {
  const sharer = uploadSharer(to.identified.caller.key, deps.limits);
  const limits = {
    openSpool: async () => claimed(await deps.spools.open(sharer, ctx.req), claim),
    formBytesMax: deps.fileBytesMax,
    fieldsBytesMax: deps.bodyBytesMax,
    fields: fileDialectOf(ctx) === 'openai' ? openaiFileFields : anthropicFileFields,
  };
  const form = await pacedForm(ctx, limits, deps.bodyPace);
  try {
    // The key may have been revoked, or may do less, since the form began.
    const identified = await deps.identify(presentedIn(ctx));
    assertInspectable(identified, to.fileStore);
    await answer({ ctx, form, fileStore: to.fileStore, identified }, deps);
  } finally {
    await form.spool.close();
  }
}

/** A file to be stored. A claim of storage covers the bytes that arrive, whatever length was announced. */
function claimed(file: SpoolFile, claim: UploadClaim): SpoolFile {
  let bytes = 0;
  return {
    ...file,
    async write(piece) {
      bytes += piece.length;
      claim.cover(bytes);
      await file.write(piece);
    },
  };
}

async function answer(asked: Upload, deps: UploadDeps): Promise<void> {
  const { ctx, form, identified } = asked;
  // A file store ignores `model`, but a model that the caller may not use is refused as in any other request.
  const named = modelInForm(fieldTexts(form, 'model'));
  if (named !== null && !mayAsk(deps, identified.grant, named)) throw notAuthorised(named, identified.grant);
  const model = readFormModel(fieldTexts(assertSound(form), 'model'));
  ctx.respond = false;
  const keyed = {
    ...requestNameOf(ctx.req),
    ...identified,
    // A file belongs to one protocol and does not exist in the other.
    surface: { upstreamPath: `/files ${fileDialectOf(ctx)}` },
    request: { asked: { model } },
    body: formDigest(form),
    client: new HttpClient(ctx.res, deps.readerPatience),
  };
  await deps.doOnce(keyed, async () => {
    const { record } = await uploadOnce(asked, keyed, deps);
    return { status: 200, headers: { 'content-type': 'application/json' }, body: record };
  });
}

interface Upload {
  readonly ctx: Context;
  readonly form: Form;
  readonly fileStore: FileStore;
  readonly identified: IdentifiedCaller;
}

interface NamedUpload {
  readonly idempotencyKey?: string;
  readonly body: Buffer;
}

/** The file of an earlier attempt with the same idempotency key, if it was stored but its process could not answer. */
async function uploadOnce(asked: Upload, { idempotencyKey, body }: NamedUpload, deps: FilesDeps): Promise<StoredFile> {
  if (idempotencyKey === undefined) return upload(asked, deps);
  const owner = ownerFrom(asked.ctx, asked.identified);
  const randomHex = deps.storedFiles.digitsOf(JSON.stringify([owner, idempotencyKey, body.toString()]));
  return (await deps.storedFiles.findMade(randomHex, owner)) ?? upload(asked, deps, randomHex);
}

async function upload(
  { ctx, form, fileStore, identified }: Upload,
  deps: FilesDeps,
  keyedDigits: string | null = null,
): Promise<StoredFile> {
  const part = onlyFile(form, 'file');
  if (part === null) throw new GatewayError('invalid_value', { detail: '`file` must be one file.', param: 'file' });
  const dialect = fileDialectOf(ctx);
  const { nowMs, randomHex } = deps.mintFileParts();
  const { key } = identified.caller;
  const subject = {
    file_id: fileId(dialect, nowMs, keyedDigits ?? randomHex),
    dialect,
    user_id: key.user_id,
    tenant_id: key.tenant_id,
    key_id: key.key_id,
    upstream: fileStore.upstream,
    account: fileStore.account,
  };
  const name = plainFileName(part.fileName ?? '');
  await deps.storedFiles.begin({ ...subject, name, bytes: part.bytes, began_at: new Date(nowMs).toISOString() });
  const file = await send({ ctx, form, fileStore, identified, fileId: subject.file_id }, deps);
  const facts: FileFacts = {
    ...subject,
    upstream_file_id: file.id,
    bytes: file.bytes ?? part.bytes,
    counted_bytes: part.bytes,
    purpose: file.purpose,
    created_at: new Date(nowMs).toISOString(),
    expires_at: file.expiresAt,
  };
  const kept = { facts, record: withOwnId(facts, file.withId(facts.file_id)) };
  await keepOrRemove(ctx, kept, deps);
  return kept;
}

interface Sending extends Pick<Upload, 'ctx' | 'form' | 'fileStore' | 'identified'> {
  readonly fileId: string;
}

/** Raises the error for a failed upload. An upload with an unknown outcome stays open in the ledger. */
async function send({ ctx, form, fileStore, identified, fileId }: Sending, deps: FilesDeps): Promise<UpstreamFile> {
  const dialect = fileDialectOf(ctx);
  const boundary = `waybill-${randomUUID()}`;
  const headers = {
    ...fileProtocolHeaders(ctx, dialect),
    'content-type': `multipart/form-data; boundary=${boundary}`,
  };
  // A file store ignores `model`.
  const body = formBody(form, boundary, new Map([['model', null]]));
  const sharer = sharerOf(identified.caller.key);
  const request = { upstream: fileStore.upstream, path: upstreamFilesPath(ctx), headers, body, sharer };
  const answer = await askFileUpstream(ctx, deps.upstream, request).catch(async (error: unknown) => {
    if (wasNotSent(error)) await noteFailure(fileId, 'not_sent', deps);
    throw error;
  });
  if (answer.status !== 200 && answer.status !== 201) {
    if (answer.status >= 400 && answer.status < 500) await noteFailure(fileId, 'refused', deps);
    throw await refusalOf(answer);
  }
  const file = readUpstreamFile(await readAnswer(answer));
  if (file === null) throw new GatewayError('upstream_unavailable', { detail: 'The upstream did not store the file.' });
  return file;
}

/** Records the failure. If that fails, a sweep resolves the upload later. */
async function noteFailure(fileId: string, reason: UploadFailure, { storedFiles }: FilesDeps): Promise<void> {
  await storedFiles.fail(fileId, reason).catch(() => undefined);
}

/**
 * A file that cannot be recorded has no owner: it is deleted at the upstream, now or by a sweep. If it may have been recorded,
 * a sweep finds out, because its owner must be able to read every file that is listed.
 */
async function keepOrRemove(ctx: Context, kept: StoredFile, deps: FilesDeps): Promise<void> {
  try {
    await deps.storedFiles.store(kept);
  } catch (error) {
    if (!(error instanceof AppendOutcomeUnknown)) await removeUpstream(ctx, kept.facts, deps).catch(() => undefined);
    throw new GatewayError('ledger_unavailable', { cause: error });
  }
}
