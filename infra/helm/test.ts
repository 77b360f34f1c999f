// `npm run test:helm`: the chart under the real Helm and kubeconform, which are built with Go the first time: some minutes.
// Needs Go 1.26, once its module proxy. Closes as `npm test` does.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runSuiteWith } from '../run-suite.ts';

const run = promisify(execFile);
const tools = join(import.meta.dirname, '..', '..', '.cache', 'helm-tools');
const programs = ['helm.sh/helm/v4/cmd/helm@v4.3.1', 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0'];
const buildMsMax = 1_800_000;

await runSuiteWith('helm', 'Helm and kubeconform were not built', async () => {
  for (const program of programs) {
    await run('go', ['install', program], { env: { ...process.env, GOBIN: tools }, timeout: buildMsMax });
  }
  return { HELM: join(tools, 'helm'), KUBECONFORM: join(tools, 'kubeconform') };
});
