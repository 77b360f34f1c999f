import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { eurFromNano, nanoFromSum } from '../../src/domain/money.ts';
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';
import { dataDirectory, spawnGateway, type GatewayProcess } from '../_support/gateway.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { waybillJson } from '../_support/waybill-command.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'examples');
const run = promisify(execFile);

type Environment = Readonly<Record<string, string>>;

/** A gateway that was just started as `npm start` starts it. Answers the environment of its examples. */
async function sandboxMode(t: ExecutionContext): Promise<Environment> {
  const environment = { WAYBILL_DATA_DIR: dataDirectory(t), WAYBILL_PORT: '0', WAYBILL_LOG_LEVEL: 'silent' };
  await spawnGateway(t, environment);
  return environment;
}

/**
 * The same with the real infra/distributed.yaml: EventStoreDB, as its protocol peer, and a Kafka that nobody answers for;
 * a key that `waybill keys create` made in a wallet that `waybill wallets credit` filled.
 */
async function distributedMode(t: ExecutionContext): Promise<Environment> {
  const environment = await distributedEnvironment(t);
  const { baseUrl } = await spawnGateway(t, environment);
  const key = await waybillJson(t, environment, 'keys', 'create', '--name', 'examples', '--no-pii');
  await waybillJson(t, environment, 'wallets', 'credit', String(key['wallet_id']), '10');
  return { ...environment, WAYBILL_BASE_URL: baseUrl, WAYBILL_API_KEY: String(key['api_key']) };
}

/** Two such gateways. */
async function twoDistributed(t: ExecutionContext): Promise<{
  readonly environment: Environment;
  readonly first: GatewayProcess;
  readonly second: GatewayProcess;
}> {
  const environment = await distributedEnvironment(t);
  const first = await spawnGateway(t, environment);
  return { environment, first, second: await spawnGateway(t, environment) };
}

async function distributedEnvironment(t: ExecutionContext): Promise<Environment> {
  const [sandbox, peer] = await Promise.all([startSandbox(t), startPeer()]);
  t.teardown(() => peer[Symbol.asyncDispose]());
  return {
    WAYBILL_CONFIG: join(root, 'infra', 'distributed.yaml'),
    WAYBILL_DATA_DIR: dataDirectory(t),
    WAYBILL_PORT: '0',
    WAYBILL_LOG_LEVEL: 'silent',
    WAYBILL_KEY_PEPPER: randomBytes(32).toString('hex'),
    WAYBILL_CONTENT_KEY: randomBytes(32).toString('hex'),
    WAYBILL_EVENTSTOREDB_URL: peer.connectionString,
    WAYBILL_KAFKA_BROKER: '127.0.0.1:1',
    WAYBILL_SOURCE: 'test',
    WAYBILL_PRESIDIO_URL: 'http://127.0.0.1:1',
    WAYBILL_UPSTREAM_URL: sandbox.baseUrl,
    WAYBILL_UPSTREAM_KEY: sandbox.apiKey,
  };
}

/** Another gateway on the same data, as `infra/sandbox.yaml` has it. */
async function startSecond(t: ExecutionContext, environment: Environment): Promise<GatewayProcess> {
  const sandbox = await startSandbox(t);
  return await spawnGateway(t, {
    ...environment,
    WAYBILL_CONFIG: join(root, 'infra', 'sandbox.yaml'),
    WAYBILL_SANDBOX_DATA: 'use',
    WAYBILL_SANDBOX_URL: sandbox.baseUrl,
    WAYBILL_SANDBOX_KEY: sandbox.apiKey,
    WAYBILL_SPARE_URL: sandbox.baseUrl,
    WAYBILL_SPARE_KEY: sandbox.apiKey,
  });
}

/** What an example prints beside a gateway. */
async function outputOf(environment: Environment, example: string): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, [join(folder, example)], { env: { ...process.env, ...environment } });
  return stdout.trim().split('\n');
}

interface TailedEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, string>>;
}

/** The events among the lines that were printed. */
function eventsIn(lines: readonly string[]): readonly TailedEvent[] {
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as TailedEvent);
}

const bill = ['CreditReserved', 'ReservationSettled'];

/** What each example prints. */
const printed: Readonly<
  Record<string, readonly [what: string, check: (t: ExecutionContext, lines: readonly string[]) => void]>
