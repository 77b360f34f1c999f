// `npm run bench:tracing`: what traces cost a request, in processor time of the gateway. Gateways that tell nobody, a tenth, and
// everything take turns at the same requests, before one sandbox. `-- --quick`: fewer. Writes docs/bench/tracing.md.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { markdownTable } from '../../docs/pages/markdown-table.ts';
import { dataDirectory, environmentFor, seedTenant, spawnGateway, testConfig } from '../_support/gateway.ts';
import { spawnSandbox } from '../_support/sandbox.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { writePart } from './bench-page.ts';
import { runLoad } from './http-load.ts';
import { median } from './median.ts';

const isQuick = process.argv.includes('--quick');
const [rounds, requests, warmUp] = isQuick ? [3, 500, 2_000] : [5, 500, 2_000];
const requestsAtOnce = 16;
const shared = new SharedTeardown();

/** Takes what it is told, and looks at none of it. */
async function sink(): Promise<string> {
  const server: Server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  shared.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const url = await sink();
const contenders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  off: {},
  'a tenth is sampled': {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  },
  'everything is told': { OTEL_EXPORTER_OTLP_ENDPOINT: url },
};

try {
  const sandbox = await spawnSandbox(shared, { record: false });
  const running = await Promise.all(
    Object.entries(contenders).map(async ([name, variables]) => {
      const environment = { ...environmentFor(dataDirectory(shared), testConfig(sandbox)), ...variables };
      const { apiKey } = await seedTenant(environment, { creditEur: '1000' });
      const { baseUrl, child } = await spawnGateway(shared, environment);
      return { name, apiKey, baseUrl, pid: child.pid ?? 0, micros: [] as number[] };
    }),
  );
  const messages = [{ role: 'user', content: 'Where does every euro go?' }];
  const body = JSON.stringify({ model: 'light', max_tokens: 100, messages });
  const load = { body, concurrency: requestsAtOnce };
  for (const each of running) await runLoad({ ...each, ...load, requests: warmUp });
  for (let round = 0; round < rounds; round += 1) {
    for (const each of running) each.micros.push((await runLoad({ ...each, ...load, requests })).cpuMicros);
  }
  const off = running[0]?.micros ?? [];
  const rows = running.map(({ name, micros }) => {
    const more = median(micros.map((value, round) => value - (off[round] ?? 0)));
    return [name, median(micros).toFixed(0), name === 'off' ? '' : more.toFixed(0)];
  });
  const table = markdownTable(['traces', 'CPU, µs a request', 'more than off, paired, µs'], rows);
  const how = `${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0]?.toFixed(1) ?? ''}; ${rounds} rounds of ${requests} requests, ${requestsAtOnce} at once, medians.`;
  process.stdout.write(`${how}\n\n${table}\n`);
  if (!isQuick) writePart('docs/bench/tracing.md', 'Measured', `${how}\n\n${table}\n`);
} finally {
  await shared.end();
}
