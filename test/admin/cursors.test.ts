import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { Administrator } from '../../src/admin/administrator.ts';
import type { AdminDeps } from '../../src/admin/operation.ts';
import { adminOperations } from '../../src/admin/operations.ts';
import { runOperation } from '../../src/admin/run-operation.ts';
import { openReservations } from '../../projections/open-reservations.ts';
import { ownedIds } from '../../projections/owned-ids.ts';
import { principals } from '../../projections/principals.ts';
import { tenantWallets } from '../../projections/tenant-wallets.ts';
import { walletBalances } from '../../projections/wallet-balances.ts';
import type { Projection } from '../../src/ports/read-models.ts';
import { usage, usageRowsPrefix } from '../../projections/usage.ts';
import type { UsageHour, UsageRow } from '../../src/domain/usage-hours/usage-hour.ts';
import type { Position } from '../../src/ports/event-log.ts';
import { recordedPrincipal } from '../../src/ledger/identities.ts';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { plantReservation, lostInstance } from '../_support/planted-reservation.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** Where lists go on: no place names what its reader does not reach, and no place can be chosen. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);
const keyHasher = createHmacKeyHasher(Buffer.alloc(32, 7));

const { operator, reseller_admin: reseller, tenant_admin: admin, member } = scene.people;
const { tenant, foreign, sibling } = scene;

/** Every text in which an id could stand: an answer, and what its cursors are the encoding of. */
function textsOf(json: unknown): string {
  const text = JSON.stringify(json);
  const encoded = [...text.matchAll(/[\w-]{16,}/g)].map(([word]) => word);
  return [text, ...encoded, ...encoded.map((word) => word.slice(32))]
    .flatMap((word) => [word, Buffer.from(word, 'base64url').toString()])
    .join('\n');
}

const lists = ['users', 'keys', 'wallets', 'usage', 'responses', 'files', 'resellers', 'tenants', 'groups', 'topups']
  .concat([
    'transfers',
    'allocations',
    `reservations?wallet_id=${tenant.walletId}`,
    `wallets/${tenant.walletId}/entries`,
    'actions',
    `charges?tenant_id=${tenant.tenantId}`,
  ])
  .map((path) => path + (path.includes('?') ? '&' : '?'));

test.serial('no answer to a member, an administrator or a reseller names an id beyond their reach', async (t) => {
  const lost = await lostInstance(scene.environment);
  for (const { walletId, tenantId, member: owner } of [tenant, sibling, foreign]) {
    for (let count = 0; count < 5; count += 1) {
      await scene.addWallet(tenantId, '1');
      await plantReservation(
        scene.ledger.log,
        { walletId, keyId: owner.keyId, userId: owner.userId, tenantId, apiKey: '' },
        // Nobody knows what became of it: it stays.
        { instanceId: lost, upstream: 'nowhere' },
      );
    }
  }
  const ids = async (tenancy: typeof foreign): Promise<string[]> => {
    const path = `?limit=200&tenant_id=${tenancy.tenantId}`;
    const found = ['users', 'keys', 'wallets'].map((list) => scene.ask(operator, `/${list}${path}`));
    const holds = scene.ask(operator, `/reservations?limit=200&wallet_id=${tenancy.walletId}`);
    const answers = await Promise.all([...found, holds]);
    const entries = answers.flatMap(({ json }) => json['data'] as readonly { readonly id: string }[]);
    return [tenancy.tenantId, tenancy.resellerId, ...entries.map(({ id }) => id)];
  };
  const foreignIds = (await ids(foreign)).concat(await ids(sibling)).filter((id) => id !== sibling.resellerId);
  t.true(foreignIds.length > 20);
  const own = new Set([member.userId, member.keyId]);
  const others = (await ids(tenant)).filter((id) => !own.has(id));
  for (const person of [member, admin, reseller]) {
    const person_ = await recordedPrincipal(scene.ledger.log, person.userId);
    const visible = new Set([tenant.tenantId, tenant.resellerId, person_?.wallet_id ?? '']);
    const hidden = person === member ? [...foreignIds, ...others.filter((id) => !visible.has(id))] : foreignIds;
    // Resellers reach the sibling when they name it, and not otherwise.
    const seen = person === reseller ? new Set(await ids(sibling)) : new Set<string>();
    for (const list of lists) {
      let after = '';
      for (let pages = 0; pages < 30; pages += 1) {
        const { json } = await scene.ask(person, `/${list}limit=1${after}`);
        const texts = textsOf(json);
        for (const id of hidden) if (!seen.has(id)) t.false(texts.includes(id), `${list} ${id}`);
        if (typeof json['next'] !== 'string') break;
        after = `&after=${json['next']}`;
      }
    }
  }
});

