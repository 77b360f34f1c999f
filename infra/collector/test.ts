// `npm run test:traces`: the tests of traces once more, with the official OpenTelemetry collector between gateway and receiver,
// over protobuf and over gRPC. Needs Go 1.25 or newer and the Go module proxy: 150 MB and some two minutes the first time, kept
// in .cache. Closes as `npm test` does.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const version = '0.162.0';
const buildMsMax = 1_200_000;

/** The collector, built by its own builder the first time. */
async function collector(): Promise<string> {
  const folder = join(root, '.cache', `otelcol-${version}`);
  if (existsSync(folder)) return join(folder, 'otelcol');
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  try {
    const env = { ...process.env, GOBIN: fresh };
    const options = { env, timeout: buildMsMax };
    await run('go', ['install', `go.opentelemetry.io/collector/cmd/builder@v${version}`], options);
    const config = join(import.meta.dirname, 'builder.yaml');
    await run(join(fresh, 'builder'), ['--config', config], { ...options, cwd: fresh });
    renameSync(join(fresh, 'source', 'otelcol'), join(fresh, 'otelcol'));
    rmSync(join(fresh, 'source'), { recursive: true });
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return join(folder, 'otelcol');
}

const files = ['test/gateway/traces/traces.test.ts', 'test/gateway/traces/told.test.ts'];
const protocols = ['http/protobuf', 'grpc'];

const program = await collector();
let failed = 0;
for (const protocol of protocols) {
  const ava = join(root, 'node_modules', 'ava', 'entrypoints', 'cli.js');
  const env = { ...process.env, WAYBILL_TEST_COLLECTOR: program, WAYBILL_TEST_COLLECTOR_PROTOCOL: protocol };
  const testing = spawn(process.execPath, [ava, '--serial', ...files], { cwd: root, env, stdio: 'inherit' });
  const [code] = (await once(testing, 'exit')) as [number | null];
  if (code !== 0) failed += 1;
}
process.stdout.write(`${protocols.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
