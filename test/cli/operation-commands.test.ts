import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { z } from 'zod';
import { CommanderError, type Command } from 'commander';
import { pathNames, type AdminOperation } from '../../src/admin/operation.ts';
import { adminOperations } from '../../src/admin/operations.ts';
import { textAsValue } from '../../src/admin/text-as-value.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { operationCommands } from '../../src/cli/administration/operation-commands.ts';
import { describedSchema } from '../../src/config/described-schema.ts';
import { exitCodes, explained } from '../../src/cli/cli-error.ts';
import { createProgram } from '../../src/cli/program.ts';
import { errorCatalogue } from '../../src/errors.ts';
import { badValues } from '../admin/_bad-values.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { seededDirectory } from '../_support/waybill-command.ts';

/** Every command that is made of the table of operations, and what it must refuse. In this process: starting one takes longer. */

const shared = new SharedTeardown();
const dataDir = (await seededDirectory(shared)).WAYBILL_DATA_DIR;
test.after.always('close', shared.end);

/** The program as it is made for these words. */
function program(words: readonly string[]): Command {
  const made = createProgram();
  operationCommands(made, words);
  return made;
}

function commandOf({ command }: AdminOperation): Command | undefined {
  const words = command.split(' ');
  const [groupName, verb] = words;
  const group = program(words).commands.find((each) => each.name() === groupName);
  return group?.commands.find((each) => each.name() === verb);
}

