import test from 'ava';
import type OpenAI from 'openai';
import type { EventToAppend, EventLog } from '../../src/ports/event-log.ts';
import type { Upstream } from '../../src/ports/upstream.ts';
import { httpCall, rawConnection, type HttpReply } from '../_support/http-call.ts';
import { HELLO } from '../_support/sandbox-post.ts';
import { serveGateway, sharedGateway } from '../_support/served-gateway.ts';
import { until } from '../_support/until.ts';
import { withoutCost } from '../_support/without-cost.ts';

const gateway = sharedGateway();
test.after.always(gateway.end);

interface Asked {
  readonly directive?: string;
  readonly includeUsage?: boolean;
}

const bodyOf = ({ directive = '', includeUsage = false }: Asked): string =>
  JSON.stringify({
    model: 'light',
    stream: true,
    max_tokens: 50,
    ...(includeUsage ? { stream_options: { include_usage: true } } : {}),
    messages: [{ role: 'user', content: `${HELLO}${directive === '' ? '' : ` [[sandbox: ${directive}]]`}` }],
  });

async function streamed(asked: Asked = {}): Promise<HttpReply> {
  const { tenant, baseUrl } = await gateway.start();
  const { apiKey } = await tenant();
  return await httpCall(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: bodyOf(asked),
  });
}

/** The sandbox numbers its answers, and with a directive the prompt is longer: neither is what is compared here. */
const comparable = (text: string): string =>
  text.replaceAll(/chatcmpl-sandbox-\d+/g, 'id').replaceAll(/"usage":\{.*\}\}/g, '"usage":{}}');

test('a stream has the headers of an event stream: uncompressed, uncached, unbuffered, with both request ids and the reservation', async (t) => {
  const { status, headers, text } = await streamed();
  t.is(status, 200);
  t.is(headers['content-type'], 'text/event-stream; charset=utf-8');
  t.is(headers['cache-control'], 'no-cache');
  t.is(headers['x-accel-buffering'], 'no');
  t.is(headers['transfer-encoding'], 'chunked');
  for (const absent of ['content-encoding', 'content-length', 'x-powered-by', 'server', 'set-cookie']) {
    t.is(headers[absent], undefined);
  }
  t.is(headers['request-id'], headers['x-request-id']);
  t.regex(String(headers['x-waybill-reservation']), /^[0-9a-f-]{36}$/);
  t.true(text.endsWith('\n\ndata: [DONE]\n\n'));
  t.is(text.split('[DONE]').length, 2);
});

for (const includeUsage of [false, true]) {
  const usage = includeUsage ? 'with usage' : 'without usage';
  for (const framing of [
    'crlf',
    'cr',
    'one_byte_chunks',
    'odd_chunks',
    'no_done',
    'double_done',
    'no_final_blank_line',
    'empty_data_record',
    'comments',
  ]) {
    test(`an upstream that frames by ${framing} gives the caller the same stream, ${usage}`, async (t) => {
      const [plain, odd] = await Promise.all([
        streamed({ includeUsage, directive: 'frame_delay_ms=0' }),
        streamed({ includeUsage, directive: framing }),
      ]);
      t.is(comparable(odd.text.replaceAll(/^:.*\n\n/gm, '')), comparable(plain.text));
      t.is(odd.text.includes(': hb\n\n'), framing === 'comments');
    });
  }
}

test('usage on every chunk is hidden from a caller who did not ask for it', async (t) => {
  const [plain, odd] = await Promise.all([streamed(), streamed({ directive: 'usage_on_every_chunk' })]);
  t.is(comparable(odd.text), comparable(plain.text));
});

test('a stream with usage on every chunk is charged by the last usage', async (t) => {
  const { tenant, client, wallet } = await gateway.start();
  const { apiKey, walletId } = await tenant();
  const stream = client(apiKey).chat.completions.stream({
    model: 'light',
    messages: [{ role: 'user', content: 'Hi [[sandbox: usage_on_every_chunk; frames=20]]' }],
    stream_options: { include_usage: true },
  });
  const { usage } = await stream.finalChatCompletion();
  t.is(usage?.completion_tokens, 20);
  const lines = (await wallet(walletId)).at(-1)?.data['lines'] as readonly { readonly quantity: number }[];
  t.is(lines.at(-1)?.quantity, 20);
});

test('several choices interleave, and each arrives whole', async (t) => {
  const { tenant, client } = await gateway.start();
  const { apiKey } = await tenant();
  const { choices } = await client(apiKey)
    .chat.completions.stream({ model: 'light', n: 3, messages: [{ role: 'user', content: HELLO }] })
    .finalChatCompletion();
  t.deepEqual(
    choices.map(({ message }) => message.content),
    [`You said: ${HELLO}`, `Choice 1: You said: ${HELLO}`, `Choice 2: You said: ${HELLO}`],
  );
});

