import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import OpenAI from 'openai';
import { dataDirectory, environmentFor, testConfig, walletEvents } from './_support/gateway.ts';

const main = join(import.meta.dirname, '..', 'src', 'main.ts');

interface Started {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves with the first line on stdout; raises when the process ends before. */
  readonly firstLine: Promise<string>;
  /** The exit code. */
  readonly ended: Promise<number | null>;
}

/** The gateway as `npm start` runs it, in an environment of nothing but what is given. */
function start(t: ExecutionContext, environment: Readonly<Record<string, string>>): Started {
  const child = spawn(process.execPath, [main], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  const { promise: firstLine, resolve, reject } = Promise.withResolvers<string>();
  firstLine.catch(() => undefined);
  child.stdout.on('data', (piece: Buffer) => {
    output.stdout += piece.toString();
    const [line, rest] = output.stdout.split('\n');
    if (line !== undefined && rest !== undefined) resolve(line);
  });
  child.stderr.on('data', (piece: Buffer) => (output.stderr += piece.toString()));
  const ended = new Promise<number | null>((done) => child.once('close', done));
  t.teardown(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  void ended.then((code) => reject(new Error(`ended with ${code}: ${output.stderr}`)));
  return { child, stdout: () => output.stdout, stderr: () => output.stderr, firstLine, ended };
}

interface Ready {
  readonly base_url: string;
  readonly metrics_url: string;
  readonly admin_url: string;
  readonly console_url: string;
}

async function readyOf(started: Started): Promise<Ready> {
  const json = /^waybill ready (\{.*\})$/.exec(await started.firstLine)?.[1] ?? '{}';
  return JSON.parse(json) as Ready;
}

async function baseUrlOf(started: Started): Promise<string> {
  return (await readyOf(started)).base_url;
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;
const hello = { model: 'light', messages: [{ role: 'user' as const, content: 'Hello' }] };

interface Credentials {
  readonly base_url: string;
  readonly api_key: string;
  readonly wallet_id: string;
  readonly upstreams: readonly { readonly name: string; readonly base_url: string; readonly pid: number }[];
}

test('a first start makes a sandbox to call at once, and a second one keeps its wallet and its key', async (t) => {
  const dataDir = join(dataDirectory(t), 'data');
  const environment = { WAYBILL_DATA_DIR: dataDir, WAYBILL_PORT: '0', WAYBILL_LOG_LEVEL: 'warn' };
  const path = join(dataDir, 'sandbox.json');
  const readCredentials = () => JSON.parse(readFileSync(path, 'utf8')) as Credentials;

  const first = start(t, environment);
  const {
    base_url: baseUrl,
    metrics_url: metricsUrl,
    admin_url: adminUrl,
    console_url: consoleUrl,
  } = await readyOf(first);
  t.regex(adminUrl, /^http:\/\/127\.0\.0\.1:\d+\/admin\/v1$/);
  t.regex(consoleUrl, /^http:\/\/127\.0\.0\.1:\d+\/console\/enter\?token=[\w-]{43}$/);
  t.regex(metricsUrl, /^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  t.regex(baseUrl, /^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  const credentials = readCredentials();
  t.deepEqual(Object.keys(credentials).toSorted(), [
    'admin_api_key',
    'admin_url',
    'api_key',
    'base_url',
    'key_id',
    'tenant_id',
    'upstreams',
    'user_id',
    'wallet_id',
  ]);
  t.is(credentials.base_url, baseUrl);
  t.is(modeOf(path), 0o600);
  t.is(modeOf(dataDir), 0o700);
  const client = new OpenAI({ apiKey: credentials.api_key, baseURL: baseUrl, maxRetries: 0 });
  t.is((await client.chat.completions.create(hello)).choices[0]?.message.content, 'You said: Hello');
  t.deepEqual(
    (await client.models.list()).data.map(({ id }) => id),
    ['light', 'average', 'advanced', 'sandbox', 'switchyard'],
  );
  first.child.kill('SIGTERM');
  t.is(await first.ended, 0);
  // The line is for programs: nothing else may stand beside it, least of all the key.
  t.is(
    first.stdout(),
    `waybill ready ${JSON.stringify({ base_url: baseUrl, metrics_url: metricsUrl, admin_url: adminUrl, console_url: consoleUrl, credentials: path })}\n`,
  );
  t.is(first.stderr(), '');

  const second = start(t, environment);
  const { base_url: secondUrl, admin_url: secondAdminUrl } = await readyOf(second);
  const { upstreams } = readCredentials();
  t.deepEqual(
    upstreams.map(({ name }) => name),
    ['sandbox', 'spare'],
  );
  t.deepEqual(readCredentials(), {
    ...credentials,
    base_url: secondUrl,
    admin_url: secondAdminUrl,
    upstreams,
  } as never);
  t.is(modeOf(path), 0o600);
  await new OpenAI({ apiKey: credentials.api_key, baseURL: secondUrl, maxRetries: 0 }).chat.completions.create(hello);
  second.child.kill('SIGTERM');
  t.is(await second.ended, 0);
  const events = await walletEvents(environment, credentials.wallet_id);
  t.deepEqual(
    events.map(({ type }) => type),
    ['WalletOpened', 'WalletCredited', 'CreditReserved', 'ReservationSettled', 'CreditReserved', 'ReservationSettled'],
  );
});

test('a warning of a library is a line of the log', async (t) => {
  const warn = `process.on('newListener',n=>n==='warning'&&process.emitWarning('two\\nlines','LibraryWarning'))`;
  const environment = {
    WAYBILL_DATA_DIR: dataDirectory(t),
    WAYBILL_PORT: '0',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(warn)}`,
  };
  const started = start(t, environment);
  await started.firstLine;
  started.child.kill('SIGTERM');
  await started.ended;
  const lines = started.stderr().trim().split('\n');
  const told = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  t.like(
    told.find(({ name }) => name === 'LibraryWarning'),
    { level: 40, message: 'two\nlines', msg: 'process_warning' },
  );
});

/** What a start that cannot be says: one message on stderr, exit code 3, and no stack trace. */
async function refusal(t: ExecutionContext, environment: Readonly<Record<string, string>>): Promise<string> {
  const started = start(t, environment);
  t.is(await started.ended, 3);
  t.is(started.stdout(), '');
  const message = started.stderr();
  t.regex(message, /^waybill: /);
  t.notRegex(message, /^\s+at /m);
  t.notRegex(message, /\.ts:\d+/);
  return message;
}

test('a start in a directory with other files is refused with advice, and leaves it as it is', async (t) => {
  const directory = dataDirectory(t);
  writeFileSync(join(directory, 'precious'), 'data');
  const message = await refusal(t, { WAYBILL_DATA_DIR: directory, WAYBILL_PORT: '0' });
  t.regex(message, /Set WAYBILL_CONFIG to your waybill\.yaml, or WAYBILL_DATA_DIR to an empty directory\.\n$/);
  t.deepEqual(readdirSync(directory), ['precious']);
});

test('a start on a taken port names the port, and the setting', async (t) => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  t.teardown(() => holder.close());
  // Listens on a port: never a pipe name.
  const { port } = holder.address() as AddressInfo;
  const sandbox = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'key' };
  const message = await refusal(t, environmentFor(dataDirectory(t), testConfig(sandbox), port));
  t.is(
    message,
    `waybill: 127.0.0.1:${port} is taken by another process; set WAYBILL_PORT to another port, or to 0 for any free one\n`,
  );
});

test('a sandbox whose upstream finds its port taken names the port, and the setting, in one line', async (t) => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  t.teardown(() => holder.close());
  // Listens on a port: never a pipe name.
  const { port } = holder.address() as AddressInfo;
  const environment = { WAYBILL_DATA_DIR: join(dataDirectory(t), 'data'), WAYBILL_PORT: '0' };
  t.is(
    await refusal(t, { ...environment, SANDBOX_UPSTREAM_PORT: String(port) }),
    `waybill: the sandbox upstream did not start: 127.0.0.1:${port} is taken by another process; set SANDBOX_UPSTREAM_PORT to another port, or to 0 for any free one\n`,
  );
  t.regex(
    await refusal(t, { ...environment, SANDBOX_UPSTREAM_PORT: 'http' }),
    /^waybill: the sandbox upstream did not start: SANDBOX_UPSTREAM_PORT is a whole number, not "http"\.\n$/,
  );
});

test('a start at an address of another machine is refused, and names the address', async (t) => {
  const sandbox = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'key' };
  const environment = { ...environmentFor(dataDirectory(t), testConfig(sandbox)), WAYBILL_HOST: '192.0.2.1' };
  t.regex(await refusal(t, environment), /cannot listen on 192\.0\.2\.1:0 \(EADDRNOTAVAIL\); set WAYBILL_HOST/);
});

test('a start with a configuration that cannot be used names each fault, and makes no data directory', async (t) => {
  const sandbox = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'key' };
  const config = testConfig(sandbox, { server: { body_bytes: 1, heartbeat_ms: 0 } });
  const environment = environmentFor(dataDirectory(t), config);
  const message = await refusal(t, environment);
  t.regex(message, /"body_bytes"/);
  t.regex(message, /server\.heartbeat_ms/);
  t.false(existsSync(environment['WAYBILL_DATA_DIR'] ?? ''));
});

test('a damaged key pepper is never replaced', async (t) => {
  const sandbox = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'key' };
  const environment = { ...environmentFor(dataDirectory(t), testConfig(sandbox)) };
  const first = start(t, environment);
  await baseUrlOf(first);
  first.child.kill('SIGTERM');
  await first.ended;
  const path = join(environment['WAYBILL_DATA_DIR'] ?? '', 'key-pepper');
  t.is(modeOf(path), 0o600);
  writeFileSync(path, 'not hex');
  t.regex(await refusal(t, environment), /is not 64 hex digits/);
});