test.serial('a list of a wallet, a tenant or a person is whole, and has no page without an entry', async (t) => {
  const pagesOf = async (person: Person, list: string): Promise<readonly number[]> => {
    const pages: number[] = [];
    for (let after = ''; ;) {
      const { json } = await scene.ask(person, `/${list}limit=2${after}`);
      pages.push((json['data'] as readonly unknown[]).length);
      if (typeof json['next'] !== 'string') return pages;
      after = `&after=${json['next']}`;
    }
  };
  t.deepEqual(await pagesOf(admin, `reservations?wallet_id=${tenant.walletId}&`), [2, 2, 1]);
  t.deepEqual(await pagesOf(member, 'wallets?'), [1]);
  t.deepEqual(await pagesOf(member, 'users?'), [1]);
  t.deepEqual(await pagesOf(admin, 'tenants?'), [1]);
  t.deepEqual(await pagesOf(reseller, 'resellers?'), [1]);
  const wallets = await pagesOf(admin, 'wallets?');
  t.true(wallets.slice(0, -1).every((entries) => entries === 2));
});

test.serial('a cursor that was made up, or for another list or person, is refused', async (t) => {
  const { json } = await scene.ask(admin, '/wallets?limit=1');
  const next = String(json['next']);
  t.is((await scene.ask(admin, `/wallets?limit=1&after=${next}`)).status, 200);
  const plain = (key: string): string => Buffer.from(key).toString('base64url');
  const changed = next.slice(0, 32) + plain(`${tenant.tenantId}/${randomUUID()}`);
  const refused: (readonly [Person, string])[] = [
    [admin, `/users?after=${next}`],
    [admin, `/keys?after=${next}`],
    [reseller, `/wallets?after=${next}`],
    [reseller, `/wallets?after=${next}&tenant_id=${tenant.tenantId}`],
    [member, `/wallets?after=${next}`],
    [admin, `/wallets?after=${changed}`],
    [admin, `/wallets?after=${next}A`],
    [admin, `/wallets?after=${next.slice(1)}`],
    [admin, `/wallets?after=${'x'.repeat(1_000)}`],
  ];
  for (const list of lists.filter(
    (path) => !/^(resellers|tenants|groups|topups|transfers|alloc|reserv|wallets\/|actions|charges)/.test(path),
  )) {
    for (const key of [randomUUID(), foreign.walletId, `${tenant.tenantId}/`, `user/${tenant.tenantId}/`, 'row/', '']) {
      refused.push([member, `/${list}after=${'0'.repeat(32)}${plain(key)}`], [member, `/${list}after=${plain(key)}`]);
    }
  }
  for (const [person, path] of refused) {
    const answer = await scene.ask(person, path);
    // Without any text it is no cursor.
    if (path.endsWith('after=')) continue;
    t.deepEqual([answer.status, answer.json.error?.param], [400, 'after'], path);
  }
});

