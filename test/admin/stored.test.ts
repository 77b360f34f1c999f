import { randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import type { DomainEvent } from '../../src/domain/event-catalogue.ts';
import { fileId, type FileDialect } from '../../src/domain/file-id.ts';
import { responseId } from '../../src/domain/responses/response-id.ts';
import { encodeEvent } from '../../src/ledger/codec.ts';
import { fileStream, responseStream } from '../../src/ledger/stream-names.ts';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const now = Date.now();
const hour = 3_600_000;
const time = (ms: number): string => new Date(ms).toISOString();
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const secret = 'hash-of-what-nobody-is-told';

const record = (stream: string, event: DomainEvent, expected: 'no_stream' | number = 'no_stream') =>
  scene.ledger.log.append(stream, expected, [encodeEvent(event, randomUUID())]);

async function storeResponse(
  { userId }: Pick<Person, 'userId'>,
  createdAt: number,
  expiresAt: number,
): Promise<string> {
  const response_id = responseId(createdAt, hex(16));
  const data = {
    response_id,
    user_id: userId,
    tenant_id: scene.tenant.tenantId,
    key_id: randomUUID(),
    reservation_id: randomUUID(),
    profile: 'light',
    target: 'small',
    previous_response_id: null,
    created_at: time(createdAt),
    expires_at: time(expiresAt),
    content_bytes: 321,
    counted_bytes: 321,
    content_digest: randomBytes(32).toString('base64url'),
    item_hashes: [secret],
  };
  await record(responseStream(response_id), { type: 'ResponseStored', data });
  return response_id;
}

async function storeFile({ userId }: Pick<Person, 'userId'>, dialect: FileDialect, createdAt: number): Promise<string> {
  const file_id = fileId(dialect, createdAt, hex(16));
  const data = {
    file_id,
    dialect,
    user_id: userId,
    tenant_id: scene.tenant.tenantId,
    key_id: randomUUID(),
    upstream: 'sandbox',
    account: 'account',
    upstream_file_id: `${secret}-${hex(4)}`,
    bytes: 77,
    purpose: secret,
    created_at: time(createdAt),
    expires_at: null,
    content_digest: randomBytes(32).toString('base64url'),
  };
  await record(fileStream(file_id), { type: 'FileUploaded', data });
  return file_id;
}

const ids = (json: Readonly<Record<string, unknown>>): readonly unknown[] =>
  (json['data'] as readonly { readonly id: unknown }[]).map(({ id }) => id);

test('a member sees the responses that they have stored, the newest first, without their content', async (t) => {
  const person = await scene.addPerson(scene.tenant);
  const old = await storeResponse(person, now - 2 * hour, now + hour);
  const young = await storeResponse(person, now - hour, now + hour);
  await storeResponse(person, now - 3 * hour, now - hour);
  await storeResponse(await scene.addPerson(scene.tenant), now, now + hour);
  const { status, json } = await scene.ask(person, '/responses');
  t.is(status, 200);
  t.deepEqual(ids(json), [young, old]);
  t.deepEqual((json['data'] as readonly object[])[1], {
    id: old,
    object: 'stored_response',
    created_at: time(now - 2 * hour),
    expires_at: time(now + hour),
    model: 'light',
    bytes: 321,
    previous_response_id: null,
  });
  t.false(JSON.stringify(json).includes(secret));
  const first = await scene.ask(person, '/responses?limit=1');
  t.deepEqual(ids(first.json), [young]);
  t.deepEqual(ids((await scene.ask(person, `/responses?limit=1&after=${String(first.json['next'])}`)).json), [old]);
});

test('a member sees their files of both protocols, without names and purposes, until they are removed', async (t) => {
  const person = await scene.addPerson(scene.tenant);
  const [one, other] = [await storeFile(person, 'openai', now), await storeFile(person, 'anthropic', now)];
  const { json } = await scene.ask(person, '/files');
  t.deepEqual(ids(json), [other, one]);
  t.deepEqual((json['data'] as readonly object[])[1], {
    id: one,
    object: 'stored_file',
    dialect: 'openai',
    created_at: time(now),
    expires_at: null,
    bytes: 77,
  });
  t.false(JSON.stringify(json).includes(secret));
  const gone = { file_id: one, dialect: 'openai', user_id: person.userId, tenant_id: scene.tenant.tenantId } as const;
  await record(fileStream(one), { type: 'FileDeleted', data: gone }, 0);
  t.deepEqual(ids((await scene.ask(person, '/files')).json), [other]);
});

test('a member sees only their own responses, and an administrator those of the tenant', async (t) => {
  const person = await scene.addPerson(scene.tenant);
  const stored = await storeResponse(person, now, now + hour);
  const path = `/responses?user_id=${person.userId}`;
  t.is((await scene.ask(scene.people.member, path)).json.error?.code, 'resource_not_found');
  t.is((await scene.ask(scene.foreign.member, path)).json.error?.code, 'resource_not_found');
  t.deepEqual(ids((await scene.ask(scene.people.tenant_admin, path)).json), [stored]);
  t.deepEqual(ids((await scene.ask(scene.people.auditor, path)).json), [stored]);
});

test('a cursor of the list of another person is refused', async (t) => {
  const person = await scene.addPerson(scene.tenant);
  await storeResponse(person, now, now + hour);
  await storeResponse(person, now - hour, now + hour);
  const { json } = await scene.ask(person, '/responses?limit=1');
  const foreign = await scene.ask(scene.people.member, `/responses?after=${String(json['next'])}`);
  t.is(foreign.json.error?.code, 'invalid_value');
});