/** Passes the first record on, and the rest when `goOn` resolves. */
async function* pausedOnce(body: AsyncIterable<Buffer>, goOn: () => Promise<unknown>): AsyncGenerator<Buffer> {
  let [before, hasPaused] = [Buffer.alloc(0), false];
  for await (const piece of body) {
    before = Buffer.concat([before, piece]);
    const end = before.indexOf('\n\n') + 2;
    if (!hasPaused && end > 1) {
      hasPaused = true;
      yield before.subarray(0, end);
      await goOn();
      before = before.subarray(end);
    }
    if (!hasPaused) continue;
    yield before;
    before = Buffer.alloc(0);
  }
}

test('comments are sent while the upstream is silent, and the official client skips them', async (t) => {
  let text = '';
  const commented = () => until('the caller has a comment', () => /\n\n: hb\n\n/.test(text));
  const wrapUpstream = (upstream: Upstream): Upstream => ({
    send: async (request) => {
      const answer = await upstream.send(request);
      return { ...answer, body: pausedOnce(answer.body, commented) };
    },
  });
  const { tenant, client } = await serveGateway(t, {
    config: { server: { heartbeat_ms: 20 } },
    wrappers: { wrapUpstream },
  });
  const { apiKey } = await tenant();
  const decoder = new TextDecoder();
  const watched: typeof fetch = async (...asked) => {
    const answer = await fetch(...asked);
    const watching = new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, onward) => {
        text += decoder.decode(piece, { stream: true });
        onward.enqueue(piece);
      },
    });
    return new Response(answer.body?.pipeThrough(watching) ?? null, answer);
  };
  const { choices } = await client(apiKey, { fetch: watched })
    .chat.completions.stream(JSON.parse(bodyOf({})) as OpenAI.ChatCompletionCreateParamsStreaming)
    .finalChatCompletion();
  t.is(choices[0]?.finish_reason, 'stop');
  const stream = withoutCost(text);
  t.true(stream.endsWith('\n\ndata: [DONE]\n\n'));
  // Between records, never inside one.
  for (const record of stream.trimEnd().split('\n\n')) t.regex(record, /^(: hb|data: .+)$/);
});

test('what the caller has left replaces the rate limit headers of the upstream: whole, streamed or refused', async (t) => {
  const told = {
    'x-ratelimit-remaining-requests': 'canary',
    'x-ratelimit-reset-tokens': 'canary',
    'x-ratelimit-other': 'canary',
    'anthropic-ratelimit-tokens-remaining': 'canary',
    'anthropic-ratelimit-input-tokens-reset': 'canary',
  };
  const kept = {
    'x-request-id': 'canary',
    server: 'canary',
    'openai-organization': 'canary',
    'anthropic-organization-id': 'canary',
    'x-canary': 'canary',
  };
  const wrapUpstream = (upstream: Upstream): Upstream => ({
    send: async (request) => {
      const answer = await upstream.send(request);
      return { ...answer, headers: { ...answer.headers, ...told, ...kept } };
    },
  });
  const surfaces = ['chat_completions', 'messages'];
  const top = { limits: { key: { requests_per_minute_max: 100, tokens_per_minute_max: 100_000 } } };
  const config = { target: { surfaces }, upstream: { retries_max: 0 }, top };
  const { tenant, baseUrl } = await serveGateway(t, { config, wrappers: { wrapUpstream } });
  const { apiKey } = await tenant();
  const answers = [bodyOf({}), bodyOf({}).replace('true', 'false')].map((body) => [body, 200] as const);
  for (const [body, expected] of [...answers, [bodyOf({ directive: '429; retry_after_s=0' }), 429] as const]) {
    for (const [path, prefix] of [
      ['chat/completions', 'x-ratelimit-'],
      ['messages', 'anthropic-ratelimit-'],
    ] as const) {
      const { headers, status } = await httpCall(`${baseUrl}/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body,
      });
      t.is(status, expected);
      const names = Object.keys(headers).filter((name) => name.includes('ratelimit'));
      t.is(names.length, 6, names.join(' '));
      t.true(names.every((name) => name.startsWith(prefix)));
      const limit = headers[`${prefix}limit-requests`] ?? headers[`${prefix}requests-limit`];
      t.is(limit, '100');
      t.false(JSON.stringify(headers).includes('canary'));
    }
  }
});

test('a recorded answer tells what is left now, not what was left when it was given', async (t) => {
  // So few that half a minute goes by until another one is allowed.
  const top = { limits: { key: { requests_per_minute_max: 2 } } };
  const { tenant, baseUrl } = await serveGateway(t, { config: { top } });
  for (const body of [bodyOf({}), bodyOf({}).replace('true', 'false')]) {
    const { apiKey } = await tenant();
    const ask = () =>
      httpCall(`${baseUrl}/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': `of ${body.length}`,
        },
        body,
      });
    const [first, again] = [await ask(), await ask()];
    t.is(again.headers['idempotent-replayed'], 'true');
    t.true(
      Number(again.headers['x-ratelimit-remaining-requests']) < Number(first.headers['x-ratelimit-remaining-requests']),
    );
    t.is(again.headers['content-type'], first.headers['content-type']);
    t.is(again.text, first.text);
  }
});

