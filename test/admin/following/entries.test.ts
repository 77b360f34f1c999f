import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { adminScene, type Person } from '../../_support/admin-scene.ts';
import { FollowedStream, type SeenEvent } from '../../_support/followed-stream.ts';
import { startTestGateway } from '../../_support/gateway.ts';
import { randomOf } from '../../_support/seeded-random.ts';
import { SharedTeardown } from '../../_support/shared-teardown.ts';
import { until } from '../../_support/until.ts';
import { ended, startWaybill } from '../../_support/waybill-command.ts';

/** Statements of wallets as they grow: each posting once, wherever a stream was cut and whichever gateway sends it. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const other = await startTestGateway(shared, scene.environment);
test.after.always('close', shared.end);

const { auditor, finance, operator, tenant_admin: admin } = scene.people;

const open = (person: Pick<Person, 'apiKey'>, path: string, lastEventId = '', adminUrl = scene.adminUrl) =>
  FollowedStream.open(adminUrl, person, path, lastEventId);

const grant = (walletId: string, amount_eur: string) =>
  scene.ask(finance, `/wallets/${walletId}/grants`, { method: 'POST', body: { amount_eur, reason: 'test' } });

async function entriesOf(walletId: string): Promise<readonly object[]> {
  const { json } = await scene.ask(auditor, `/wallets/${walletId}/entries?order=oldest_first&limit=200`);
  return json['data'] as readonly object[];
}

/** Somebody whose streams are theirs alone: there is a most for each person. */
const newAuditor = () => scene.addPerson(scene.tenant, { platformRole: 'auditor' });

const rows = (events: readonly SeenEvent[]) => events.map(({ data }) => data);

test('a stream begins now, and has the rows of pages', async (t) => {
  const auditor = await newAuditor();
  const walletId = await scene.addWallet(scene.tenant.tenantId, '1');
  const stream = await open(auditor, `/wallets/${walletId}/entries?follow=true`);
  await grant(walletId, '2');
  const seen = await stream.take(1);
  t.deepEqual(rows(seen), (await entriesOf(walletId)).slice(1));
  t.like(seen[0], { event: 'entry' });
  stream.cut();
});

test('the place of an oldest-first page is one of a stream, and the other way round', async (t) => {
  const auditor = await newAuditor();
  const walletId = await scene.addWallet(scene.tenant.tenantId, '1');
  await grant(walletId, '2');
  const path = `/wallets/${walletId}/entries?order=oldest_first&limit=1`;
  const { json } = await scene.ask(auditor, path);
  const stream = await open(auditor, `/wallets/${walletId}/entries?follow=true&after=${String(json['next'])}`);
  const [second] = await stream.take(1);
  t.deepEqual([second?.data], (await entriesOf(walletId)).slice(1));
  stream.cut();
  await grant(walletId, '3');
  const page = await scene.ask(auditor, `${path}&after=${second?.id}`);
  t.deepEqual(page.json['data'], (await entriesOf(walletId)).slice(2));
});

test('wherever streams are cut, each row comes once, from either gateway', async (t) => {
  const auditor = await newAuditor();
  const random = randomOf(t);
  const walletId = await scene.addWallet(scene.tenant.tenantId, '1');
  const path = `/wallets/${walletId}/entries?follow=true`;
  const first = await open(auditor, path);
  first.cut();
  let { lastEventId } = first;
  const seen: SeenEvent[] = [];
  const grants = 12;
  let granted = 0;
  while (seen.length < grants) {
    const now = random.whole(granted === grants ? 0 : 1, Math.min(4, grants - granted));
    const stream = await open(auditor, path, lastEventId, random.oneOf([scene.adminUrl, other.adminUrl ?? '']));
    await Promise.all(Array.from({ length: now }, () => grant(walletId, '1')));
    granted += now;
    seen.push(...(await stream.take(random.whole(0, granted - seen.length))));
    stream.cut();
    ({ lastEventId } = stream);
  }
  t.deepEqual(rows(seen), (await entriesOf(walletId)).slice(1));
});

