// `npm run test:audit`: receipts, checkpoints and ledgers under verifiers that are not ours: verify.py with `cryptography`, and
// verify.go with the code of Go's checksum database. Needs Python 3 with pip and Go 1.25, once their registries. Closes as
// `npm test` does.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pythonWith } from '../made-once.ts';
import { runSuiteWith } from '../run-suite.ts';

const run = promisify(execFile);
const cryptography = '48.0.0';
const buildMsMax = 600_000;

async function goVerifier(): Promise<string> {
  const program = join(import.meta.dirname, '..', '..', '.cache', 'audit-verifier');
  await run('go', ['build', '-o', program, '.'], { cwd: import.meta.dirname, timeout: buildMsMax });
  return program;
}

await runSuiteWith('audit', 'the verifiers were not made', async () => ({
  AUDIT_PYTHON: await pythonWith(`cryptography-${cryptography}`, [`cryptography==${cryptography}`]),
  AUDIT_GO: await goVerifier(),
}));
