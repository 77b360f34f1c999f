import { z } from 'zod';
import { files } from '../../projections/files.ts';
import { responseIndex, responseKey, type IndexedResponse } from '../../projections/response-index.ts';
import type { AdminAction } from '../domain/scopes/permissions.ts';
import { GatewayError } from '../errors.ts';
import type { IndexedFile } from '../ports/file-index.ts';
import { pageInput } from './inputs.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from './operation.ts';
import { scannedPage } from './owned-page.ts';
import { personWithin } from './reads-within.ts';

const input = z.strictObject({
  ...pageInput,
  user_id: z.uuid().optional().describe('Whose they are. Absent: of whoever asks.'),
});

const listResponses = adminOperation({
  id: 'listResponses',
  method: 'get',
  path: '/responses',
  command: 'responses list',
  commandNeeds: ['user_id'],
  summary: 'The stored responses of a person, the newest first: when, by which model, how large. Never what they say.',
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
  summary: 'The files of a person, by protocol, the newest first: when, and how large. Never names or contents.',
  action: 'files.read',
  input,
  run: async (asked, request) => {
    const { prefix, isWanted } = await ownedBy(request, 'files.read', asked.user_id);
    return await scannedPage(request, { projection: files, prefix, isWanted, shown: shownFile }, asked);
  },
});

type Owned = Pick<IndexedFile, 'tenant_id' | 'expires_at'>;

/** Where a person's own stand, and which of them are still there. Raises what the administrator may not. */
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

/** What people keep here. */
export const storedOperations: readonly AdminOperation[] = [listResponses, listFiles];