> = {
  'chat.ts': [
    'prints an answer, its cost, and the hold and the bill in the ledger',
    (t, lines) => {
      const [answer, cost, ...rest] = lines;
      const [held, settled] = eventsIn(rest);
      t.is(answer, 'You said: Where does every euro go?');
      t.is(cost, 'cost: 0.000051000 euro');
      t.deepEqual([held?.type, settled?.type], bill);
      t.is(held?.data['reservation_id'], settled?.data['reservation_id']);
      t.is(settled?.data['cost_eur'], '0.000051000');
    },
  ],
  'chat-stream.ts': [
    'prints the stream, its counters, and a bill that is there when the stream ends',
    (t, lines) => {
      const [answer, usage, ...rest] = lines;
      t.is(answer, 'You said: Count the words of this answer while it comes.');
      t.is(usage, 'usage: 15 + 11 tokens');
      t.deepEqual(
        eventsIn(rest).map(({ type }) => type),
        bill,
      );
    },
  ],
  'tool-call.ts': [
    'prints the call, the answer, and two bills for two requests',
    (t, lines) => {
      const [call, answer, ...rest] = lines;
      const events = eventsIn(rest);
      t.regex(call ?? '', /^called: weather\(\{"input":/);
      t.regex(answer ?? '', /^You said: /);
      t.deepEqual(
        events.map(({ type }) => type),
        [...bill, ...bill],
      );
      t.is(new Set(events.map(({ data }) => data['reservation_id'])).size, 2);
    },
  ],
  'continued-response.ts': [
    'continues a stored response, and prints that both were kept and removed',
    (t, lines) => {
      const [first, second, read, ...rest] = lines;
      t.is(first, 'You said: My lucky number is 7.');
      t.regex(second ?? '', /^You said: What is my lucky number\? \(item \d\)$/);
      t.regex(read ?? '', /^read: \d+ tokens, then \d+$/);
      t.deepEqual(
        eventsIn(rest).map(({ type }) => type),
        ['ResponseStored', 'ResponseStored', 'ResponseDeleted'],
      );
    },
  ],
  'switchyard.ts': [
    'prints that an easy question went to light and a hard one to advanced, and what choosing cost',
    (t, lines) => {
      const [easy, hard, ...rest] = lines;
      t.regex(easy ?? '', /^light: 0\.0000\d{5} euro, of which choosing 0\.00000\d{4}$/);
      t.regex(hard ?? '', /^advanced: 0\.000\d{6} euro, of which choosing 0\.00000\d{4}$/);
      const events = eventsIn(rest);
      const types = ['CreditReserved', 'SelectionCharged', 'ReservationSettled'];
      t.deepEqual(
        events.map(({ type }) => type),
        [...types, ...types],
      );
      t.deepEqual(
        events.flatMap(({ type, data }) => (type === 'SelectionCharged' ? [data['strategy']] : [])),
        ['llm', 'llm'],
      );
    },
  ],
  'own-charges.ts': [
    'prints the bill of a stream line by line, the days of the key, and what is left',
    (t, lines) => {
      const [answer, charge = '', ...rest] = lines;
      t.is(answer, 'You said: What does this answer cost?');
      const cost = /^settled: (0\.\d{9}) euro$/.exec(charge)?.[1];
      const amounts = rest.flatMap((line) => /^(?:input|output): \d+, (.*) euro$/.exec(line)?.[1] ?? []);
      t.is(amounts.length, 2);
      t.is(eurFromNano(amounts.reduce((sum, amount) => sum + nanoFromSum(amount), 0n)), cost ?? '');
      t.regex(rest.at(-2) ?? '', /^\d{4}-\d\d-\d\dT00:00:00\+0[12]:00: \d+ requests, 0\.\d{9} euro$/);
      t.regex(rest.at(-1) ?? '', /^.+ may use [1-9]\d* profiles, and \d+\.\d{9} euro are available$/);
    },
  ],
  'budgeted-key.ts': [
    'spends until the budget refuses, and prints what to do next',
    (t, lines) => {
      const answered = lines.filter((line) => /^request \d+: 0\.\d{9} euro$/.test(line));
      t.true(answered.length > 0);
      t.true(lines.includes('refused: 402 key_budget_exceeded'));
      const next = 'wait for running requests to end, or use a key with a larger budget.';
      // A gateway of infra/distributed.yaml has no hint.
      const hint =
        ' Credit of the sandbox: npx waybill wallets credit WALLET_ID 10; waybill wallets list shows the ids.';
      t.true(lines.some((line) => line.endsWith(next) || line.endsWith(next + hint)));
      t.deepEqual(
        eventsIn(lines).map(({ type }) => type),
        answered.flatMap(() => bill),
      );
    },
  ],
};

/** What the story of administration prints, whichever gateways tell it. */
const story: readonly string[] = [
  'set up: a reseller, a tenant, a group with a policy, three people',
  'at noon: 1 credited, 0 before, 1 not matched, 0 refused, 0 returned, 0 reversed',
  'at night: 1 credited, 1 before, 1 not matched, 0 refused, 0 returned, 0 reversed',
  'the same statement again: 0 credited, 2 before, 1 not matched, 0 refused, 0 returned, 0 reversed',
  'the next day: 0 credited, 0 before, 1 not matched, 0 refused, 1 returned, 0 reversed',
  'the return is booked: 0 credited, 0 before, 1 not matched, 0 refused, 0 returned, 1 reversed',
  'top-up: credited',
  'in the bank: 99.50 euro, in the books: 99.500000000',
  'the same bank reference for another: 409',
  'transfer, sent twice: completed',
  'a chat completion: 200',
  'a message: 200',
  'an embedding: 200',
  'a gateway was killed: debited, and not credited',
  'another one has finished it: not a cent is missing',
  'to be checked: process_lost, billing records: none',
  'by hand: settled, and to be checked: 0',
  'rotated: 200, and the secret before: 200',
  'used: chat_completions 4, embeddings 1, messages 1',
  'in the wallet of the tenant: 84.550000000 euro',
  'suspended: 403',
];

/** Gateways are started and killed until one of them dies between a debit and its credit. */
const storyMsMax = 300_000;

test('examples/finance-story.ts moves money from a bank to a call, and its ledger verifies', async (t) => {
  t.timeout(storyMsMax);
  const environment = await sandboxMode(t);
  t.deepEqual(await outputOf(environment, 'finance-story.ts'), story);
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true });
});

