import { randomUUID } from 'node:crypto';
import test from 'ava';
import { readBankStatements } from '../../../src/adapters/bank-statements.ts';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { BankEntriesSheet } from '../../../src/cli/audit/bank-entries-sheet.ts';
import { DecisionsSheet } from '../../../src/cli/audit/decisions-sheet.ts';
import type { DomainEvent } from '../../../src/domain/event-catalogue.ts';
import { nanoFromSum } from '../../../src/domain/money.ts';
import { BankPaymentsSheet } from '../../../src/ledger/audit/bank-payments-sheet.ts';
import { PostingsSheet, TrialBalanceSheet } from '../../../src/ledger/audit/posting-sheets.ts';
import { PriceListsSheet } from '../../../src/ledger/audit/price-lists-sheet.ts';
import { RolesSheet } from '../../../src/ledger/audit/roles-sheet.ts';
import { createApiKey } from '../../../src/ledger/identities.ts';
import { principalStream, walletStream } from '../../../src/ledger/stream-names.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import { checkpointOf } from '../../_support/checkpoints.ts';
import { camtEntry, camtText } from '../../_support/camt-text.ts';
import { principalWith } from '../../_support/grant-vocabulary.ts';
import { importScene } from '../../_support/import-scene.ts';
import { record } from '../../_support/recorded-log.ts';
import { recordLedger } from '../../_support/recorded-ledger.ts';
import { userId, walletId } from '../../_support/wallet-vocabulary.ts';
import { packed } from './_packed.ts';

const sum = (rows: readonly Readonly<Record<string, unknown>>[] = [], column: string): bigint =>
  rows.reduce((total, row) => total + nanoFromSum(String(row[column])), 0n);

test('the trial balance has the postings, and each pack begins where the one before ended, wherever it is cut', async (t) => {
  const log = createMemoryEventLog();
  await recordLedger(log);
  const { length } = await log.readAll({ limit: 10_000 });
  for (let cut = 0; cut <= length; cut += 1) {
    const at = ({ position }: { readonly position: string }): string =>
      `2026-11-${Number(position) < cut ? '01' : '02'}T12:00:00.000Z`;
    const of = async (day: string) => {
      const days = { from: `2026-11-${day}`, to: `2026-11-${day}`, zone: 'UTC' };
      return (await packed(log, [new PostingsSheet(), new TrialBalanceSheet()], { days, at })).rows;
    };
    const [one, two] = [await of('01'), await of('02')];
    for (const { postings, trial_balance: accounts } of [one, two]) {
      t.is(sum(accounts, 'debits_eur'), sum(postings, 'amount_eur'));
      t.is(sum(accounts, 'credits_eur'), sum(postings, 'amount_eur'));
      t.is(sum(accounts, 'closing_eur'), 0n);
    }
    const closing = (one['trial_balance'] ?? []).map((row) => [row['account'], row['closing_eur']]);
    const opening = new Map((two['trial_balance'] ?? []).map((row) => [row['account'], row['opening_eur']]));
    t.true(closing.every(([account, eur]) => opening.get(account) === eur));
  }
});

test('the bounds are the nearest checkpoints outside the days, and the events lead from one to the other', async (t) => {
  const log = chainedLog(createMemoryEventLog());
  const movement = (amount_eur: string) => ({
    type: 'WalletCredited' as const,
    data: { credit_id: randomUUID(), amount_eur, reason: 'test', postings: [] },
  });
  const months: string[] = [];
  const recorded = async (month: string, work: () => Promise<unknown>): Promise<void> => {
    await work();
    const { length } = await log.readAll({ limit: 100 });
    while (months.length < length) months.push(month);
  };
  for (const [month, amount] of [
    ['09', '1'],
    ['10', '2'],
    ['11', '4'],
    ['12', '8'],
  ] as const) {
    await recorded(month, () => record(log, walletStream(walletId), movement(amount)));
    await recorded(month, () => checkpointOf(log));
  }
  const events = await log.readAll({ limit: 100 });
  const at = ({ position }: { readonly position: string }): string =>
    `2026-${months[events.findIndex((event) => event.position === position)] ?? ''}-15T00:00:00.000Z`;
  const days = { from: '2026-10-01', to: '2026-11-30', zone: 'UTC' };
  const { bounds, lines, tree } = await packed(log, [], { days, at });
  t.is(bounds.begin?.size, 1);
  t.is(bounds.end?.size, 5);
  t.deepEqual(
    lines.map((line) => (JSON.parse(line) as { readonly type: string }).type),
    ['LedgerCheckpointed', 'WalletCredited', 'LedgerCheckpointed', 'WalletCredited'],
  );
  t.deepEqual([tree.begin.size, tree.begin.peaks.length, tree.end.size], [1, 1, 5]);
  const open = await packed(log, [], { days: { ...days, to: '2027-12-31' }, at });
  t.is(open.bounds.end?.size, 7);
  await record(log, walletStream(walletId), movement('16'));
  const late = await packed(log, [], { days: { ...days, to: '2027-12-31' }, at: () => '2026-12-15T00:00:00.000Z' });
  t.is(late.bounds.end, null);
  t.is(late.lines.length, 9);
});

const first = '0123456789ABCDEF';
const second = 'FEDCBA9876543210';

