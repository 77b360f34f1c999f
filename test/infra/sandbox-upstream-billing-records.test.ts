import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { HELLO, chat, contentOf, counters, ended, post, readUntil, streamed } from '../_support/sandbox-post.ts';
import { startSandbox } from '../_support/sandbox.ts';

test('the billing records add up every counter by surface and model, and show a retry', async (t) => {
  const sandbox = await startSandbox(t);
  t.is(await sandbox.lookUp('again'), null);
  await post(sandbox, chat('[[sandbox: 500]]'), 'again');
  await post(sandbox, chat('[[sandbox: cached_tokens=2]] a b c'), 'again');
  await post(sandbox, chat('[[sandbox: cached_tokens=3; completion_tokens=40]] a b'), 'again');
  await post(sandbox, chat(HELLO, { model: 'sandbox-large' }), 'other');
  const again = await ended(sandbox, 'again');
  t.is(again.state, 'charged');
  t.is(again.charged_count, 2);
  t.is(again.usage?.['completion_tokens'], 40);
  t.is(again.charged_total['completion_tokens'], 45);
  t.like(again.charged_total['prompt_tokens_details'], { cached_tokens: 5 });
  t.deepEqual(
    again.entries.map((entry) => entry.state),
    ['not_charged', 'charged', 'charged'],
  );
  const billingRecords = await sandbox.billingRecords();
  t.is(billingRecords.entries.length, 4);
  t.like(billingRecords.totals['chat_completions']?.['sandbox-small'], { requests: 3, charged: 2, not_charged: 1 });
  t.like(billingRecords.totals['chat_completions']?.['sandbox-small']?.usage, {
    completion_tokens: 45,
    prompt_tokens_details: { cached_tokens: 5 },
  });
  t.like(billingRecords.totals['chat_completions']?.['sandbox-large'], { requests: 1, charged: 1 });
});

test('the billing records hold only the newest entries, while the totals count all', async (t) => {
  const sandbox = await startSandbox(t, { billingRecordsMax: 3 });
  for (const id of ['a', 'b', 'a', 'c', 'd']) await post(sandbox, chat(HELLO), id);
  const billingRecords = await sandbox.billingRecords();
  t.deepEqual(
    billingRecords.entries.map((entry) => [entry.n, entry.reservation_id]),
    [
      [3, 'a'],
      [4, 'c'],
      [5, 'd'],
    ],
  );
  t.is(billingRecords.entries_forgotten, 2);
  t.is(billingRecords.totals['chat_completions']?.['sandbox-small']?.charged, 5);
  t.is(await sandbox.lookUp('b'), null);
  t.is((await sandbox.lookUp('a'))?.charged_count, 1);
});

test('a lookup needs the key', async (t) => {
  const sandbox = await startSandbox(t);
  await post(sandbox, chat(HELLO));
  t.is((await fetch(`${sandbox.baseUrl}/sandbox/billing-records/r`)).status, 401);
});

test('a caller that hangs up in mid-stream is charged for the prompt and the frames sent so far', async (t) => {
  const sandbox = await startSandbox(t);
  const stopped = new AbortController();
  const response = await fetch(`${sandbox.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.apiKey}`, 'x-waybill-reservation': 'gone' },
    body: JSON.stringify(streamed('[[sandbox: frames=1000; frame_delay_ms=10]]', { reasoning_effort: 'low' })),
    signal: stopped.signal,
  });
  await readUntil(response, (text) => contentOf(text) !== '');
  t.is((await sandbox.lookUp('gone'))?.state, 'running');
  stopped.abort();
  const billingRecords = await ended(sandbox, 'gone');
  const [prompt, completion] = counters(billingRecords);
  t.is(prompt, Math.ceil('[[sandbox: frames=1000; frame_delay_ms=10]]'.length / 4) + 3);
  t.true(Number(completion) > 8 && Number(completion) < 1000, `charged ${String(completion)}`);
  t.like(billingRecords.usage?.['completion_tokens_details'], { reasoning_tokens: 8 });
});

test('a stream waits for a caller that does not read, and only the sent part is charged', async (t) => {
  const sandbox = await startSandbox(t);
  const socket = connect(Number(new URL(sandbox.baseUrl).port), '127.0.0.1');
  const body = JSON.stringify(streamed('[[sandbox: frames=100000]]'));
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: sandbox\r\nauthorization: Bearer ${sandbox.apiKey}\r\n` +
      `x-waybill-reservation: slow-reader\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await once(socket, 'readable');
  t.is((await sandbox.lookUp('slow-reader'))?.state, 'running');
  socket.destroy();
  const [, completion] = counters(await ended(sandbox, 'slow-reader'));
  t.true(Number(completion) < 100_000, `charged ${String(completion)}`);
});

test('a caller that hangs up before the answer is charged for the prompt alone', async (t) => {
  const sandbox = await startSandbox(t);
  const stopped = new AbortController();
  const hung = fetch(`${sandbox.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.apiKey}`, 'x-waybill-reservation': 'impatient' },
    body: JSON.stringify(chat('[[sandbox: hang]]')),
    signal: stopped.signal,
  });
  while ((await sandbox.lookUp('impatient'))?.entries[0]?.model !== 'sandbox-small') await sleep(5);
  t.is((await sandbox.lookUp('impatient'))?.state, 'running');
  stopped.abort();
  await t.throwsAsync(hung);
  t.deepEqual(counters(await ended(sandbox, 'impatient')), [Math.ceil('[[sandbox: hang]]'.length / 4) + 3, 0]);
});

test('a request with an incomplete body is not charged', async (t) => {
  const sandbox = await startSandbox(t);
  const socket = connect(Number(new URL(sandbox.baseUrl).port), '127.0.0.1');
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: sandbox\r\nauthorization: Bearer ${sandbox.apiKey}\r\n` +
      'x-waybill-reservation: half\r\ncontent-length: 100\r\n\r\n{"model":',
  );
  while ((await sandbox.lookUp('half')) === null) await sleep(5);
  t.is((await sandbox.lookUp('half'))?.state, 'running');
  socket.destroy();
  t.is((await ended(sandbox, 'half')).state, 'not_charged');
});