test('examples/finance-story.ts ends alike with its writes spread over two gateways on one ledger', async (t) => {
  t.timeout(storyMsMax);
  const environment = await sandboxMode(t);
  const second = await startSecond(t, environment);
  const { admin_url, base_url } = JSON.parse(
    await readFile(join(environment['WAYBILL_DATA_DIR'] ?? '', 'sandbox.json'), 'utf8'),
  ) as Readonly<Record<string, string>>;
  const urls = {
    WAYBILL_ADMIN_URLS: `${admin_url},${second.adminUrl}`,
    WAYBILL_BASE_URLS: `${base_url},${second.baseUrl}`,
  };
  t.deepEqual(await outputOf({ ...environment, ...urls }, 'finance-story.ts'), story);
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true });
});

// Alone: the protocol peer runs in the process of the tests, and answers nobody in time beside a dozen starting gateways.
test.serial(
  'examples/finance-story.ts ends alike on two gateways of infra/distributed.yaml, in EventStoreDB',
  async (t) => {
    t.timeout(storyMsMax);
    const { first, second, environment } = await twoDistributed(t);
    const operator = await waybillJson(
      t,
      environment,
      'users',
      'create',
      '--platform-role',
      'operator',
      '--tenant-id',
      randomUUID(),
    );
    const made = ['keys', 'create', '--user-id', String(operator['id']), '--name', 'story', '--administers'];
    const { api_key } = await waybillJson(t, environment, ...made);
    const told = await outputOf(
      {
        ...environment,
        WAYBILL_ADMIN_KEY: String(api_key),
        WAYBILL_ADMIN_URLS: `${first.adminUrl},${second.adminUrl}`,
        WAYBILL_BASE_URLS: `${first.baseUrl},${second.baseUrl}`,
      },
      'finance-story.ts',
    );
    t.deepEqual(told, story);
    t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true });
  },
);

for (const [example, [what, check]] of Object.entries(printed)) {
  test(`examples/${example} ${what}`, async (t) => {
    check(t, await outputOf(await sandboxMode(t), example));
  });
}

test.serial(
  'all examples print the same at a gateway of infra/distributed.yaml, and the ledger of EventStoreDB verifies',
  async (t) => {
    const environment = await distributedMode(t);
    for (const [example, [, check]] of Object.entries(printed)) {
      // Its configuration has no section `switchyard`.
      if (example !== 'switchyard.ts') check(t, await outputOf(environment, example));
    }
    t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true, wallets: 2 });
  },
);

test('every example is run here, or on a real broker by npm run test:kafka', (t) => {
  t.deepEqual(
    readdirSync(folder)
      .filter((name) => !name.startsWith('_'))
      .toSorted(),
    ['analytics-consumer.ts', 'finance-story.ts', ...Object.keys(printed)].toSorted(),
  );
});
