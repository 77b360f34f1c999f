import { z } from 'zod';
import { files } from '../../projections/files.ts';
import { responseIndex, responseKey, type IndexedResponse } from '../../projections/response-index.ts';
import type { Removal } from '../domain/actor.ts';
import type { Principal } from '../domain/principal.ts';
import { fileIdPattern } from '../domain/file-id.ts';
import { responseIdPattern } from '../domain/responses/response-id.ts';
import type { AdminAction } from '../domain/scopes/permissions.ts';
import { GatewayError } from '../errors.ts';
import {
  recordedFile,
  recordedResponse,
  removeFile,
  removeResponse,
} from '../ledger/administration/stored-removals.ts';
import { nextLoopTurn } from '../ports/done-in-turns.ts';
import type { IndexedFile } from '../ports/file-index.ts';
import type { Projection } from '../ports/read-models.ts';
import { notFound } from './administrator.ts';
import { pageInput, reasonInput, uuidInput } from './inputs.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from './operation.ts';
import { countOutput, idOutput, pageOutput, timeOutput, type Shown } from './outputs.ts';
import { scannedPage } from './owned-page.ts';
import { assertMayActFor, personWithin, placeOfTenant } from './reads-within.ts';

const input = z.strictObject({
  ...pageInput,
  user_id: uuidInput.optional().describe('The owner. Absent: the caller.'),
});

const responseOutput = z
  .strictObject({
    id: z.string(),
    object: z.literal('stored_response'),
    created_at: timeOutput,
    expires_at: timeOutput.nullable(),
    model: z.string(),
    bytes: countOutput,
    previous_response_id: z.string().nullable(),
  })
  .meta({ id: 'StoredResponse' });
const fileOutput = z
  .strictObject({
    id: z.string(),
    object: z.literal('stored_file'),
    dialect: z.string().describe('The protocol by which it was uploaded.'),
    created_at: timeOutput,
    expires_at: timeOutput.nullable(),
    bytes: countOutput,
  })
  .meta({ id: 'StoredFile' });
const deleted = z.strictObject({ id: z.string(), deleted: z.literal(true) });

const listResponses = adminOperation({
  id: 'listResponses',
  method: 'get',
  path: '/responses',
  command: 'responses list',
  commandNeeds: ['user_id'],
  summary: 'List the stored responses of a user, newest first: time, model and size, without contents.',
  action: 'responses.read',
  input,
  output: pageOutput(responseOutput),
  run: async (asked, request) => {
    const { prefix, isWanted } = await ownedBy(request, 'responses.read', asked.user_id);
    return await scannedPage(request, { projection: responseIndex, prefix, isWanted, shown: shownResponse }, asked);
  },
});

const listFiles = adminOperation({
  id: 'listFiles',
  method: 'get',
  path: '/files',
  command: 'files list',
  commandNeeds: ['user_id'],
  summary: 'List the files of a user by protocol, newest first: time and size, without names and contents.',
  action: 'files.read',
  input,
  output: pageOutput(fileOutput),
  run: async (asked, request) => {
    const { prefix, isWanted } = await ownedBy(request, 'files.read', asked.user_id);
    return await scannedPage(request, { projection: files, prefix, isWanted, shown: shownFile }, asked);
  },
});

const exampleId = (prefix: string): string => `${prefix}${'0123456789ab'.padEnd(44, '0')}`;

const deleteResponse = adminOperation({
  id: 'deleteResponse',
  method: 'post',
  path: '/responses/{response_id}/delete',
  command: 'responses delete',
  summary: 'Delete a stored response and its content permanently. Other responses of the conversation remain.',
  action: 'responses.delete',
  input: z.strictObject({
    response_id: z
      .string()
      .regex(responseIdPattern, 'the id of a response: resp_ and 44 hex digits in lower case')
      .meta({ examples: [exampleId('resp_')] }),
    reason: reasonInput,
  }),
  output: deleted.extend({ object: z.literal('stored_response') }).meta({ id: 'DeletedResponse' }),
  run: async ({ response_id: id, reason }, request) => {
    request.administrator.reach('responses.delete');
    const by = await removalBy(request, 'response', await recordedResponse(request.deps, id), reason);
    if (!(await removeResponse(request.deps, id, by))) throw notFound('response');
    await request.deps.catchUp([responseIndex]);
    return { id, object: 'stored_response', deleted: true };
  },
});

const deleteFile = adminOperation({
  id: 'deleteFile',
  method: 'post',
  path: '/files/{file_id}/delete',
  command: 'files delete',
  summary: 'Delete a file permanently. It is gone for its owner at once; a running gateway deletes it at the upstream.',
  action: 'files.delete',
  input: z.strictObject({
    file_id: z
      .string()
      .regex(fileIdPattern, 'the id of a file: file- or file_ and 44 hex digits in lower case')
      .meta({ examples: [exampleId('file-')] }),
    reason: reasonInput,
  }),
  output: deleted.extend({ object: z.literal('stored_file') }).meta({ id: 'DeletedFile' }),
  run: async ({ file_id: id, reason }, request) => {
    request.administrator.reach('files.delete');
    const by = await removalBy(request, 'file', await recordedFile(request.deps, id), reason);
    if (!(await removeFile(request.deps, id, by))) throw notFound('file');
    await request.deps.catchUp([files]);
    return { id, object: 'stored_file', deleted: true };
  },
});

/** Most responses and files that one call deletes, so that it takes no longer than about a second. */
const erasedMax = 100;

