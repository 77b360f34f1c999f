// `npm run test:generated-clients`: clients in three languages are generated from docs/admin-openapi.json, compiled by their own
// language, and used against a sandbox gateway. Each language needs itself and its registry: npm, Go 1.26 and the Go module
// proxy, Python 3 with pip. One that is not there is left out, and said to be. Closes as `npm test` does, a step counts once.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startGateway } from '../../src/main.ts';
import { pythonWith } from '../made-once.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
const root = join(here, '..', '..');
const description = join(root, 'docs', 'admin-openapi.json');
const cache = join(root, '.cache');
const stepMsMax = 600_000;
const outputBytesMax = 64 * 1024 * 1024;
const python = { generator: '0.29.1', mypy: '2.4.1' };

interface Gateway {
  readonly baseUrl: string;
  readonly adminUrl: string;
  readonly adminKey: string;
}

type Steps = Readonly<Record<string, () => Promise<unknown>>>;

/** Runs a program; returns what it writes. Raises with its output. */
async function program(name: string, args: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await run(name, args, { cwd, timeout: stepMsMax, maxBuffer: outputBytesMax });
  return stdout;
}

function typescript(gateway: Gateway): Steps {
  const generator = join(here, 'node_modules', '.bin', 'openapi-typescript');
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  return {
    'openapi-typescript generates types': async () => {
      const types = join(here, '.cache', 'admin.d.ts');
      await program(generator, [description, '--output', types], here);
    },
    'the story compiles with openapi-fetch': () => program(tsc, ['--project', join(here, 'story.tsconfig.json')], here),
    'the story is true': async () => {
      // By its path: it does not compile before the types are there.
      const { story } = (await import(join(here, 'story.ts'))) as { story(gateway: Gateway): Promise<void> };
      await story(gateway);
    },
  };
}

function go({ adminUrl, adminKey }: Gateway): Steps {
  const folder = join(cache, 'generated-go');
  return {
    'oapi-codegen generates a client': async () => {
      mkdirSync(join(folder, 'admin'), { recursive: true });
      for (const file of ['go.mod', 'go.sum', 'read.go']) copyFileSync(join(here, file), join(folder, file));
      const args = ['tool', 'oapi-codegen', '-generate', 'types,client', '-package', 'admin', description];
      writeFileSync(join(folder, 'admin', 'admin.go'), await program('go', args, folder));
    },
    'it compiles': () => program('go', ['build', '-o', 'read', '.'], folder),
    'it reads': () => program(join(folder, 'read'), [adminUrl, adminKey], folder),
  };
}

function pythonSteps({ adminUrl, adminKey }: Gateway): Steps {
  const name = `openapi-python-client-${python.generator}-${python.mypy}`;
  const packages = [`openapi-python-client==${python.generator}`, `mypy==${python.mypy}`];
  const interpreted = async (args: readonly string[]) => program(await pythonWith(name, packages), args, folder);
  const folder = join(cache, 'generated-python');
  return {
    'openapi-python-client generates a client': async () => {
      mkdirSync(folder, { recursive: true });
      copyFileSync(join(here, 'read.py'), join(folder, 'read.py'));
      const config = join(here, 'openapi-python-client.yaml');
      const into = ['--config', config, '--output-path', 'waybill_client', '--overwrite', '--meta', 'none'];
      const generate = ['-m', 'openapi_python_client', 'generate', '--path', description];
      await interpreted([...generate, ...into, '--fail-on-warning']);
    },
    'mypy finds no fault in it': () => interpreted(['-m', 'mypy', '--strict', 'read.py', 'waybill_client']),
    'it reads': () => interpreted(['read.py', adminUrl, adminKey]),
  };
}

async function hasProgram(name: string, version: string): Promise<boolean> {
  return await run(name, [version]).then(
    () => true,
    () => false,
  );
}

/** What each language fails at first, and how many steps pass. */
async function judge(language: string, steps: Steps): Promise<{ readonly passed: number; readonly failed: number }> {
  let passed = 0;
  for (const [what, step] of Object.entries(steps)) {
    try {
      await step();
      passed += 1;
      process.stdout.write(`✔ ${language}: ${what}\n`);
    } catch (error) {
      const { message, stdout = '' } = error as Error & { readonly stdout?: string };
      process.stdout.write(`failed: ${language}: ${what}\n${`${message}\n${stdout}`.slice(0, 4_000)}\n`);
      return { passed, failed: 1 };
    }
  }
  return { passed, failed: 0 };
}

const folder = mkdtempSync(join(tmpdir(), 'waybill-clients-'));
const dataDir = join(folder, 'data');
const started = await startGateway({
  WAYBILL_DATA_DIR: dataDir,
  WAYBILL_PORT: '0',
  WAYBILL_ADMIN_PORT: '0',
  WAYBILL_LOG_LEVEL: 'silent',
});
let [passed, failed] = [0, 0];
try {
  // Written by the gateway at its start.
  const keys = JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')) as { readonly admin_api_key: string };
  const gateway = { baseUrl: started.baseUrl, adminUrl: started.adminUrl ?? '', adminKey: keys.admin_api_key };
  const languages = [
    { language: 'TypeScript', steps: typescript(gateway), isThere: true },
    { language: 'Go', steps: go(gateway), isThere: await hasProgram('go', 'version') },
    { language: 'Python', steps: pythonSteps(gateway), isThere: await hasProgram('python3', '--version') },
  ];
  for (const { language, steps, isThere } of languages) {
    if (!isThere) process.stdout.write(`${language} was left out: it is not installed\n`);
    const result = isThere ? await judge(language, steps) : { passed: 0, failed: 0 };
    passed += result.passed;
    failed += result.failed;
  }
} finally {
  await started.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
