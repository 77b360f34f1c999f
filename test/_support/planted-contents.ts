import { randomBytes, randomUUID } from 'node:crypto';
import { fileId, type FileDialect } from '../../src/domain/file-id.ts';
import { responseId } from '../../src/domain/responses/response-id.ts';
import { encodeEvent } from '../../src/ledger/codec.ts';
import { fileStream, responseStream } from '../../src/ledger/stream-names.ts';
import type { EventLog } from '../../src/ports/event-log.ts';

/** Stored responses and files as they stand in the ledger, without a request and without an upstream. */

interface Owner {
  readonly userId: string;
  readonly tenantId: string;
}

/** What stands in the facts and is shown to nobody. */
export const untold = 'hash-of-what-nobody-is-told';

const oneHour = () => ({ createdAtMs: Date.now(), expiresAtMs: Date.now() + 3_600_000 });
const openaiNow = () => ({ dialect: 'openai', createdAtMs: Date.now() }) as const;
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const time = (ms: number): string => new Date(ms).toISOString();
const digest = (): string => randomBytes(32).toString('base64url');

/** Returns the id. */
export async function plantResponse(
  log: EventLog,
  { userId, tenantId }: Owner,
  { createdAtMs, expiresAtMs }: { readonly createdAtMs: number; readonly expiresAtMs: number } = oneHour(),
): Promise<string> {
  const response_id = responseId(createdAtMs, hex(16));
  const data = {
    response_id,
    user_id: userId,
    tenant_id: tenantId,
    key_id: randomUUID(),
    reservation_id: randomUUID(),
    profile: 'light',
    target: 'small',
    previous_response_id: null,
    created_at: time(createdAtMs),
    expires_at: time(expiresAtMs),
    content_bytes: 321,
    counted_bytes: 321,
    content_digest: digest(),
    item_hashes: [untold],
  };
  const event = encodeEvent({ type: 'ResponseStored', data }, randomUUID());
  await log.append(responseStream(response_id), 'no_stream', [event]);
  return response_id;
}

/** Returns the id. */
export async function plantFile(
  log: EventLog,
  { userId, tenantId }: Owner,
  { dialect, createdAtMs }: { readonly dialect: FileDialect; readonly createdAtMs: number } = openaiNow(),
): Promise<string> {
  const file_id = fileId(dialect, createdAtMs, hex(16));
  const data = {
    file_id,
    dialect,
    user_id: userId,
    tenant_id: tenantId,
    key_id: randomUUID(),
    upstream: 'sandbox',
    account: 'account',
    upstream_file_id: `${untold}-${hex(4)}`,
    bytes: 77,
    counted_bytes: 77,
    purpose: untold,
    created_at: time(createdAtMs),
    expires_at: null,
    content_digest: digest(),
  };
  await log.append(fileStream(file_id), 'no_stream', [encodeEvent({ type: 'FileUploaded', data }, randomUUID())]);
  return file_id;
}