test('commands by hand beside those of operations are the ones that were decided to stay', (t) => {
  const decision = readFileSync('docs/adr/0052-one-name-for-each-act.md', 'utf8');
  const decided = [...decision.matchAll(/^\| (`.*?) \|/gm)].flatMap(
    ([, cell = '']) => cell.match(/(?<=`)[a-z ]{4,}(?=`)/g) ?? [],
  );
  const order = (a: string, b: string): number => a.localeCompare(b);
  const operated = new Set(adminOperations.map(({ command }) => command.split(' ')[0]));
  const byHand = createProgram().commands.flatMap((group) =>
    operated.has(group.name()) ? group.commands.map((command) => `${group.name()} ${command.name()}`) : [],
  );
  t.deepEqual(byHand.toSorted(order), decided.toSorted(order));
});

/** What commands by hand call otherwise: one does two operations, and one takes a file. */
const calledOtherwise: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = {
  'reservations resolve': { cost_eur: '--settle-eur' },
  'payments import': { statement: '<file>' },
};

for (const operation of adminOperations) {
  test(`${operation.id} has a command that takes everything that is asked over HTTP`, (t) => {
    const command = commandOf(operation);
    if (command === undefined) return t.fail(`there is no ${operation.command}`);
    const flags = command.options.map(({ long }) => long);
    for (const [name, schema] of Object.entries(operation.input.shape)) {
      // What was read with a record changes nothing: nobody types it.
      if (describedSchema(schema as z.ZodType).readOnly === true) continue;
      if (pathNames(operation).includes(name)) {
        t.true(
          command.registeredArguments.some((argument) => argument.name() === name),
          name,
        );
      } else {
        const called = calledOtherwise[operation.command]?.[name] ?? `--${name.replaceAll('_', '-')}`;
        const named = command.registeredArguments.map((argument) => `<${argument.name()}>`);
        t.true([...flags, ...named].includes(called), name);
      }
    }
    t.true(flags.includes('--json'));
  });
}

const byHand = new Set(
  createProgram().commands.flatMap((group) => group.commands.map((command) => `${group.name()} ${command.name()}`)),
);
const ofTable = adminOperations.filter(({ command }) => !byHand.has(command));

interface CommandEnd {
  readonly exitCode: number;
  readonly code: string;
  readonly message: string;
}

// Other files run in this process.
test.after.always('nobody else reads this directory', () => {
  delete process.env['WAYBILL_DATA_DIR'];
});

/** How a command ends, as `main.ts` would end the process. */
async function run(...args: readonly string[]): Promise<CommandEnd> {
  process.env['WAYBILL_DATA_DIR'] = dataDir;
  try {
    await program(args).parseAsync(['node', 'waybill', ...args]);
    return { exitCode: exitCodes.done, code: '', message: '' };
  } catch (error) {
    if (error instanceof CommanderError)
      return { exitCode: exitCodes.wrongUsage, code: 'wrong_usage', message: error.message };
    const known = explained(error);
    if (known === null) throw error;
    return { exitCode: known.exitCode, code: known.code, message: known.message };
  }
}

/** The words of the example in the help of a command. */
function exampleOfHelp(command: Command): readonly string[] {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  const [, line = ''] = /\$ waybill (.*)/.exec(help) ?? [];
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
}

for (const operation of ofTable) {
  test.serial(`the example of ${operation.command} is right usage`, async (t) => {
    const command = commandOf(operation);
    if (command === undefined) return t.fail();
    const { exitCode, code, message } = await run(...exampleOfHelp(command));
    t.true(exitCode < exitCodes.wrongUsage, `${code}: ${message}`);
  });
}

const told: readonly (readonly [args: readonly string[], message: string])[] = [
  [['usage', 'list', '--from', 'yesterday'], '--from: not a date; write 2026-11-24'],
  [['usage', 'list', '--from', '2026-02-02', '--to', '2026-01-01'], '--to is before --from'],
  [['users', 'show', 'x'], 'user_id: not a UUID; write it as 3f0c6f1e-8f0b-4c57-9d6b-0d1f6a0c2b07'],
  [
    ['responses', 'delete', 'resp_7', '--reason', 'x'],
    'response_id: must be the id of a response: resp_ and 44 hex digits in lower case',
  ],
  [
    ['files', 'delete', `file-${'A'.repeat(44)}`, '--reason', 'x'],
    'file_id: must be the id of a file: file- or file_ and 44 hex digits in lower case',
  ],
  [['topups', 'list', '--status', 'lost'], '--status: not one of pending, confirmed, credited, cancelled, expired'],
  [['keys', 'list', '--limit', '0'], '--limit: must be a whole number from 1 to 200'],
  [['users', 'create', '--tenant_id', randomUUID(), '--pii_enabled', 'maybe'], '--pii-enabled: neither true nor false'],
  [
    ['topups', 'request', '--wallet_id', randomUUID(), '--amount_eur', '1,50'],
    '--amount-eur: must be digits, optionally a dot and 1 to 9 decimals; write euro as 12.50',
  ],
];

for (const [args, message] of told) {
  test.serial(`wrong usage is reported in the words of a command: ${args.join(' ').slice(0, 60)}`, async (t) => {
    t.deepEqual(await run(...args), { exitCode: 2, code: 'wrong_usage', message });
  });
}

test('the help of an option shows its values, its default, and whether it is required', (t) => {
  const meanings = (command: string) =>
    Object.fromEntries(
      (adminOperations.filter((each) => each.command === command).map(commandOf)[0]?.options ?? []).map(
        ({ long, description }) => [long, description],
      ),
    );
  t.like(meanings('users create'), {
    '--tenant-id': 'tenant id (a UUID) (required)',
    '--platform-role':
      'Role in running the platform. Only the operator may give it. (operator, finance, auditor, none) (default: none)',
    '--pii-enabled':
      'Whether personal data in their requests must be replaced. Absent: where `personal_data` is configured. (true, false)',
  });
  t.like(meanings('wallets correct'), {
    '--direction': 'direction (credit, debit) (required)',
    '--amount-eur': 'amount eur (euro, as 12.50) (required)',
  });
});

test.serial('an option is accepted as the management API spells its member, and shown with hyphens', async (t) => {
  const [id, tenant] = [randomUUID(), randomUUID()];
  t.like(await run('wallets', 'create', '--id', id, '--tenant_id', tenant), { exitCode: 0, message: '' });
  t.like(await run('wallets', 'create', `--id=${id}`, `--tenant-id=${tenant}`), { exitCode: 0, message: '' });
  t.like(await run('wallets', 'create', '--id', id, '--tenant_id', randomUUID()), { code: 'already_exists' });
  t.regex((await run('wallets', 'create')).message, /required option '--tenant-id <value>' not specified/);
});

async function lastPosition(): Promise<unknown> {
  await using log = await openSqliteEventLog({ path: join(dataDir, 'ledger.db') });
  return (await log.readAll({ limit: 10_000 })).at(-1)?.position;
}

/** The words of a command line; options as one word each, so that a sign is no option. */
function lineOf(operation: AdminOperation, asked: Readonly<Record<string, string>>): readonly string[] {
  const names = pathNames(operation);
  const options = Object.entries(asked).filter(([name]) => !names.includes(name));
  return [
    ...operation.command.split(' '),
    ...options.map(([name, value]) => `--${name.replaceAll('_', '-')}=${value}`),
    '--',
    ...names.map((name) => asked[name] ?? ''),
  ];
}

const texts = [
  '2020-01',
  'other',
  'https://hooks.example/',
  '7',
  randomUUID(),
  '2026-11-19',
  'debit',
  'user',
  'tenant',
  'light',
  'true',
  `[{"wallet_id":"${randomUUID()}","basis_points":5}]`,
  '[{"name":"project","values":["atlas"]}]',
  'day',
  '2026-12-31T00:00:00Z',
  '[{"amount_eur":"5","per":"day"}]',
];

function valuesOf({ input }: AdminOperation, asked: Readonly<Record<string, string>>): object {
  const members = Object.entries(input.shape).flatMap(([name, schema]) =>
    asked[name] === undefined ? [] : [[name, textAsValue(schema as z.ZodType, asked[name])]],
  );
  return Object.fromEntries(members) as object;
}

/** A UUID, or the example of an id in another form. */
function unknownId(schema: z.ZodType): string {
  const id = randomUUID();
  return schema.safeParse(id).success ? id : String(describedSchema(schema).examples?.[0]);
}

/** Everything that must be said, with ids of nothing; and whatever else is an id. */
function unknownIds(operation: AdminOperation): Readonly<Record<string, string>> {
  const members = Object.entries(operation.input.shape).flatMap(([name, schema]) => {
    if (name === 'id') return [];
    if (name.endsWith('_id')) return [[name, unknownId(schema)] as const];
    if (schema.safeParse(undefined).success) return [];
    const text = texts.find((each) => schema.safeParse(textAsValue(schema, each)).success);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(members);
}

for (const operation of ofTable) {
  test.serial(`${operation.command} refuses every invalid argument as wrong usage`, async (t) => {
    const valid = unknownIds(operation);
    t.deepEqual(operation.input.safeParse(valuesOf(operation, valid)).error?.issues ?? [], []);
    for (const [name, schema] of Object.entries(operation.input.shape)) {
      const bad = badValues(name, schema)
        .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
        // What an empty word of a command line is, is the word of a path left out.
        .filter((text) => !schema.safeParse(textAsValue(schema, text)).success);
      t.true(bad.length > 0, name);
      for (const text of bad) {
        const { exitCode, code } = await run(...lineOf(operation, { ...valid, [name]: text }));
        t.is(`${exitCode} ${code}`, '2 wrong_usage', `${name}: ${text.slice(0, 60)}`);
      }
    }
    t.is((await run(...lineOf(operation, { ...valid, unheard_of: '1' }))).exitCode, 2);
    t.is((await run(...lineOf(operation, valid), 'one too many')).exitCode, 2);
  });
}

/** A tenant need not have been created: what is made for the first people of a platform names one that nobody knows. */
const first = new Set(['users create', 'groups create', 'wallets create', 'webhooks create', 'policies set']);

const named = ofTable.filter(
  (operation) =>
    !first.has(operation.command) &&
    (pathNames(operation).length > 0 ||
      (operation.method !== 'get' && Object.keys(operation.input.shape).some((name) => name.endsWith('_id')))),
);

test.serial('a command on an unknown id is refused with 1 and a code of the list, and writes nothing', async (t) => {
  t.true(named.length > 35);
  const before = await lastPosition();
  for (const operation of named) {
    const { exitCode, code } = await run(...lineOf(operation, unknownIds(operation)));
    t.is(exitCode, exitCodes.refused, `${operation.command}: ${code}`);
    t.true(code in errorCatalogue, `${operation.command}: ${code}`);
  }
  for (const args of [
    ['keys', 'revoke', randomUUID()],
    ['wallets', 'credit', randomUUID(), '5'],
    ['wallets', 'unrestrict', randomUUID(), '--reason', 'x'],
    ['reservations', 'resolve', randomUUID(), '--release'],
  ]) {
    t.is((await run(...args)).exitCode, exitCodes.refused, args.join(' '));
  }
  t.is(await lastPosition(), before);
});

test.serial('a command that repeats an id with other values is refused with 1, and writes nothing', async (t) => {
  const [tenant_id, id, other, walletId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const done = async (...args: readonly string[]) => t.like(await run(...args), { exitCode: 0, code: '' });
  await done('wallets', 'create', `--id=${walletId}`, `--tenant_id=${tenant_id}`);
  for (const topup of [id, other])
    await done('topups', 'request', `--id=${topup}`, `--wallet_id=${walletId}`, '--amount_eur=5');
  const confirm = (topup: string, reference: string, eur: string) =>
    run('topups', 'confirm', topup, `--bank_reference=${reference}`, '--bank_date=2026-01-02', `--received_eur=${eur}`);
  t.is((await confirm(id, 'BANK-0001', '5')).exitCode, 0);
  const before = await lastPosition();
  t.like(await confirm(other, 'BANK-0001', '5'), { exitCode: 1, code: 'bank_reference_used' });
  t.like(await confirm(id, 'BANK-0002', '6'), { exitCode: 1, code: 'not_possible' });
  t.like(
    await run('topups', 'confirm', other, '--bank_reference=BANK-0003', '--bank_date=2999-01-01', '--received_eur=1'),
    {
      exitCode: 2,
      code: 'wrong_usage',
    },
  );
  t.like(await run('topups', 'request', `--id=${id}`, `--wallet_id=${walletId}`, '--amount_eur=6'), {
    exitCode: 1,
    code: 'already_exists',
  });
  const half = { wallet_id: randomUUID(), basis_points: 6_000 };
  const shares = JSON.stringify([half, { ...half, wallet_id: randomUUID() }]);
  t.is((await run('allocations', 'create', `--parent_id=${walletId}`, `--allocations=${shares}`)).exitCode, 2);
  const empty = randomUUID();
  await done('wallets', 'create', `--id=${empty}`, `--tenant_id=${tenant_id}`);
  const opened = await lastPosition();
  t.not(opened, before);
  t.like(await run('transfers', 'create', `--source_id=${empty}`, `--destination_id=${walletId}`, '--amount_eur=1'), {
    exitCode: 1,
    code: 'insufficient_credit',
  });
  t.is(await lastPosition(), opened);
});

test.serial('a statement that cannot be read is refused, and nothing is written', async (t) => {
  const before = await lastPosition();
  const file = (name: string, content: string | Buffer): string => {
    const path = join(dataDir, name);
    writeFileSync(path, content);
    return path;
  };
  for (const [path, exitCode] of [
    [join(dataDir, 'nowhere.csv'), 2],
    [dataDir, 2],
    ['/dev/zero', 2],
    [file('large.csv', Buffer.alloc(16_777_217)), 2],
    [file('binary.xml', Buffer.from([0x3c, 0xff, 0xfe, 0x00])), 1],
    [file('empty.csv', ''), 1],
    [file('other.csv', 'a,b\n1,2'), 1],
    [file('other.xml', '<Document><Other/></Document>'), 1],
    [file('open.xml', '<Document><BkToCstmrStmt>'), 1],
  ] as const) {
    t.is((await run('payments', 'import', path)).exitCode, exitCode, path);
  }
  t.is(await lastPosition(), before);
});
