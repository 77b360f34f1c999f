// `npm run bench:hostile`: the longest stall of the gateway while one key does its worst, and the memory that it
// takes. Prints each row as it ends, writes docs/bench/hostile.md.
// `npm run bench:hostile -- WORDS`: only the attacks whose names hold the words, and writes nothing.
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentFor, plainPrices, seedTenant, testConfig } from '../_support/gateway.ts';
import { hostileFigures, type Answer, type GatewayFigure, type HostileFigure } from './hostile-load.ts';
import { writePage } from './bench-page.ts';
import { shortAnswer } from './casting-shapes.ts';

const root = join(import.meta.dirname, '..', '..');
const head =
  '| attack | longest turn, ms of the processor | longest wait of `/healthz`, ms | peak memory, MB | attacks | answered |\n|---|---:|---:|---:|---:|---|';
const only = process.argv.slice(2).join(' ');
const milliseconds = 1_500;

const directory = mkdtempSync(join(tmpdir(), 'waybill-hostile-'));
let child: ChildProcess | null = null;
const upstream = await startUpstream();
try {
  const config = testConfig(
    { baseUrl: `${upstream.origin}/v1`, apiKey: 'none' },
    {
      target: {
        context_tokens_max: 100_000_000,
        surfaces: ['chat_completions', 'messages', 'audio_transcriptions'],
        prices: { ...plainPrices, eur_per_audio_hour: '1' },
      },
      top: { personal_data: {} },
    },
  );
  const environment = environmentFor(directory, config);
  const { apiKey } = await seedTenant(environment, { creditEur: '0.000000001' });
  const { apiKey: protectedKey } = await seedTenant(environment, { creditEur: '100000000', piiEnabled: true });
  const gateway = fork(join(root, 'src/main.ts'), {
    execArgv: ['--import', join(import.meta.dirname, 'turn-probe.ts')],
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  child = gateway;
  const origin = await new Promise<string>((resolve, reject) => {
    gateway.stdout?.once('data', (line: Buffer) => {
      const { base_url: url } = JSON.parse(line.toString().replace('waybill ready ', '')) as { base_url: string };
      resolve(new URL(url).origin);
    });
    gateway.once('exit', (code) => reject(new Error(`the gateway ended with ${code}`)));
  });
  const figure = (): Promise<GatewayFigure> => figureOf(gateway);
  const { answerWith } = upstream;
  const figures: HostileFigure[] = [];
  console.log(head);
  for await (const each of hostileFigures({ origin, apiKey, protectedKey, answerWith, figure, milliseconds }, only)) {
    console.log(rowOf(each));
    figures.push(each);
  }
  if (only === '') writePage('docs/bench/hostile.md', pageOf(figures));
} finally {
  child?.kill('SIGTERM');
  upstream.close();
  rmSync(directory, { recursive: true, force: true });
}

/** An upstream that answers every request in one way, with a placeholder of the request. */
async function startUpstream() {
  let answer: Answer = shortAnswer;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.once('end', () => {
      const asked = Buffer.concat(pieces).subarray(0, 65_536).toString();
      const isStreamed = asked.includes('"stream":true');
      response.setHeader('content-type', isStreamed ? 'text/event-stream' : 'application/json');
      response.end(answer([/\[EMAIL-\w+\]/.exec(asked)?.[0] ?? '[EMAIL-none]']));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerWith: (make: Answer): void => void (answer = make),
    close: (): void => server.close().closeAllConnections(),
  };
}

/** What the gateway tells since it was asked last. The memory is begun anew from what it holds now (Linux). */
async function figureOf(gateway: ChildProcess): Promise<GatewayFigure> {
  const told = new Promise<Pick<GatewayFigure, 'longestTurnMs'>>((resolve) => {
    gateway.once('message', (message) => resolve(message as Pick<GatewayFigure, 'longestTurnMs'>));
  });
  gateway.send('turns');
  const { longestTurnMs } = await told;
  const status = readFileSync(`/proc/${gateway.pid}/status`, 'utf8');
  const memoryMb = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_024;
  writeFileSync(`/proc/${gateway.pid}/clear_refs`, '5');
  return { longestTurnMs, memoryMb };
}

function rowOf({ name, longestTurnMs, longestMs, memoryMb, attacks, answered }: HostileFigure): string {
  const figures = [longestTurnMs, longestMs, memoryMb, attacks].map((each) => Math.round(each));
  return `| ${[name, ...figures, answered.join(', ')].join(' | ')} |`;
}

function pageOf(figures: readonly HostileFigure[]): string {
  const worst = Math.max(...figures.slice(1).map(({ longestTurnMs }) => longestTurnMs));
  return [
    '# Hostile callers',
    '',
    `**hostile: ${Math.round(worst)} ms** is the longest turn of the event loop, in time of the processor, while one key did its worst: four`,
    'requests at once with an empty wallet, and, where it says *protected*, one request with a full one and protection of personal data. The wait of',
    '`/healthz` and the memory are those of the same time. The first row is the machine itself: attacker, gateway and measurement share it.',
    '',
    `Made by \`npm run bench:hostile\` on ${new Date().toISOString().slice(0, 10)}; Node ${process.version}; the machine was at a`,
    `load of ${(loadavg()[0] ?? 0).toFixed(1)} on ${cpus().length} processors: what others do there is in the figures.`,
    '',
    head,
    ...figures.map(rowOf),
    '',
  ].join('\n');
}
