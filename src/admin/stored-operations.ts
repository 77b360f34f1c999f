import { z } from 'zod';
import { files } from '../../projections/files.ts';
import { responseIndex, responseKey, type IndexedResponse } from '../../projections/response-index.ts';
import type { AdminAction } from '../domain/scopes/permissions.ts';
import { GatewayError } from '../errors.ts';
import type { IndexedFile } from '../ports/file-index.ts';
import { pageInput, uuidInput } from './inputs.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from './operation.ts';
import { scannedPage } from './owned-page.ts';
import { personWithin } from './reads-within.ts';

const input = z.strictObject({
  ...pageInput,
  user_id: uuidInput.optional().describe('The owner. Absent: the caller.'),
});

const listResponses = adminOperation({
  id: 'listResponses',
  method: 'get',
  path: '/responses',
  command: 'responses list',
  commandNeeds: ['user_id'],
  summary: 'List the stored responses of a user, newest first: time, model and size, without contents.',
  action: 'responses.read',
  input,
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
  run: async (asked, request) => {
    const { prefix, isWanted } = await ownedBy(request, 'files.read', asked.user_id);
    return await scannedPage(request, { projection: files, prefix, isWanted, shown: shownFile }, asked);
  },
});

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

function shownResponse(response: IndexedResponse): object {
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

function shownFile({ file_id, dialect, created_at, expires_at, bytes }: IndexedFile): object {
  return { id: file_id, object: 'stored_file', dialect, created_at, expires_at, bytes };
}

/** Operations on stored responses and files. */
export const storedOperations: readonly AdminOperation[] = [listResponses, listFiles];