/** A log in which a chosen append waits until it is let go. */
function gatedLog(isHeld: (events: readonly EventToAppend[]) => boolean) {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const wrapLog = (log: EventLog): EventLog => ({
    readStream: (...args) => log.readStream(...args),
    readAll: (...args) => log.readAll(...args),
    follow: (...args) => log.follow(...args),
    comparePositions: (a, b) => log.comparePositions(a, b),
    append: async (stream, expected, events) => {
      if (isHeld(events)) {
        reach();
        await opened;
      }
      return await log.append(stream, expected, events);
    },
  });
  return { wrapLog, reached, open };
}

const isSettlement = (events: readonly EventToAppend[]): boolean =>
  events.some(({ type }) => type === 'ReservationSettled');

test('the text of a stream does not wait for the ledger; its last record does', async (t) => {
  const gate = gatedLog(isSettlement);
  const { tenant, baseUrl } = await serveGateway(t, { wrappers: { wrapLog: gate.wrapLog } });
  const { apiKey } = await tenant();
  const { socket, until: untilReceived } = await rawConnection(baseUrl);
  const body = bodyOf({});
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${apiKey}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  await gate.reached;
  const before = await untilReceived((text) => text.includes('"finish_reason":"stop"'));
  t.false(before.includes('[DONE]'));
  gate.open();
  await untilReceived((text) => text.includes('data: [DONE]\n\n'));
  socket.destroy();
});

test('an unstreamed answer waits for its settlement whole', async (t) => {
  const gate = gatedLog(isSettlement);
  const { tenant, client, wallet } = await serveGateway(t, { wrappers: { wrapLog: gate.wrapLog } });
  const { apiKey, walletId } = await tenant();
  let isAnswered = false;
  const answer = client(apiKey)
    .chat.completions.create({ model: 'light', messages: [{ role: 'user', content: HELLO }] })
    .finally(() => (isAnswered = true));
  await gate.reached;
  t.false(isAnswered);
  t.is((await wallet(walletId)).at(-1)?.type, 'CreditReserved');
  gate.open();
  await answer;
  t.is((await wallet(walletId)).at(-1)?.type, 'ReservationSettled');
});

test('a hundred mixed requests at once are all answered, charged as the upstream counted, and leave nothing held', async (t) => {
  const { tenant, client, wallet, sandbox } = await serveGateway(t);
  const { apiKey, walletId } = await tenant();
  const openai = client(apiKey);
  await Promise.all(Array.from({ length: 100 }, (_, index) => mixedRequest(openai, index)));

  const events = await wallet(walletId);
  const held = new Set<unknown>();
  let charged = 0n;
  for (const { type, data } of events) {
    if (type === 'CreditReserved') held.add(data['reservation_id']);
    if (type === 'ReservationSettled') {
      t.true(held.delete(data['reservation_id']));
      charged += BigInt(String(data['cost_eur']).replace('.', ''));
    }
  }
  t.is(held.size, 0);
  t.is(events.length, 2 + 200);
  const { totals } = await sandbox.billingRecords();
  const usage = totals['chat_completions']?.['sandbox-small']?.usage;
  t.is(charged, BigInt(Number(usage?.['prompt_tokens']) * 1000 + Number(usage?.['completion_tokens']) * 2000));
});

async function mixedRequest({ chat }: OpenAI, index: number): Promise<void> {
  const ask = {
    model: 'light',
    max_tokens: 100,
    n: 1 + (index % 3),
    messages: [{ role: 'user' as const, content: `Request ${index}, please call the tool` }],
    ...(index % 4 === 0 ? { tools: [{ type: 'function' as const, function: { name: 'look_up' } }] } : {}),
  };
  if (index % 2 === 0) await chat.completions.stream(ask).finalChatCompletion();
  else await chat.completions.create(ask);
}
