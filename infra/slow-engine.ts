// `npm run test:slow-engine [-- times]`: the contract of the event log on protocol peers that get a tenth of a processor
// each, so many times in a row (20).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const suites = ['', '-24-10', '-26-1'].map((version) => `test/adapters/eventstoredb-event-log${version}.test.ts`);
const times = Number(process.argv[2] ?? 20);

for (let run = 1; run <= times; run += 1) {
  const beganAtMs = performance.now();
  const suite = spawn(process.execPath, [join(root, 'infra/test.ts'), '--timeout', '600s', ...suites], {
    cwd: root,
    env: { ...process.env, WAYBILL_TEST_SLOW_ENGINE: '1' },
    stdio: 'inherit',
  });
  const [code] = (await once(suite, 'exit')) as [number | null];
  const seconds = ((performance.now() - beganAtMs) / 1_000).toFixed(0);
  process.stdout.write(`run ${run} of ${times}: ${code === 0 ? 'passed' : 'failed'} in ${seconds} s\n`);
  if (code !== 0) process.exit(1);
}
