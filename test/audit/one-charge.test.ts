import { execFile } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { checkpointOf } from '../_support/checkpoints.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { sharedGateway } from '../_support/served-gateway.ts';
import { read } from '../house/_project-files.ts';

const run = promisify(execFile);
const served = sharedGateway({ config: { reservations: { sweep_interval_ms: 3_600_000 } } });
test.after.always(served.end);

/** The commands of the page, but for the one that installs a package. */
const [, block = ''] = /```sh\n(.*?)```/s.exec(read('docs/one-charge.md')) ?? [];
const [install, ...commands] = block.trimEnd().split('\n');

test('the commands of the page prove one charge to the owner of the key, and refuse a forged receipt', async (t) => {
  t.is(install, 'pip install cryptography');
  t.is(commands.length, 6);
  const { baseUrl, log, tenant } = await served.start();
  const { apiKey } = await tenant();
  const reply = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] }),
  });
  await reply.arrayBuffer();
  const reservation = reply.headers.get('x-waybill-reservation') ?? '';
  const { verifier_key: key } = await checkpointOf(chainedLog(log));
  const folder = scratchFolder(t);
  copyFileSync(join(import.meta.dirname, '..', '..', 'infra', 'audit', 'verify.py'), join(folder, 'verify.py'));
  const env = {
    PATH: `${dirname(process.env['AUDIT_PYTHON'] ?? '')}:${process.env['PATH'] ?? ''}`,
    WAYBILL_KEY: apiKey,
    WAYBILL_URL: baseUrl,
    RESERVATION: reservation,
  };
  const sh = (command: string) => run('bash', ['-ec', command.replace('<verifier_key>', key)], { cwd: folder, env });
  for (const command of commands) await t.notThrowsAsync(() => sh(command), command);
  const { cost_eur: cost } = JSON.parse(readFileSync(join(folder, 'charge.json'), 'utf8')) as Record<string, string>;
  t.true(readFileSync(join(folder, 'event.txt'), 'utf8').includes(`"cost_eur":"${cost ?? ''}"`));
  t.is(Number(cost), Number(reply.headers.get('x-waybill-cost-eur')));

  const path = join(folder, 'receipt.json');
  const written = readFileSync(path, 'utf8');
  const receipt = JSON.parse(written) as Record<string, unknown>;
  writeFileSync(path, JSON.stringify({ ...receipt, selection: receipt }));
  await t.throwsAsync(() => sh(commands[2] ?? ''), { message: /refused: a second charge/ });
  writeFileSync(path, written.replace('cost_eur\\":\\"0', 'cost_eur\\":\\"1'));
  await t.throwsAsync(() => sh(commands[2] ?? ''), { message: /refused: / });
});
