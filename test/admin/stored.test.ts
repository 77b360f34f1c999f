import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { DomainEvent } from '../../src/domain/event-catalogue.ts';
import type { FileDialect } from '../../src/domain/file-id.ts';
import { encodeEvent } from '../../src/ledger/codec.ts';
import { contentStream, fileStream, responseStream } from '../../src/ledger/stream-names.ts';
import { StreamTombstoned } from '../../src/ports/event-log.ts';
import { adminScene, type Answer, type Person } from '../_support/admin-scene.ts';
import { plantFile, plantResponse, untold as secret } from '../_support/planted-contents.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const now = Date.now();
const hour = 3_600_000;
const time = (ms: number): string => new Date(ms).toISOString();
const record = (stream: string, event: DomainEvent, expected: 'no_stream' | number = 'no_stream') =>
  scene.ledger.log.append(stream, expected, [encodeEvent(event, randomUUID())]);

const storeResponse = ({ userId }: Pick<Person, 'userId'>, createdAtMs: number, expiresAtMs: number): Promise<string> =>
  plantResponse(scene.ledger.log, { userId, tenantId: scene.tenant.tenantId }, { createdAtMs, expiresAtMs });

const storeFile = (
  { userId }: Pick<Person, 'userId'>,
  dialect: FileDialect,
  createdAtMs: number = now,
): Promise<string> =>
  plantFile(scene.ledger.log, { userId, tenantId: scene.tenant.tenantId }, { dialect, createdAtMs });

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
  const owned = { file_id: one, dialect: 'openai', user_id: person.userId, tenant_id: scene.tenant.tenantId } as const;
  const gone = { ...owned, expires_at: null, counted_bytes: 77 };
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

const wordsOf = ({ status, json }: Answer) => [status, json.error?.code, json.error?.message];

const streamOf = { responses: responseStream, files: fileStream };
const removedBy = { responses: 'ResponseDeleted', files: 'FileRemovalDeferred' } as const;

for (const kind of ['responses', 'files'] as const) {
  const plant = (person: Person): Promise<string> =>
    kind === 'files' ? storeFile(person, 'anthropic') : storeResponse(person, now, now + hour);
  const remove = (by: Person, id: string) =>
    scene.ask(by, `/${kind}/${id}/delete`, { method: 'POST', body: { reason: 'asked for erasure' } });

  test(`${kind} of a person are deleted by their administrator: actor and reason are recorded, the content is gone`, async (t) => {
    const person = await scene.addPerson(scene.tenant);
    const [id, kept] = [await plant(person), await plant(person)];
    const content = contentStream(id);
    const part = { part: 0, parts: 1, sealed_bytes: 3, sealed: 'AAAA' };
    await record(content, { type: 'ContentPart', data: part });
    const { people, ledger } = scene;
    const { status, json } = await remove(people.tenant_admin, id);
    t.deepEqual([status, json['id'], json['deleted']], [200, id, true]);
    const last = (await ledger.log.readStream(streamOf[kind](id))).at(-1);
    t.is(last?.type, removedBy[kind]);
    t.like(JSON.parse(last?.data ?? '{}'), {
      reason: 'asked for erasure',
      actor: `api:key=${people.tenant_admin.keyId} user=${people.tenant_admin.userId} role=tenant_admin`,
    });
    await t.throwsAsync(ledger.log.readStream(content), { instanceOf: StreamTombstoned });
    t.deepEqual(ids((await scene.ask(person, `/${kind}`)).json), [kept]);
    // Twice is once; and what nobody has is told in the same words.
    const again = await remove(people.tenant_admin, id);
    t.is(again.json.error?.code, 'resource_not_found');
    const nobodys = id.replace(/.{8}$/, '00000000');
    t.deepEqual(wordsOf(await remove(people.tenant_admin, nobodys)), wordsOf(again));
    t.is((await remove(people.tenant_admin, 'nonsense')).json.error?.code, 'invalid_value');
  });

  test(`${kind} of a person in a higher role are not deleted by an administrator below`, async (t) => {
    const operator = await scene.addPerson(scene.tenant, { platformRole: 'operator' });
    const id = await plant(operator);
    t.is((await remove(scene.people.tenant_admin, id)).json.error?.code, 'not_permitted');
    t.is((await remove(operator, id)).status, 200);
  });
}

test('the auditor and the finance department delete nothing but their own responses', async (t) => {
  for (const role of ['auditor', 'finance'] as const) {
    const [own, other] = [scene.people[role], await scene.addPerson(scene.tenant)];
    const remove = async (id: string): Promise<number> =>
      (await scene.ask(own, `/responses/${id}/delete`, { method: 'POST', body: { reason: 'x' } })).status;
    t.is(await remove(await storeResponse(own, now, now + hour)), 200);
    t.is(await remove(await storeResponse(other, now, now + hour)), 404);
  }
});
