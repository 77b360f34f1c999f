// `npm run bench:hostile`: the longest stall of `/healthz` while one key, whose wallet is empty, does its worst. Writes its
// section of docs/bench/report.md and leaves the rest as it is.
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentFor, plainPrices, seedTenant, testConfig } from '../_support/gateway.ts';
import { hostileFigures, type HostileFigure } from './hostile-load.ts';
import { writeSection } from './report-sections.ts';

const root = join(import.meta.dirname, '..', '..');
const heading = '## Hostile';
const milliseconds = process.argv.includes('--quick') ? 500 : 3_000;

const directory = mkdtempSync(join(tmpdir(), 'waybill-hostile-'));
let child: ChildProcess | null = null;
try {
  // Nothing is forwarded for an empty wallet: the upstream need not be there.
  const config = testConfig(
    { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'none' },
    {
      target: {
        surfaces: ['chat_completions', 'messages', 'audio_transcriptions'],
        prices: { ...plainPrices, eur_per_audio_hour: '1' },
      },
    },
  );
  const environment = environmentFor(directory, config);
  const { apiKey } = await seedTenant(environment, { creditEur: '0.000000001' });
  const gateway = fork(join(root, 'src/main.ts'), {
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
  const figures = await hostileFigures({ origin, apiKey, milliseconds });
  const section = sectionOf(figures);
  console.log(section);
  writeSection(heading, section);
} finally {
  child?.kill('SIGTERM');
  rmSync(directory, { recursive: true, force: true });
}

function sectionOf(figures: readonly HostileFigure[]): string {
  const worst = Math.max(...figures.slice(1).map(({ longestMs }) => longestMs));
  return [
    heading,
    '',
    `**hostile: ${Math.round(worst)} ms** is the longest that \`/healthz\` waited while one key with an empty wallet did its worst,`,
    'four requests at once. The first row is the machine itself: attacker, gateway and measurement share it.',
    '',
    `Made by \`npm run bench:hostile\` on ${new Date().toISOString().slice(0, 10)}; Node ${process.version}; the machine was at a`,
    `load of ${(loadavg()[0] ?? 0).toFixed(1)} on ${cpus().length} processors: what others do there is in the figures.`,
    '',
    '| attack | longest wait of `/healthz`, ms | attacks |',
    '|---|---:|---:|',
    ...figures.map(({ name, longestMs, attacks }) => `| ${name} | ${Math.round(longestMs)} | ${attacks} |`),
    '',
  ].join('\n');
}