test('payments are matched with credits and with the entries of statements, and the rest is named', async (t) => {
  const scene = await importScene();
  const [paid, open] = [await scene.topup(first), await scene.topup(second)];
  const entries = [
    camtEntry({ reference: 'BANK-0001', text: paid.reference }),
    camtEntry({ reference: 'BANK-0002', text: '=HYPERLINK("x")', amount: '7.00' }),
  ];
  await scene.read(camtText(entries));
  const third = await scene.topup('AAAAAAAAAAAAAAAA');
  await scene.confirm(third.id, 'BANK-0003', '25.000000000');
  const { wallets } = scene.deps;
  await wallets.execute(scene.walletId, {
    type: 'credit_wallet',
    creditId: randomUUID(),
    amount: 5_000_000_000n,
    reason: 'by hand',
  });
  const payments = new BankPaymentsSheet();
  const statements = readBankStatements(Buffer.from(camtText(entries)));
  const bank = new BankEntriesSheet(statements, () => payments.payments, Date.parse('2026-12-01'));
  const { rows } = await packed(scene.log, [payments, bank]);
  const told = (rows['bank_payments'] ?? []).map(({ match, kind, amount_eur, bank_reference }) =>
    [match, kind, amount_eur, bank_reference].join(' '),
  );
  t.deepEqual(told.toSorted(), [
    'matched payment 25.000000000 BANK-0001',
    'matched payment 25.000000000 BANK-0003',
    'no_bank_entry credit 5.000000000 ',
    'unpaid request 25.000000000 ',
  ]);
  t.is(rows['bank_payments']?.find(({ match }) => match === 'unpaid')?.['topup_id'], open.id);
  t.deepEqual(
    (rows['bank_entries'] ?? []).map(({ match, bank_reference, amount }) => [match, bank_reference, amount].join(' ')),
    ['matched BANK-0001 25.00', 'not_in_ledger BANK-0002 7.00', 'not_in_statements BANK-0003 25.000000000'],
  );
});

test('a payment that the bank paid back is a row below zero, matched once the wallet has lost it', async (t) => {
  const scene = await importScene();
  const { reference } = await scene.topup(first);
  await scene.read(camtText([camtEntry({ reference: 'BANK-0001', text: reference })]));
  const back = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>';
  const transactions = [{ text: reference, more: back }];
  await scene.read(camtText([camtEntry({ reference: 'BANK-0009', direction: 'DBIT', transactions })]), true);
  const { rows } = await packed(scene.log, [new BankPaymentsSheet()]);
  t.deepEqual(
    (rows['bank_payments'] ?? []).map(({ match, kind, amount_eur }) => [match, kind, amount_eur]),
    [
      ['matched', 'payment', '25.000000000'],
      ['matched', 'return', '-25.000000000'],
    ],
  );
});

test('roles are told for as long as they were held, with who gave them', async (t) => {
  const log = createMemoryEventLog();
  await recordLedger(log);
  const identities = { log, createId: randomUUID, actor: 'cli:uid-7', keyHasher: { hash: () => 'cd'.repeat(32) } };
  await createApiKey(identities, {
    keyId: randomUUID(),
    secret: 'wb_not_a_secret',
    name: 'console',
    userId,
    tenantId: principalWith().tenant_id,
    walletId,
    allowedProfiles: [],
    allowAllModels: false,
    maxRequestEur: null,
    budgetEur: null,
    expiresAt: null,
    administers: true,
  });
  const change = { user_id: userId, wallet_id: walletId, role: 'admin', actor: 'cli:uid-7' };
  await record(log, principalStream(userId), {
    type: 'PrincipalChanged',
    data: { ...change, platform_role: 'finance' },
  });
  await record(log, principalStream(userId), { type: 'PrincipalClosed', data: { user_id: userId, reason: 'left' } });
  const { rows } = await packed(log, [new RolesSheet()]);
  const told = (rows['roles'] ?? []).map(({ kind, platform_role, status, until, actor }) => {
    return [kind, platform_role, status, until === null ? 'still' : 'ended', actor].join(' ');
  });
  t.is(told.length, 3, told.join('\n'));
  t.true(told.includes('user finance active ended cli:uid-7'), told.join('\n'));
  t.true(
    told.some((row) => row.startsWith('key ') && row.endsWith('active still cli:uid-7')),
    told.join('\n'),
  );
});

test('decisions are the actions of people, with reason and what was before; price lists count what they charged', async (t) => {
  const log = createMemoryEventLog();
  await recordLedger(log);
  const corrects = randomUUID();
  const correction: Extract<DomainEvent, { type: 'WalletDebited' }>['data'] = {
    debit_id: randomUUID(),
    amount_eur: '0.500000000',
    reason: '=1+1',
    actor: 'cli:uid-7',
    cause: { kind: 'correction', id: randomUUID(), corrects },
    postings: [],
  };
  await record(log, walletStream(walletId), { type: 'WalletDebited', data: correction });
  const { rows } = await packed(log, [new DecisionsSheet(), new PriceListsSheet(), new TrialBalanceSheet()]);
  const row = rows['decisions']?.find(({ operation }) => operation === 'correctWallet');
  t.like(row, { actor: 'cli:uid-7', subject_kind: 'wallet', subject_id: walletId, reason: '=1+1' });
  t.true(String(row?.['after']).includes(corrects));
  const revenue = rows['trial_balance']?.find(({ account }) => account === 'platform:revenue');
  t.is(sum(rows['price_lists'], 'charged_eur'), nanoFromSum(String(revenue?.['credits_eur'])));
});
