// `npm run test:archive`: an archive in a strict server of S3 (versitygw, as a folder), read by DuckDB and pyarrow. Needs Go 1.25
// and Python 3 with pip, once their registries: 300 MB. Closes as `npm test` does.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { madeOnce, pythonWith } from '../made-once.ts';
import { runSuiteWith } from '../run-suite.ts';

const run = promisify(execFile);
const versitygw = '1.8.0';
const readers = { duckdb: '2.0.1', pyarrow: '26.0.1' };
const installMsMax = 900_000;

/** Python with what analysts read Parquet with. */
function python(): Promise<string> {
  const packages = Object.entries(readers).map(([name, version]) => `${name}==${version}`);
  return pythonWith(`archive-python-${readers.duckdb}-${readers.pyarrow}`, packages, installMsMax);
}

async function server(): Promise<string> {
  const folder = await madeOnce(`versitygw-${versitygw}`, async (fresh) => {
    const install = ['install', `github.com/versity/versitygw/cmd/versitygw@v${versitygw}`];
    await run('go', install, { env: { ...process.env, GOBIN: fresh }, timeout: installMsMax });
  });
  return join(folder, 'versitygw');
}

const lacking = 'the server and the readers were not made (Go 1.25 and Python 3 with pip are needed)';
await runSuiteWith('archive', lacking, async () => ({
  ARCHIVE_PYTHON: await python(),
  ARCHIVE_SERVER: await server(),
}));
