import { randomUUID } from 'node:crypto';
import test from 'ava';
import { encodeEvent } from '../../src/ledger/codec.ts';
import { contentStream, fileStream, responseStream } from '../../src/ledger/stream-names.ts';
import { StreamTombstoned } from '../../src/ports/event-log.ts';
import { adminScene, type Person, type Tenancy } from '../_support/admin-scene.ts';
import { plantFile, plantResponse } from '../_support/planted-contents.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** Everything that is stored for one person is deleted, and nothing of anybody else. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { log } = scene.ledger;
const now = Date.now();
const hour = 3_600_000;
const reason = 'asked for erasure';

const ownerIn = ({ userId }: Person, { tenantId }: Tenancy = scene.tenant) => ({ userId, tenantId });

async function plantContent(id: string): Promise<void> {
  const part = { part: 0, parts: 1, sealed_bytes: 3, sealed: 'AAAA' };
  await log.append(contentStream(id), 'no_stream', [encodeEvent({ type: 'ContentPart', data: part }, randomUUID())]);
}

const erase = (by: Pick<Person, 'apiKey'>, { userId }: Pick<Person, 'userId'>, more: object = {}) =>
  scene.ask(by, `/users/${userId}/stored/delete`, { method: 'POST', body: { reason, ...more } });

const typesOf = async (stream: string): Promise<readonly string[]> =>
  (await log.readStream(stream)).map(({ type }) => type);

/** What the owner can still list, of both kinds. */
async function listed(person: Person): Promise<number> {
  const [responses, files] = await Promise.all(['/responses', '/files'].map((path) => scene.ask(person, path)));
  return [responses, files].flatMap((answer) => answer?.json['data'] ?? []).length;
}

test('all that is stored for a person is counted first, then deleted with actor and reason, and once', async (t) => {
  const [person, other] = [await scene.addPerson(scene.tenant), await scene.addPerson(scene.tenant)];
  const owner = ownerIn(person);
  const first = await plantResponse(log, owner, { createdAtMs: now, expiresAtMs: now + hour });
  const expired = await plantResponse(log, owner, { createdAtMs: now - 2 * hour, expiresAtMs: now - hour });
  const files = [await plantFile(log, owner), await plantFile(log, owner, { dialect: 'anthropic', createdAtMs: now })];
  for (const id of [first, ...files]) await plantContent(id);
  const kept = [await plantResponse(log, ownerIn(other)), await plantFile(log, ownerIn(other))];
  // Of the same person in a tenant that is not theirs: nobody's to touch here.
  const elsewhere = await plantResponse(log, ownerIn(person, scene.foreign));

  const admin = scene.people.tenant_admin;
  const counts = { id: person.userId, object: 'stored_of_user', responses: 2, files: 2, bytes: 796, has_more: false };
  t.deepEqual((await erase(admin, person, { dry_run: true })).json, { ...counts, dry_run: true });
  t.deepEqual(await typesOf(responseStream(first)), ['ResponseStored']);
  t.deepEqual((await erase(admin, person)).json, { ...counts, dry_run: false });
  const nothing = { ...counts, responses: 0, files: 0, bytes: 0 };
  t.deepEqual((await erase(admin, person)).json, { ...nothing, dry_run: false });

  t.is(await listed(person), 0);
  t.is(await listed(other), kept.length);
  t.deepEqual(await typesOf(responseStream(elsewhere)), ['ResponseStored']);
  const actor = `api:key=${admin.keyId} user=${admin.userId} role=tenant_admin`;
  for (const stream of [first, expired].map(responseStream)) {
    const [, removed, ...more] = await log.readStream(stream);
    t.deepEqual([removed?.type, more], ['ResponseDeleted', []]);
    t.like(JSON.parse(removed?.data ?? '{}'), { reason, actor });
  }
  for (const id of files) {
    t.is((await typesOf(fileStream(id)))[1], 'FileRemovalDeferred');
    await t.throwsAsync(log.readStream(contentStream(id)), { instanceOf: StreamTombstoned });
  }
  await t.throwsAsync(log.readStream(contentStream(first)), { instanceOf: StreamTombstoned });
});

test('one call deletes a part, and says that there is more', async (t) => {
  const person = await scene.addPerson(scene.tenant);
  for (let index = 0; index < 90; index += 1) await plantResponse(log, ownerIn(person));
  for (let index = 0; index < 20; index += 1) await plantFile(log, ownerIn(person));
  const parts = [];
  for (let hasMore = true; hasMore;) {
    const { json } = await erase(scene.people.operator, person);
    parts.push([json['responses'], json['files']]);
    hasMore = json['has_more'] === true;
  }
  t.deepEqual(parts, [
    [90, 10],
    [0, 10],
  ]);
});

test('a person who is closed, and one of a closed tenant, can be erased; a key that was revoked erases nothing', async (t) => {
  const tenantId = await scene.addScope('tenant', scene.tenant.resellerId);
  const tenancy = { ...scene.tenant, tenantId, walletId: await scene.addWallet(tenantId) };
  const [person, colleague] = [await scene.addPerson(tenancy), await scene.addPerson(tenancy)];
  await plantResponse(log, ownerIn(person, tenancy));
  await plantFile(log, ownerIn(colleague, tenancy));
  const operator = scene.people.operator;
  const close = (path: string) => scene.ask(operator, path, { method: 'POST', body: { reason } });
  t.is((await close(`/keys/${person.keyId}/revoke`)).status, 200);
  t.is((await erase(person, person)).status, 401);
  t.is((await close(`/users/${person.userId}/close`)).status, 200);
  t.is((await close(`/tenants/${tenantId}/close`)).status, 200);
  t.like((await erase(operator, person)).json, { responses: 1, files: 0 });
  t.like((await erase(operator, colleague)).json, { responses: 0, files: 1 });
});

test('a person in a higher role is not erased by an administrator below, and nobody who is unknown', async (t) => {
  const operator = await scene.addPerson(scene.tenant, { platformRole: 'operator' });
  const id = await plantResponse(log, ownerIn(operator));
  for (const dry_run of [true, false]) {
    t.is((await erase(scene.people.tenant_admin, operator, { dry_run })).json.error?.code, 'not_permitted');
    t.is((await erase(scene.people.operator, { userId: randomUUID() }, { dry_run })).status, 404);
  }
  t.deepEqual(await typesOf(responseStream(id)), ['ResponseStored']);
  t.like((await erase(operator, operator)).json, { responses: 1 });
});
