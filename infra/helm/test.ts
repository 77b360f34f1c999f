// `npm run test:helm`: the chart under the real Helm and kubeconform, which are built with Go the first time: some minutes.
// Needs Go 1.26, once its module proxy. Closes as `npm test` does.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const tools = join(root, '.cache', 'helm-tools');
const programs = ['helm.sh/helm/v4/cmd/helm@v4.3.1', 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0'];
const buildMsMax = 1_800_000;

try {
  for (const program of programs) {
    await run('go', ['install', program], { env: { ...process.env, GOBIN: tools }, timeout: buildMsMax });
  }
  const env = { ...process.env, HELM: join(tools, 'helm'), KUBECONFORM: join(tools, 'kubeconform') };
  const suite = ['infra/test.ts', '--config', 'infra/helm/ava.config.mjs', ...process.argv.slice(2)];
  const [code] = (await once(spawn(process.execPath, suite, { cwd: root, env, stdio: 'inherit' }), 'exit')) as [
    number | null,
  ];
  process.exitCode = code ?? 1;
} catch (error) {
  process.stderr.write(
    `Helm and kubeconform were not built: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}\n`,
  );
  process.stdout.write('0 passed, 1 failed\n');
  process.exitCode = 1;
}
