import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import test from 'ava';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { publishedEvent } from '../../src/ledger/published-event.ts';
import type { RecordedEvent } from '../../src/ports/event-log.ts';
import { reservations } from '../_support/recorded-ledger.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { actorOfUser } from '../../src/cli/cli-actor.ts';
import { startGateway } from '../../src/main.ts';
import { seededDirectory, waybill, waybillJson, type CommandEnvironment } from '../_support/waybill-command.ts';
import { keyA } from '../_support/wallet-vocabulary.ts';

const actor = `cli:uid-${process.getuid?.()}`;

/** What a person does to a ledger, as opposed to what requests do. */
const administrative = new Set([
  'WalletOpened',
  'WalletCredited',
  'WalletDebited',
  'ApiKeyCreated',
  'ApiKeyRevoked',
  'PrincipalRegistered',
  'PrincipalPiiChanged',
  'PolicySet',
]);

interface Told {
  readonly type: string;
  readonly actor: unknown;
}

async function eventsOf(environment: CommandEnvironment): Promise<readonly RecordedEvent[]> {
  await using log = await openSqliteEventLog({ path: join(environment['WAYBILL_DATA_DIR'] ?? '', 'ledger.db') });
  return await log.readAll({ limit: 10_000 });
}

function administration(events: readonly RecordedEvent[]): readonly Told[] {
  return events.flatMap(({ type, data }) => {
    const fields = JSON.parse(data) as Readonly<Record<string, unknown>>;
    const isPersons = administrative.has(type) || fields['resolved_by'] === 'operator';
    return isPersons ? [{ type, actor: fields['actor'] }] : [];
  });
}

test('an actor is a user id of the operating system, or unknown without one', (t) => {
  t.is(actorOfUser(1000), 'cli:uid-1000');
  t.is(actorOfUser(0), 'cli:uid-0');
  t.is(actorOfUser(undefined), 'cli:unknown');
});

test('every command that administers names the id of its user in its events, and no login', async (t) => {
  const environment = await seededDirectory(t);
  writeFileSync(join(environment.WAYBILL_DATA_DIR, '.sandbox'), '');
  const before = (await eventsOf(environment)).length;
  const key = await waybillJson(t, environment, 'keys', 'create', '--name', 'laptop', '--no-pii');
  const owner = ['--user-id', String(key['user_id'])];
  await waybillJson(t, environment, 'keys', 'create', '--name', 'protected', ...owner, '--pii');
  await waybillJson(t, environment, 'wallets', 'credit', String(key['wallet_id']), '10');
  await waybillJson(t, environment, 'keys', 'revoke', keyA);
  const platform = ['platform', '00000000-0000-0000-0000-000000000000'];
  const rules = ['--allowed-profiles', 'light', '--default-profile', 'light', '--max-request-eur', '1'];
  await waybillJson(t, environment, 'policies', 'set', ...platform, '--pii-required', 'false', ...rules);
  await waybillJson(t, environment, 'reservations', 'resolve', reservations.flagged, '--release');
  await waybillJson(t, environment, 'reservations', 'resolve', reservations.open, '--settle-eur', '0.5', '--force');
  const told = administration((await eventsOf(environment)).slice(before));
  t.deepEqual(
    told.map(({ type }) => type),
    [
      'WalletOpened',
      'PrincipalRegistered',
      'ApiKeyCreated',
      'PrincipalPiiChanged',
      'ApiKeyCreated',
      'WalletCredited',
      'ApiKeyRevoked',
      'PolicySet',
      'ReservationReleased',
      'ReservationSettled',
    ],
  );
  t.deepEqual([...new Set(told.map((each) => each.actor))], [actor]);

  const { data } = await waybillJson(t, environment, 'keys', 'list');
  const of = (id: unknown) => (data as readonly { readonly id: string }[]).find((listed) => listed.id === id);
  t.like(of(key['key_id']), { created_by: actor });
  t.like(of(keyA), { revoked: true, revoked_by: actor });
  t.true((await waybill(t, environment, 'keys', 'list')).stdout.split(/\s+/u).includes(actor));
  const { policies } = await waybillJson(t, environment, 'policies', 'list');
  const ofPlatform = (policies as readonly { readonly scope_kind: string }[]).find(
    (set) => set.scope_kind === 'platform',
  );
  t.like(ofPlatform, { set_by: actor });
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true });
});

test('no published event names its actor', async (t) => {
  const environment = await seededDirectory(t);
  await waybillJson(t, environment, 'reservations', 'resolve', reservations.flagged, '--settle-eur', '0.5');
  const events = await eventsOf(environment);
  t.true(administration(events).some((told) => told.actor === actor));
  const published = events.flatMap((event) => publishedEvent(event, 'test')?.value ?? []);
  t.true(published.length > 10);
  t.deepEqual(
    published.filter((value) => /"actor"|system:test/.test(value)),
    [],
  );
});

test('the first start of the sandbox records the sandbox as its actor', async (t) => {
  const dataDir = join(scratchFolder(t), 'data');
  const environment = { WAYBILL_DATA_DIR: dataDir, WAYBILL_PORT: '0', WAYBILL_LOG_LEVEL: 'silent' };
  const gateway = await startGateway(environment);
  await gateway.stop();
  t.deepEqual(administration(await eventsOf(environment)), [
    { type: 'WalletOpened', actor: 'system:sandbox' },
    { type: 'WalletCredited', actor: 'system:sandbox' },
    { type: 'PrincipalRegistered', actor: 'system:sandbox' },
    { type: 'ApiKeyCreated', actor: 'system:sandbox' },
    // Who administers, and their key.
    { type: 'PrincipalRegistered', actor: 'system:sandbox' },
    { type: 'ApiKeyCreated', actor: 'system:sandbox' },
  ]);
});
