import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import limitRunning from 'p-limit';

/**
 * Tests of a file that run at once. Each may start a gateway, or several processes: all of a file at once would be slower
 * than one after another, and so slow that what waits for an answer gives up.
 */
const testsAtOnce = 10;

/** What test files declare their tests with: what AVA exports. */
interface Chain {
  (title: string, run: () => void): void;
  after: (run: () => void) => void;
}

/** What the runner of a file tells AVA: that a test was declared, has passed, has failed … */
interface Told {
  readonly type: string;
  readonly title?: string;
}

interface Runner {
  readonly chain: Chain;
  on: (event: 'stateChange' | 'error', listener: (told: { readonly data: Told }) => void) => void;
  once: (event: 'finish') => Promise<unknown>;
}

/** Modules of AVA that its process of a test file is made of. AVA does not document them: its version is pinned. */
async function avaModule<Module>(path: string): Promise<Module> {
  return (await import(new URL(`../lib/${path}`, import.meta.resolve('ava')).href)) as Module;
}

const { refs } = await avaModule<{ readonly refs: { runnerChain: Chain } }>('worker/state.js');
const channel = await avaModule<{ readonly send: (told: Told) => void; ref: () => void; unref: () => void }>(
  'worker/channel.js',
);
const { get: options } = await avaModule<{ readonly get: () => object }>('worker/options.js');
const { default: FileRunner } = await avaModule<{ readonly default: new (options: object) => Runner }>('runner.js');

// AVA gives a process one runner. Its export, which all files import, becomes that of the runner of the file at hand.
const ownChain = refs.runnerChain;
let chain = ownChain;
refs.runnerChain = new Proxy(ownChain, {
  apply: (_, self, given: readonly unknown[]) => Reflect.apply(chain, self, given.map(inItsTurn)) as unknown,
  get: (_, name) => Reflect.get(chain, name) as unknown,
});

const running = limitRunning(testsAtOnce);

/** What a test is declared with: its title, its implementation, arguments. The implementation waits until it may run. */
function inItsTurn(given: unknown): unknown {
  return typeof given === 'function'
    ? (...all: unknown[]) => running(() => Reflect.apply(given, null, all) as unknown)
    : given;
}

/**
 * Runs test files one after another in the process that AVA started for a single one. Each has a runner of its own, and its
 * titles begin with its path below `folder`. `record` gets a line of JSON for each file that came to its end: the titles of
 * what failed in it.
 */
export async function runTestFiles(folder: string, files: readonly string[], record: string): Promise<void> {
  // With nothing left to wait for, a test that never ends fails at once.
  channel.unref();
  for (const file of files) {
    const prefix = relative(folder, file)
      .replace(/\.test\.ts$/, '')
      .replaceAll('/', ' › ');
    const failed = await runTestFile(file, `${prefix} › `);
    appendFileSync(record, `${JSON.stringify(failed)}\n`);
  }
  channel.ref();
  // Without a test of its own AVA's runner ends at once, and with it the process.
  chain = ownChain;
  chain.after(() => {});
}

async function runTestFile(file: string, prefix: string): Promise<readonly string[]> {
  const runner = new FileRunner({ ...options(), file });
  const failed: string[] = [];
  runner.on('stateChange', ({ data: told }) => {
    // Of a test and of a hook.
    if (told.type.endsWith('-failed')) failed.push(told.title ?? told.type);
    channel.send(told.title === undefined ? told : { ...told, title: `${prefix}${told.title}` });
  });
  runner.on('error', ({ data: error }) => {
    throw error as unknown as Error;
  });
  const finished = runner.once('finish');
  chain = runner.chain;
  await import(pathToFileURL(file).href);
  await finished;
  return failed;
}