test('balances go on from row to row, over many looks and long ways', async (t) => {
  const auditor = await newAuditor();
  const walletId = await scene.addWallet(scene.tenant.tenantId, '2');
  const path = `/wallets/${walletId}/entries`;
  const begin = await open(auditor, `${path}?follow=true`);
  begin.cut();
  const destination_id = await scene.addWallet(scene.tenant.tenantId);
  // Its event has two postings where there is a grant: of what was granted, and of the rest.
  const transfer = () =>
    scene.ask(admin, '/transfers', { method: 'POST', body: { source_id: walletId, destination_id, amount_eur: '1' } });
  const credit = async (times: number): Promise<void> => {
    for (let left = times; left > 0; left -= 1) {
      const command = { type: 'credit_wallet', creditId: randomUUID(), amount: 1n, reason: 'test' } as const;
      await scene.ledger.wallets.execute(walletId, command);
    }
  };
  await grant(walletId, '0.5');
  await credit(48);
  // The stream reads fifty entries at once: the second posting is in the next look.
  await transfer();
  await credit(69);
  const stream = await open(auditor, `${path}?follow=true`, begin.lastEventId);
  const seen = [...(await stream.take(120))];
  for (const amount_eur of ['0.5', '0.75']) {
    await grant(walletId, amount_eur);
    await transfer();
    seen.push(...(await stream.take(3)));
  }
  stream.cut();
  const pages = await Promise.all(
    ['oldest_first', 'newest_first'].map((order) => scene.ask(auditor, `${path}?limit=100&order=${order}`)),
  );
  const [oldest = [], newest = []] = pages.map(({ json }) => json['data'] as readonly object[]);
  t.is(seen.length, 126);
  t.deepEqual(rows(seen).slice(0, 99), oldest.slice(1));
  t.deepEqual(rows(seen).slice(-100), newest.toReversed());
});

test('what is recorded between two postings of a page is in neither twice', async (t) => {
  const auditor = await newAuditor();
  const walletId = await scene.addWallet(scene.tenant.tenantId, '1');
  const first = await open(auditor, `/wallets/${walletId}/entries?follow=true`);
  first.cut();
  const { lastEventId } = first;
  const destination_id = await scene.addWallet(scene.tenant.tenantId);
  await grant(walletId, '1');
  // One event with two postings: of what was granted, and of the rest.
  await scene.ask(admin, '/transfers', {
    method: 'POST',
    body: { source_id: walletId, destination_id, amount_eur: '2' },
  });
  const all = (await entriesOf(walletId)).slice(1);
  t.is(all.length, 3);
  let from = lastEventId;
  for (const expected of all) {
    const stream = await open(auditor, `/wallets/${walletId}/entries?follow=true`, from);
    const [found] = await stream.take(1);
    t.deepEqual(found?.data, expected);
    stream.cut();
    from = stream.lastEventId;
  }
});

test('a day filters what comes', async (t) => {
  const auditor = await newAuditor();
  const walletId = await scene.addWallet(scene.tenant.tenantId, '1');
  const path = `/wallets/${walletId}/entries?follow=true`;
  const first = await open(auditor, path);
  first.cut();
  const { lastEventId } = first;
  await grant(walletId, '1');
  const today = String((await entriesOf(walletId)).map((entry) => Object(entry)['recorded_at'])[1]).slice(0, 10);
  t.like(await scene.ask(auditor, `${path}&from=2030-01-01&to=2029-01-01`), { status: 400 });
  // An id is of its list: of a period too.
  t.like(await scene.ask(auditor, `${path}&from=2020-01-01`, { headers: { 'last-event-id': lastEventId } }), {
    status: 400,
  });
  const past = await open(auditor, `${path}&to=2020-01-01`);
  const now = await open(auditor, `${path}&from=${today}`);
  await grant(walletId, '2');
  t.is((await now.take(1)).length, 1);
  now.cut();
  past.cut();
});

