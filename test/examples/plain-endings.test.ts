import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { ended, type CommandResult } from '../_support/waybill-command.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';

// What a reader sees who has not started a gateway or broker: one sentence that says what to do next.

const folder = join(import.meta.dirname, '..', '..', 'examples');
const examples = readdirSync(folder).filter((name) => !name.startsWith('_'));
/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:1/v1';

async function run(
  t: ExecutionContext,
  example: string,
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(folder, example)], {
    env: { PATH: process.env['PATH'], WAYBILL_DATA_DIR: scratchFolder(t), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  return await ended(child);
}

function assertPlain(t: ExecutionContext, { exitCode, stderr }: CommandResult, next: RegExp, what: string): void {
  t.is(exitCode, 1, what);
  t.regex(stderr, next, what);
  t.notRegex(stderr, /^\s+at /m, what);
}

test('an example without a gateway ends in a sentence, not in a stack', async (t) => {
  for (const example of examples) {
    const next =
      example === 'analytics-consumer.ts'
        ? /^No Kafka broker answers at .*docs\/kafka\.md\.$/m
        : /npm start|start the gateway first/;
    const result = await run(t, example, { WAYBILL_KAFKA_BROKERS: '127.0.0.1:1' });
    assertPlain(t, result, next, example);
  }
});

test('an example ends in a sentence where the gateway of the sandbox no longer runs', async (t) => {
  for (const example of ['chat.ts', 'finance-story.ts']) {
    const directory = scratchFolder(t);
    const left = { base_url: nowhere, api_key: 'wb_x', admin_url: nowhere, admin_api_key: 'wb_x' };
    writeFileSync(join(directory, 'sandbox.json'), JSON.stringify(left));
    const result = await run(t, example, { WAYBILL_DATA_DIR: directory });
    assertPlain(t, result, /^no gateway answers at .*`npm start`/m, example);
  }
});

test('an example with an address and no key says which variable is missing', async (t) => {
  const result = await run(t, 'chat.ts', { WAYBILL_BASE_URL: nowhere });
  assertPlain(t, result, /^WAYBILL_API_KEY is not set/m, 'chat.ts');
});