test('a page on a large platform is not empty because of entries of others, and names none of them', async (t) => {
  const [person, administrator, ofReseller] = await Promise.all(
    [member, admin, reseller].map(({ userId }) => recordedPrincipal(scene.ledger.log, userId)),
  );
  if (!person || !administrator || !ofReseller) return t.fail();
  const readModels = createMemoryReadModels({ comparePositions: () => 0 });
  const numbered = Array.from(
    { length: 3_000 },
    (_, number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  );
  const all = <Document extends object>(
    projection: Projection<Document>,
    entries: readonly (readonly [key: string, document: object])[],
  ): void => {
    // Only what lists look at is in them.
    const documents = new Map(entries as readonly (readonly [string, Document])[]);
    readModels.replace(projection, { checkpoint: '1' as Position, documents });
  };
  const wallet = (wallet_id: string, tenant_id: string) => ({ wallet_id, tenant_id });
  const { wallet_id: own, tenant_id: tenantId } = person;
  const ids = (prefix: string, last: string) => [...numbered, last].map((id) => [prefix + id, { id }] as const);
  const others = numbered.map((id) => [id, wallet(id, foreign.tenantId)] as const);
  all(walletBalances, [...others, [own, wallet(own, tenantId)]]);
  all(tenantWallets, [
    ...numbered.map((id) => [`${foreign.tenantId}/${id}`, { id }] as const),
    [`${tenantId}/${own}`, { id: own }],
  ]);
  all(
    openReservations,
    numbered.map((id) => [id, { reservation_id: id, wallet_id: id, flag: null }] as const),
  );
  all(ownedIds, [
    ...ids(`user/${tenantId}/`, person.user_id),
    ...ids(`tenant/${person.reseller_id}/`, tenantId),
    ...ids('reseller/-/', person.reseller_id ?? ''),
  ]);
  all(
    principals,
    [...numbered, person.user_id].map((id) => [id, { ...person, user_id: id }] as const),
  );
  const deps = { ...scene.ledger, readModels, catchUp: () => Promise.resolve(), keyHasher } as unknown as AdminDeps;
  for (const [who, operationId, input, expected] of [
    [person, 'listWallets', {}, own],
    [person, 'listUsers', {}, person.user_id],
    [administrator, 'listWallets', {}, own],
    [administrator, 'listTenants', {}, tenantId],
    [ofReseller, 'listResellers', {}, person.reseller_id],
    [ofReseller, 'listWallets', {}, own],
    [administrator, 'listReservations', { wallet_id: own }, null],
  ] as const) {
    const operation = adminOperations.find(({ id }) => id === operationId);
    if (operation === undefined) return t.fail();
    const asking = { administrator: new Administrator(who, 'api:test'), deps, idempotencyKey: null };
    const page = await runOperation(operation, operation.input.parse(input), asking);
    t.like(page, { data: expected === null ? [] : [{ id: expected }], next: null }, operationId);
  }
});

/** A read model with rows of one tenant: so many days, on each of which everybody named has so many keys. */
function rowsOf(tenantId: string, days: number, people: Readonly<Record<string, number>>) {
  const documents = new Map<string, UsageHour>();
  const model = `model-${'x'.repeat(190)}`;
  for (let number = 0; number < days; number += 1) {
    const day = new Date(Date.UTC(2020, 0, 1 + number)).toISOString().slice(0, 10);
    for (const [user_id, keys] of Object.entries(people)) {
      for (let key = 0; key < (number % 3 === 0 ? keys : Math.min(keys, 1)); key += 1) {
        const ids = { tenant_id: tenantId, user_id, key_id: `key-of-${user_id}-${key}`, wallet_id: tenantId };
        const hour = {
          ...ids,
          surface: 'chat_completions',
          model,
          hour: `${day}T07`,
          quarters: { 15: { requests: 1 } },
        };
        documents.set(
          `${usageRowsPrefix}${tenantId}/${day}/${user_id}/${ids.key_id}/chat_completions/${model}/${tenantId}/07`,
          hour,
        );
      }
    }
  }
  const readModels = createMemoryReadModels({ comparePositions: () => 0 });
  readModels.replace(usage, { checkpoint: '1' as Position, documents });
  return readModels;
}

test('the rows of one person among many are all found, in order, and no cursor names another person', async (t) => {
  const person = await recordedPrincipal(scene.ledger.log, member.userId);
  const listUsage = adminOperations.find(({ id }) => id === 'listUsage');
  if (person === null || listUsage === undefined) return t.fail();
  const before = '00000000-0000-4000-8000-000000000000';
  const behind = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
  const readModels = rowsOf(person.tenant_id, 30, { [before]: 40, [person.user_id]: 3, [behind]: 40 });
  const deps = { ...scene.ledger, readModels, catchUp: () => Promise.resolve(), keyHasher } as unknown as AdminDeps;
  const asking = { administrator: new Administrator(person, 'api:test'), deps, idempotencyKey: null };
  for (const [limit, range, expected] of [
    [1, {}, 50],
    [7, {}, 50],
    [200, {}, 50],
    [2, { from: '2020-01-04', to: '2020-01-06' }, 5],
    [2, { from: '2020-01-05', to: '2020-01-05' }, 1],
  ] as const) {
    const found: UsageRow[] = [];
    let after: string | undefined;
    do {
      const input = listUsage.input.parse({ limit, ...range, ...(after === undefined ? {} : { after }) });
      const page = (await runOperation(listUsage, input, asking)) as { data: UsageRow[]; next: string | null };
      t.false(textsOf(page).includes(before));
      t.false(textsOf(page).includes(behind));
      found.push(...page.data);
      after = page.next ?? undefined;
    } while (after !== undefined);
    t.true(found.every(({ user_id }) => user_id === person.user_id));
    const places = found.map(({ day, key_id }) => `${day} ${key_id}`);
    t.is(places.length, expected);
    t.deepEqual(places, [...new Set(places)].toSorted());
  }
});

test('a part of a table has more rows than one page of a list examines', async (t) => {
  const person = await recordedPrincipal(scene.ledger.log, member.userId);
  const exportUsage = adminOperations.find(({ id }) => id === 'exportUsage');
  if (person === null || exportUsage === undefined) return t.fail();
  const readModels = rowsOf(person.tenant_id, 36, { [person.user_id]: 100 });
  const deps = { ...scene.ledger, readModels, catchUp: () => Promise.resolve(), keyHasher } as unknown as AdminDeps;
  const asking = { administrator: new Administrator(person, 'api:test'), deps, idempotencyKey: null };
  const part = await runOperation(exportUsage, exportUsage.input.parse({}), asking);
  t.like(part, { next: null });
  t.is((part as { rows: readonly object[] }).rows.length, 1_224);
  const first = (await runOperation(exportUsage, exportUsage.input.parse({ limit: 1_100 }), asking)) as {
    rows: readonly object[];
    next: string;
  };
  t.is(first.rows.length, 1_100);
  const rest = await runOperation(exportUsage, exportUsage.input.parse({ after: first.next }), asking);
  t.deepEqual([...first.rows, ...(rest as { rows: readonly object[] }).rows], (part as { rows: object[] }).rows);
});
