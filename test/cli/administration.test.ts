import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { nanoFromEur } from '../../src/domain/money.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { walletId } from '../_support/wallet-vocabulary.ts';
import { recordInto, seededDirectory, waybill, waybillFailure, waybillJson } from '../_support/waybill-command.ts';

test('a tenant is set up, paid for and shared out by commands alone', async (t) => {
  const environment = await seededDirectory(t);
  const run = (...args: readonly string[]) => waybillJson(t, environment, ...args);
  const reseller = await run('resellers', 'create', '--name', 'Resale');
  const tenant = await run('tenants', 'create', '--name', 'Example', '--reseller-id', String(reseller['id']));
  const tenantId = String(tenant['id']);
  const user = await run('users', 'create', '--tenant-id', tenantId, '--role', 'admin');
  const walletId = String(user['wallet_id']);
  const key = await run(
    'keys',
    'create',
    '--user-id',
    String(user['id']),
    '--name',
    'first',
    '--administers',
    '--allowed-profiles',
    'light',
  );
  t.like(key, { allowed_profiles: ['light'] });
  t.regex(String(key['api_key']), /^wb_/);
  const topup = await run('topups', 'request', '--wallet-id', walletId, '--amount-eur', '100');
  const statement = join(environment.WAYBILL_DATA_DIR, 'statement.csv');
  const rows = [
    'bank_reference,bank_date,received_eur,remittance',
    `BANK-0001,2026-11-20,99.5,${String(topup['reference'])} thanks`,
    'BANK-0002,2026-11-20,5,who knows',
  ];
  writeFileSync(statement, rows.join('\n'));
  const importing = async (file: string, exitCode: number) => {
    const ended = await waybill(t, environment, 'payments', 'import', file, '--json');
    t.is(ended.exitCode, exitCode, ended.stderr);
    return JSON.parse(ended.stdout) as Readonly<Record<string, unknown>>;
  };
  const imported = await importing(statement, 1);
  t.deepEqual(imported['credited'], [
    { bank_reference: 'BANK-0001', bank_date: '2026-11-20', topup_id: topup['id'], amount_eur: '99.500000000' },
  ]);
  const place = { bank_date: '2026-11-20', topup_ids: [] };
  const stranger = { ...place, bank_reference: 'BANK-0002', amount: '5', currency: 'EUR', text: 'who knows' };
  t.deepEqual(imported['unmatched'], [{ ...stranger, why: 'unknown_reference' }]);
  const again = await importing(statement, 1);
  t.deepEqual([again['credited'], again['already']], [[], imported['credited']]);
  writeFileSync(statement, rows.toSpliced(2, 1).join('\n'));
  t.deepEqual((await importing(statement, 0))['unmatched'], []);
  const camt = join(environment.WAYBILL_DATA_DIR, 'statement.xml');
  const entry = `<Ntry><Amt Ccy="EUR">99.5</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>BANK-0001</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>${String(topup['reference'])}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  writeFileSync(
    camt,
    `<Document><BkToCstmrStmt><Stmt>${entry.replace('EUR', 'CHF')}${entry}</Stmt></BkToCstmrStmt></Document>`,
  );
  const read = await importing(camt, 1);
  t.is((read['already'] as readonly unknown[]).length, 1);
  t.deepEqual(read['unmatched'], [
    {
      bank_reference: 'BANK-0001',
      bank_date: '2026-11-20',
      amount: '99.5',
      currency: 'CHF',
      why: 'other_currency',
      text: topup['reference'],
      topup_ids: [topup['id']],
    },
  ]);
  const other = await run('wallets', 'create', '--tenant-id', tenantId);
  const shares = JSON.stringify([{ wallet_id: other['id'], basis_points: 1_000 }]);
  await run('allocations', 'create', '--parent-id', walletId, '--allocations', shares, '--frequency', 'monthly');
  const id = randomUUID();
  const transfer = [
    'transfers',
    'create',
    '--id',
    id,
    '--source-id',
    walletId,
    '--destination-id',
    String(other['id']),
    '--amount-eur',
    '1',
  ];
  t.is((await run(...transfer))['status'], 'completed');
  t.is((await run(...transfer))['status'], 'completed');
  t.is((await run('wallets', 'show', String(other['id'])))['available_eur'], '10.950000000');
  t.is((await waybill(t, environment, 'ledger', 'verify')).exitCode, 0);
});

test('a transfer that stopped after its debit is shown as open, and completes when it is repeated', async (t) => {
  const environment = await seededDirectory(t);
  const run = (...args: readonly string[]) => waybillJson(t, environment, ...args);
  const tenantId = randomUUID();
  const open = async () => String((await run('wallets', 'create', '--tenant-id', tenantId))['id']);
  const [source, destination, id] = [await open(), await open(), randomUUID()];
  await run('wallets', 'credit', source, '5');
  const amount = nanoFromEur('2');
  const cause = { kind: 'transfer', id, wallet_id: destination } as const;
  await recordInto(environment, async (log) => {
    const wallets = new Wallets({ log, createId: randomUUID });
    await wallets.execute(source, { type: 'debit_wallet', debitId: id, amount, reason: 'transfer', cause });
  });
  const figures = {
    id,
    tenant_id: tenantId,
    source_id: source,
    destination_id: destination,
    amount_eur: '2.000000000',
  };
  t.like(await run('transfers', 'show', id), { ...figures, to: null, status: 'open' });
  const ends = ['--source-id', source, '--destination-id', destination, '--amount-eur', '2'];
  await run('transfers', 'create', '--id', id, ...ends);
  t.like(await run('transfers', 'show', id), { ...figures, to: 'destination', status: 'completed' });
  const [listed] = (await run('transfers', 'list', '--tenant-id', tenantId))['data'] as readonly object[];
  t.like(listed, { id, status: 'completed' });
});

test('a refused command ends with the code of the API, and with the common exit codes', async (t) => {
  const environment = await seededDirectory(t);
  t.like(await waybillFailure(t, environment, 'users', 'show', randomUUID()), {
    exitCode: 1,
    code: 'resource_not_found',
  });
  t.like(await waybillFailure(t, environment, 'users', 'show', 'x'), { exitCode: 2, code: 'wrong_usage' });
  t.like(await waybillFailure(t, environment, 'topups', 'request', '--wallet-id', randomUUID(), '--amount-eur', '-1'), {
    exitCode: 2,
  });
  t.like(await waybillFailure(t, environment, 'payments', 'import', 'nowhere.csv'), { exitCode: 2 });
  const help = await waybill(t, environment, 'transfers', 'create', '--help');
  t.is(help.exitCode, 0);
  t.regex(help.stdout, /--amount-eur <value>/);
});

test('a list with further rows names the option for the next page', async (t) => {
  const environment = await seededDirectory(t);
  await waybillJson(t, environment, 'wallets', 'create', '--tenant-id', randomUUID());
  for (const name of ['one', 'two'])
    await waybillJson(t, environment, 'keys', 'create', '--name', name, '--allow-all-models');
  const { exitCode, stdout, stderr } = await waybill(t, environment, 'keys', 'list', '--limit', '1');
  t.is(exitCode, 0);
  t.deepEqual(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]?.length),
    ['id'.length, 36],
  );
  t.regex(stderr, /^There is more: --after \S+\n$/);
});

test('targets list is refused without a running gateway', async (t) => {
  const environment = await seededDirectory(t);
  const failure = await waybillFailure(t, environment, 'targets', 'list');
  t.like(failure, { exitCode: 1, code: 'no_gateway' });
  t.regex(String(failure.message), /^no gateway runs on \//);
});

test('usage is exported whole, or up to a limit', async (t) => {
  const environment = await seededDirectory(t);
  const whole = await waybill(t, environment, 'usage', 'export');
  const lines = whole.stdout.trimEnd().split('\r\n');
  t.is(whole.exitCode, 0);
  t.regex(lines[0] ?? '', /^tenant_id,day,user_id/);
  t.is(whole.stderr, '');
  const told = await waybillJson(t, environment, 'usage', 'export', '--limit', '1');
  t.like(told, { rows: 1, csv: `${lines.slice(0, 2).join('\r\n')}\r\n` });
  const { stdout } = await waybill(t, environment, 'usage', 'export', '--help');
  t.regex(stdout, /Maximum number of rows\. \(1 to 5000\) \(default: all\)/);
});

test('two payments for one top-up are credited, and told', async (t) => {
  const environment = await seededDirectory(t);
  const topup = await waybillJson(t, environment, 'topups', 'request', '--wallet-id', walletId, '--amount-eur', '10');
  const file = join(environment.WAYBILL_DATA_DIR, 'statement.csv');
  const lines = ['BANK-0001,2026-11-20,10', 'BANK-0002,2026-11-21,3'].map(
    (line) => `${line},${String(topup['reference'])}`,
  );
  writeFileSync(file, ['bank_reference,bank_date,received_eur,remittance', ...lines].join('\n'));

  const { exitCode, stdout } = await waybill(t, environment, 'payments', 'import', file);

  t.is(exitCode, 0);
  t.deepEqual(stdout.trimEnd().split('\n'), [
    `credited: € 10.00 of BANK-0001, 2026-11-20, to top-up ${String(topup['id'])}`,
    `credited: € 3.00 of BANK-0002, 2026-11-21, to top-up ${String(topup['id'])}`,
    '2 credited, 0 before, 0 not matched, 0 refused, 0 returned, 0 reversed',
  ]);
});

test('a payment of a day before the euro, or to come, is listed with the reason and not credited', async (t) => {
  const environment = await seededDirectory(t);
  const wallet = await waybillJson(t, environment, 'wallets', 'create', '--tenant-id', randomUUID());
  const ask = ['topups', 'request', '--wallet-id', String(wallet['id']), '--amount-eur', '10'];
  const topup = await waybillJson(t, environment, ...ask);
  const file = join(environment.WAYBILL_DATA_DIR, 'statement.csv');
  const days = ['0000-01-01', '0001-01-01', '1998-12-31', '9999-12-31'];
  const lines = days.map((day) => `BANK-0001,${day},10,${String(topup['reference'])}`);
  writeFileSync(file, ['bank_reference,bank_date,received_eur,remittance', ...lines].join('\n'));

  const { exitCode, stdout } = await waybill(t, environment, 'payments', 'import', file);

  t.is(exitCode, 1);
  const early = 'early_date: its day is before the euro; check the year';
  t.deepEqual(stdout.trimEnd().split('\n'), [
    ...[early, early, early, 'future_date: its day has not begun yet'].map(
      (why, index) =>
        `not matched: 10 EUR of BANK-0001, ${days[index]}: ${why}, names ${String(topup['id'])} (“${String(topup['reference'])}”)`,
    ),
    '0 credited, 0 before, 4 not matched, 0 refused, 0 returned, 0 reversed',
  ]);
});