test('a HEAD opens no stream', async (t) => {
  const head = await fetch(`${scene.adminUrl}/wallets/${scene.tenant.walletId}/entries?follow=true`, {
    method: 'HEAD',
    headers: { 'x-api-key': auditor.apiKey },
  });
  t.is(head.status, 200);
  t.is(head.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  t.is(await head.text(), '');
});

test('what cannot be followed gets an error in JSON', async (t) => {
  const path = `/wallets/${scene.foreign.walletId}/entries?follow=true`;
  t.like(await scene.ask(admin, path), { status: 404, json: { error: { code: 'resource_not_found' } } });
  t.like(await scene.ask(operator, `${path}&after=x`), { status: 400, json: { error: { param: 'after' } } });
  t.like(await scene.ask(operator, path.replace('true', 'yes')), { status: 400 });
  t.like(await scene.ask(operator, path.replace('entries', 'entries.csv')), { status: 400 });
  t.like(await scene.ask({ apiKey: 'x' }, path), { status: 401 });
});

test('a person follows eight lists at once', async (t) => {
  const person = await scene.addPerson(scene.tenant, { role: 'admin' });
  const path = `/wallets/${scene.tenant.walletId}/entries?follow=true`;
  const streams = await Promise.all(Array.from({ length: 8 }, () => open(person, path)));
  t.like(await scene.ask(person, path), { status: 429, json: { error: { code: 'concurrency_limit_exceeded' } } });
  (await open(admin, path)).cut();
  streams[0]?.cut();
  const again = await until('there is room', () => open(person, path).catch(() => null));
  for (const stream of [...streams, again]) stream.cut();
});

const path = `/wallets/${scene.tenant.walletId}/entries?follow=true`;

test('a revoked key receives nothing more', async (t) => {
  const person = await scene.addPerson(scene.tenant, { role: 'admin' });
  const stream = await open(person, path);
  await scene.ask(operator, `/keys/${person.keyId}/revoke`, { method: 'POST', body: { reason: 'lost' } });
  await grant(scene.tenant.walletId, '1');
  const seen = await stream.rest();
  t.deepEqual(
    seen.map(({ event, data }) => [event, data['reason']]),
    [['end', 'api_key_revoked']],
  );
});

test('who was suspended, or lost their role, receives nothing more', async (t) => {
  for (const [below, change, reason] of [
    ['/suspend', { method: 'POST', body: { reason: 'away' } }, 'account_suspended'],
    ['', { method: 'PATCH', body: { role: 'member' } }, 'resource_not_found'],
  ] as const) {
    const person = await scene.addPerson(scene.tenant, { role: 'admin' });
    const stream = await open(person, path);
    await scene.ask(operator, `/users/${person.userId}${below}`, change);
    await grant(scene.tenant.walletId, '1');
    const seen = await stream.rest();
    t.deepEqual(
      seen.map(({ event, data }) => [event, data['reason']]),
      [['end', reason]],
    );
    t.deepEqual(seen[0]?.data['after'], stream.lastEventId);
  }
});

test('a silent stream ends too when its reader may not read it any more', async (t) => {
  const person = await scene.addPerson(scene.tenant, { role: 'admin' });
  const walletId = await scene.addWallet(scene.tenant.tenantId);
  const stream = await open(person, `/wallets/${walletId}/entries?follow=true`);
  await scene.ask(operator, `/keys/${person.keyId}/revoke`, { method: 'POST', body: { reason: 'lost' } });
  t.like(await stream.rest(), [{ event: 'end', data: { reason: 'api_key_revoked' } }]);
});

test('a silent stream shows that it lives, and where it is', async (t) => {
  const auditor = await newAuditor();
  const walletId = await scene.addWallet(scene.tenant.tenantId, '1');
  const stream = await open(auditor, `/wallets/${walletId}/entries?follow=true`);
  const next = stream.next();
  await until('there is a sign of life', () => stream.comments.length > 0);
  t.deepEqual(stream.comments, [': alive']);
  await grant(walletId, '1');
  t.is((await next)?.event, 'entry');
  stream.cut();
});

test('the command prints lines until it is interrupted, and then where to go on', async (t) => {
  const walletId = await scene.addWallet(scene.tenant.tenantId, '1');
  const { json } = await scene.ask(operator, `/wallets/${walletId}/entries`);
  t.is((json['data'] as readonly object[]).length, 1);
  const run = (...args: readonly string[]) =>
    startWaybill(t, scene.environment, ['wallets', 'entries', walletId, '--follow', ...args]);
  const child = run();
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = lines.next();
  // It begins at a time that nobody sees from outside.
  const granting = new AbortController();
  const grants = (async () => {
    for (; !granting.signal.aborted; await sleep(50)) await grant(walletId, '1');
  })();
  t.regex(String((await first).value), /^\d{4}-\d\d-\d\dT\S+Z {2}credit {2}grant {2}1\.000000000 {2}/);
  granting.abort();
  await grants;
  child.kill('SIGINT');
  const { exitCode, stderr } = await ended(child);
  t.is(exitCode, 0);
  const after = /--follow --after (\S+)\n$/.exec(stderr)?.[1] ?? '';
  await grant(walletId, '7');
  const resumed = run('--json', '--after', after);
  for await (const line of createInterface({ input: resumed.stdout })) {
    const entry = JSON.parse(line) as Readonly<Record<string, string>>;
    if (entry['amount_eur'] === '7.000000000') break;
  }
  resumed.kill('SIGINT');
  t.is((await ended(resumed)).exitCode, 0);
});

test('a gateway that ends tells when to come back, and another one goes on', async (t) => {
  const auditor = await newAuditor();
  const walletId = await scene.addWallet(scene.tenant.tenantId, '1');
  const gateway = await startTestGateway(t, scene.environment);
  const stream = await open(auditor, `/wallets/${walletId}/entries?follow=true`, '', gateway.adminUrl ?? '');
  await grant(walletId, '1');
  await stream.take(1);
  const [rest] = await Promise.all([stream.rest(), gateway.stop()]);
  t.like(rest, [{ event: 'end', data: { reason: 'shutting_down', after: stream.lastEventId } }]);
  t.true((stream.retryMs ?? 0) > 0);
  await grant(walletId, '2');
  const resumed = await open(auditor, `/wallets/${walletId}/entries?follow=true`, stream.lastEventId);
  t.deepEqual(rows(await resumed.take(1)), (await entriesOf(walletId)).slice(2));
  resumed.cut();
});
