import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test from 'ava';
import { dataDirectory, environmentFor, seedTenant, testConfig } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { startSandbox } from '../_support/sandbox.ts';

const main = join(import.meta.dirname, '..', '..', 'src', 'main.ts');

test('no content, key or personal data is logged at level debug, whatever fails', async (t) => {
  const sandbox = await startSandbox(t);
  const config = testConfig(sandbox, { upstream: { retries_max: 0 }, server: { body_bytes_max: 5_000 } });
  const environment = { ...environmentFor(dataDirectory(t), config), WAYBILL_LOG_LEVEL: 'debug' };
  const tenant = await seedTenant(environment, { creditEur: '1000' });
  const guarded = await seedTenant(environment, { piiEnabled: true });
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (piece: Buffer) => (output += piece.toString()));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  t.teardown(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const baseUrl = await new Promise<string>((resolve) => {
    child.stdout.on('data', (piece: Buffer) => {
      const ready = /^waybill ready (\{.*\})$/m.exec(piece.toString())?.[1];
      if (ready !== undefined) resolve((JSON.parse(ready) as { readonly base_url: string }).base_url);
    });
  });

  const canary = `canary${randomUUID().slice(0, 8)}`;
  const statuses: number[] = [];
  const send = async (body: object | string, more: Record<string, string> = {}, path = '/chat/completions') => {
    const headers = {
      authorization: `Bearer ${tenant.apiKey}`,
      'content-type': 'application/json',
      cookie: canary,
      'openai-organization': canary,
      'openai-beta': canary,
      'user-agent': canary,
      'x-request-id': canary,
      'x-forwarded-for': canary,
      ...more,
    };
    const written = typeof body === 'string' ? body : JSON.stringify(body);
    statuses.push(
      (await httpCall(`${baseUrl}${path}?secret=${canary}`, { method: 'POST', headers, body: written })).status,
    );
  };
  const saying = (directive: string, more: object = {}): object => ({
    model: 'light',
    user: canary,
    messages: [{ role: 'user', name: canary, content: `I am ${canary} [[sandbox: ${directive}]]` }],
    ...more,
  });
  await send(saying('frames=3'));
  await send(saying('frames=3', { stream: true }));
  for (const directive of ['400', '429', '500', 'html', 'reset_before_first_byte', 'missing_usage']) {
    await send(saying(directive));
  }
  for (const directive of ['json_on_stream', 'cut_mid_stream', 'error_mid_stream']) {
    await send(saying(directive, { stream: true })).catch(() => statuses.push(0));
  }
  await send(saying('frames=3', { model: canary }));
  await send(saying('frames=3', { max_tokens: canary }));
  await send(saying('frames=3', { [canary]: 1, note: 'x'.repeat(6_000) }));
  await send(`{"${canary}":1,"${canary}":2}`);
  await send(`{"${canary}`);
  await send(saying('frames=3'), { authorization: `Bearer wb_${canary}` });
  await send(saying('frames=3'), { authorization: `Bearer ${guarded.apiKey}` });
  await send(saying('frames=3'), { 'content-encoding': canary });
  await send(saying('frames=3'), {}, `/${canary}`);
  t.deepEqual(
    [...new Set(statuses)].toSorted((a, b) => a - b),
    [200, 400, 401, 403, 404, 413, 415, 429, 503],
  );

  child.kill('SIGTERM');
  await ended;
  const lines = output.trim().split('\n');
  t.true(lines.length >= statuses.length);
  for (const line of lines) t.notThrows(() => JSON.parse(line));
  t.is(lines.filter((line) => line.includes('"msg":"request"')).length, statuses.length);
  const secrets = [canary, tenant.apiKey, guarded.apiKey, sandbox.apiKey, tenant.userId, 'x'.repeat(50)];
  for (const secret of secrets)
    t.deepEqual(
      lines.filter((line) => line.includes(secret)),
      [],
    );
});