const erasedOutput = z
  .strictObject({
    id: idOutput,
    object: z.literal('stored_of_user'),
    dry_run: z.boolean(),
    responses: countOutput,
    files: countOutput,
    bytes: countOutput,
    has_more: z.boolean().describe('Whether there is more to delete: call again.'),
  })
  .meta({ id: 'ErasedContents', description: 'What was deleted, or would be.' });

const deleteStored = adminOperation({
  id: 'deleteStored',
  method: 'post',
  path: '/users/{user_id}/stored/delete',
  command: 'users erase',
  erases: true,
  summary:
    'Delete all stored responses and files of a user permanently: some in each call, until `has_more` is false. May be repeated, and continues what was interrupted.',
  action: 'responses.delete',
  input: z.strictObject({
    user_id: uuidInput,
    reason: reasonInput,
    dry_run: z.boolean().default(false).describe('Count what there is to delete, and delete nothing.'),
  }),
  output: erasedOutput,
  run: async ({ user_id: userId, reason, dry_run }, request) => {
    const { administrator, deps } = request;
    await personWithin(request, 'files.delete', userId);
    const owner = await personWithin(request, 'responses.delete', userId);
    await assertMayActFor(request, owner);
    const by = { actor: administrator.actor, reason };
    const found = { responses: 0, files: 0, bytes: 0 };
    const answer = (has_more: boolean) =>
      ({ id: userId, object: 'stored_of_user', dry_run, ...found, has_more }) as const;
    await deps.catchUp([responseIndex, files]);
    let tried = 0;
    for await (const { kind, bytes, remove } of everythingOf(request, owner)) {
      if (!dry_run && tried === erasedMax) return answer(true);
      tried += 1;
      if (!dry_run && !(await remove(by))) continue;
      found[kind] += 1;
      found.bytes += bytes;
    }
    await deps.catchUp([responseIndex, files]);
    return answer(false);
  },
});

async function* everythingOf(request: AdminRequest, owner: Principal) {
  const { deps } = request;
  for await (const { response_id, content_bytes: bytes } of storedOf(request, responseIndex, owner)) {
    yield { kind: 'responses', bytes, remove: (by: Removal) => removeResponse(deps, response_id, by) } as const;
  }
  for await (const { file_id, bytes } of storedOf(request, files, owner)) {
    yield { kind: 'files', bytes, remove: (by: Removal) => removeFile(deps, file_id, by) } as const;
  }
}

/** All documents of their owner, expired or not, in turns of the event loop. */
async function* storedOf<Document extends Pick<Owned, 'tenant_id'>>(
  { deps }: AdminRequest,
  projection: Projection<Document>,
  { user_id, tenant_id }: Pick<Principal, 'user_id' | 'tenant_id'>,
): AsyncGenerator<Document> {
  const prefix = responseKey(user_id, '');
  for (let afterKey = prefix; ; await nextLoopTurn()) {
    const entries = deps.readModels.list(projection, { afterKey, limit: erasedMax });
    for (const { key, document } of entries) {
      if (!key.startsWith(prefix)) return;
      afterKey = key;
      if (document.tenant_id === tenant_id) yield document;
    }
    if (entries.length < erasedMax) return;
  }
}

/** Raises `resource_not_found` for what is not there or out of reach, and `not_permitted` for an owner in a higher role. */
async function removalBy(
  request: AdminRequest,
  what: 'response' | 'file',
  found: { readonly user_id: string; readonly tenant_id: string } | null,
  reason: string,
): Promise<Removal> {
  const { administrator } = request;
  const place = await placeOfTenant(request, found?.tenant_id ?? null);
  if (found === null) throw notFound(what);
  administrator.assertMay(`${what}s.delete`, { ...place, userId: found.user_id }, what);
  await assertMayActFor(request, found);
  return { actor: administrator.actor, reason };
}

type Owned = Pick<IndexedFile, 'tenant_id' | 'expires_at'>;

/** The listing of a user's own documents that still exist. Raises the errors of access checks. */
async function ownedBy(request: AdminRequest, action: AdminAction, named: string | undefined) {
  const { administrator, deps } = request;
  administrator.reach(action);
  const userId = named ?? administrator.person?.user_id;
  if (userId === undefined) {
    throw new GatewayError('invalid_value', { detail: '`user_id` is missing.', param: 'user_id' });
  }
  const { tenant_id: tenantId } = await personWithin(request, action, userId);
  const now = deps.now();
  const isWanted = ({ tenant_id, expires_at }: Owned): boolean =>
    tenant_id === tenantId && (expires_at === null || Date.parse(expires_at) > now);
  return { prefix: responseKey(userId, ''), isWanted };
}

function shownResponse(response: IndexedResponse): Shown<typeof responseOutput> {
  const { response_id, profile, created_at, expires_at, content_bytes, previous_response_id } = response;
  return {
    id: response_id,
    object: 'stored_response',
    created_at,
    expires_at,
    model: profile,
    bytes: content_bytes,
    previous_response_id,
  };
}

function shownFile({ file_id, dialect, created_at, expires_at, bytes }: IndexedFile): Shown<typeof fileOutput> {
  return { id: file_id, object: 'stored_file', dialect, created_at, expires_at, bytes };
}

/** Operations on stored responses and files. */
export const storedOperations: readonly AdminOperation[] = [
  listResponses,
  listFiles,
  deleteResponse,
  deleteFile,
  deleteStored,
];
