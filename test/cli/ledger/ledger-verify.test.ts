import { randomUUID } from 'node:crypto';
import test from 'ava';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { reservations, recordedCounts } from '../../_support/recorded-ledger.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';
import { recordUnknown } from '../../_support/recorded-log.ts';
import { Wallets } from '../../../src/ledger/wallets.ts';
import { recordInto, seededDirectory, waybill, waybillFailure, waybillJson } from '../../_support/waybill-command.ts';
import { walletId } from '../../_support/wallet-vocabulary.ts';

const [recordedEvents] = await recordedCounts();

function edit({ WAYBILL_DATA_DIR }: { readonly WAYBILL_DATA_DIR: string }, sql: string): void {
  const database = new DatabaseSync(join(WAYBILL_DATA_DIR, 'ledger.db'));
  database.exec(sql);
  database.close();
}

test('a correct ledger is verified, with its totals and its overdue holds', async (t) => {
  const environment = await seededDirectory(t);
  await waybillJson(t, environment, 'projections', 'rebuild', 'wallet-balances');
  const verdict = await waybillJson(t, environment, 'ledger', 'verify');
  t.like(verdict, {
    ok: true,
    events: recordedEvents,
    wallets: 2,
    overdue: { count: 1, first: [{ reservation_id: reservations.flagged, flag: 'connection_lost' }] },
    totals: {
      available_eur: '10.873725000',
      reserved_eur: '5.000000000',
      posted_eur: '15.873725000',
      funding_eur: '-16.000000000',
      revenue_eur: '0.126275000',
      granted_eur: '0.000000000',
      breakage_eur: '0.000000000',
      margin_eur: '0.000000000',
    },
  });
  t.like(verdict['projections'], [{ name: 'wallet-balances@4', checkpoint: String(recordedEvents), documents: 2 }]);
  const { exitCode, stdout, stderr } = await waybill(t, environment, 'ledger', 'verify');
  t.is(exitCode, 0);
  t.is(stderr, '');
  t.true(stdout.includes(`verified: ${recordedEvents} events, 2 wallets\n`));
  t.regex(stdout, new RegExp(`^warning: 1 reservation not ended in time: ${reservations.flagged}$`, 'm'));
});

test('a ledger without read models is verified, and is not given any documents', async (t) => {
  const verdict = await waybillJson(t, await seededDirectory(t), 'ledger', 'verify');
  t.like(verdict, { ok: true, projections: [{ checkpoint: null, documents: 0 }] });
});

test('a difference is named in JSON and in words, with exit code 1', async (t) => {
  const environment = await seededDirectory(t);
  edit(environment, `UPDATE events SET data = replace(data, '"quantity":200', '"quantity":2') WHERE revision = 3`);
  const { exitCode, stdout } = await waybill(t, environment, 'ledger', 'verify', '--json');
  t.is(exitCode, 1);
  t.deepEqual(JSON.parse(stdout), {
    ok: false,
    events: 3,
    difference: {
      kind: 'charge_line',
      stream: `wallet-${walletId}`,
      revision: 3,
      position: '4',
      expected: 'output 0.000400000 for 200',
      found: 'output 0.000400000 for 2',
    },
  });
  const words = await waybill(t, environment, 'ledger', 'verify');
  t.is(words.exitCode, 1);
  t.regex(words.stdout, /wallet-a+-\S+@3, position 4: The amount of a line is not its quantity times its price\./);
});

test('an event of a later version is named, stops its own wallet, and is reported by the other commands', async (t) => {
  const environment = await seededDirectory(t);
  await recordInto(environment, (log) => recordUnknown(log, 'wallet-new'));
  const { exitCode, stdout } = await waybill(t, environment, 'ledger', 'verify', '--json');
  t.is(exitCode, 1);
  t.like(JSON.parse(stdout), { ok: false, difference: { kind: 'event_type', stream: 'wallet-new' } });
  const listed = await waybill(t, environment, 'wallets', 'list', '--json');
  t.is(listed.exitCode, 0);
  t.like(JSON.parse(listed.stdout), { data: { length: 2 } });
  t.regex(listed.stderr, /^stream_waiting: wallet-new stands before event 0 of the type FromTheFuture.*upgrade.*\n$/);
  await recordInto(environment, (log) => recordUnknown(log, `wallet-${walletId}`));
  const failure = await waybillFailure(t, environment, 'wallets', 'show', walletId);
  t.is(failure.exitCode, 3);
  t.regex(String(failure.message), /upgrade/);
});

test('a file that is no ledger is refused with ledger_unavailable', async (t) => {
  const environment = await seededDirectory(t);
  edit(environment, 'PRAGMA application_id = 7');
  const failure = await waybillFailure(t, environment, 'ledger', 'verify');
  t.like(failure, { exitCode: 3, code: 'ledger_unavailable' });
});

test('one event of one wallet is printed in the singular', async (t) => {
  const environment = { WAYBILL_DATA_DIR: scratchFolder(t) };
  await recordInto(environment, async (log) => {
    const id = randomUUID();
    await new Wallets({ log, createId: randomUUID }).execute(id, { type: 'open_wallet', walletId: id, tenantId: id });
  });
  const { stdout } = await waybill(t, environment, 'ledger', 'verify');
  t.regex(stdout, /^verified: 1 event, 1 wallet$/m);
});
