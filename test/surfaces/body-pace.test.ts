import Koa from 'koa';
import test, { type ExecutionContext } from 'ava';
import { ByteBudget } from '../../src/limits/byte-budget.ts';
import { listen } from '../../src/http/http-listener.ts';
import { errorResponse } from '../../src/http/error-response.ts';
import { requestId } from '../../src/http/request-id.ts';
import { BodyPace } from '../../src/surfaces/body-pace.ts';
import { BodyReader } from '../../src/surfaces/body-reader.ts';
import { transcriptionFields } from '../../src/protocols/audio/transcription-fields.ts';
import { createSpools } from '../../src/surfaces/spools.ts';
import { pacedForm } from '../../src/surfaces/paced-form.ts';
import { httpCall, rawConnection } from '../_support/http-call.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { until } from '../_support/until.ts';

// A body that trickles: over sockets, with a grace of a moment in the place of ten seconds.

const ignored = (): void => undefined;
const telemetry = { warn: ignored, info: ignored, inferenceEnded: ignored, requestEnded: ignored };
const sharer = { tenantId: 'tenant', keyId: 'key' };
const bytesMax = 1_000_000;

/** Takes JSON at `/json` and forms at `/form`, and answers how many bytes came. */
async function paced(t: ExecutionContext, bytesPerSecondMin: number, now?: () => number) {
  const pace = new BodyPace(bytesPerSecondMin, { graceMs: 100, tickMs: 20, ...(now && { now }) });
  const watch = pace.watch.bind(pace);
  let watched = 0;
  pace.watch = (body) => {
    watched += 1;
    return watch(body);
  };
  const memory = new ByteBudget({ bytesMax });
  const bodies = new BodyReader({ memory, waitMs: 0, pace });
  const waiting = { waitingMax: 10, waitMs: 600_000 };
  const spools = createSpools({ directory: scratchFolder(t), filesMax: 1, bytesMax, ...waiting });
  const application = new Koa();
  application.silent = true;
  application.use(requestId).use(errorResponse(telemetry));
  application.use(async (ctx) => {
    if (ctx.path === '/json') {
      const held = await bodies.read({ request: ctx.req, bytesMax, sharer, welcome: ignored });
      ctx.body = String(held.bytes.length);
      held.release();
      return;
    }
    const limits = {
      openSpool: () => spools.open(sharer),
      formBytesMax: bytesMax,
      fieldsBytesMax: bytesMax,
      fields: transcriptionFields,
    };
    const form = await pacedForm(ctx, limits, pace);
    ctx.body = String(form.parts.length);
    await form.spool.close();
  });
  const listener = await listen(application.callback(), {
    host: '127.0.0.1',
    port: 0,
    // Longer than a test may take.
    requestTimeoutMs: 600_000,
    keepAliveTimeoutMs: 600_000,
  });
  t.teardown(async () => {
    listener.shut();
    await listener.close(0);
  });
  return { origin: listener.origin, memory, spools, watched: () => watched };
}

const form = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx';
const begun = {
  json: 'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
  form: `content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000\r\n\r\n${form}`,
};

for (const kind of ['json', 'form'] as const) {
  test(`a ${kind} body that arrives too slowly is aborted with 408`, async (t) => {
    const { origin, memory } = await paced(t, 100_000);
    const { socket, until: answered, closed } = await rawConnection(origin);
    const neverWhole = begun[kind].replace('content-length: 1000', `content-length: ${bytesMax}`);
    socket.write(`POST /${kind} HTTP/1.1\r\nhost: x\r\n${neverWhole}`);
    const trickling = setInterval(() => socket.write(' '), 10);
    t.teardown(() => clearInterval(trickling));
    const reply = await answered((text) => text.includes('request_timeout'));
    t.regex(reply, /^HTTP\/1\.1 408 /);
    t.regex(reply, /The body arrived too slowly\./);
    await closed;
    await until('its memory is given back', () => memory.used === 0);
    const boundary = 'multipart/form-data; boundary=b';
    await until('its file is given back', async () => {
      const next = await httpCall(`${origin}/form`, {
        method: 'POST',
        headers: { 'content-type': boundary },
        body: `${form}\r\n--b--\r\n`,
      });
      return next.status === 200;
    });
  });

  test(`a ${kind} body that arrives fast enough is read, however long it takes`, async (t) => {
    const { origin } = await paced(t, 1);
    const { socket, until: answered } = await rawConnection(origin);
    socket.write(`POST /${kind} HTTP/1.1\r\nhost: x\r\n${begun[kind]}`);
    const end = kind === 'json' ? '' : '\r\n--b--\r\n';
    const missing = 1_000 - (begun[kind].split('\r\n\r\n').slice(1).join('\r\n\r\n').length + end.length);
    for (let sent = 0; sent < missing; sent += 100) {
      socket.write(' '.repeat(Math.min(100, missing - sent)));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    socket.write(end);
    t.regex(await answered((text) => /\r\n\r\n\d+$/.test(text)), /^HTTP\/1\.1 200 /);
  });
}

test('a form that waits for a place does not count as slow, and is read once it has one', async (t) => {
  // A clock that moves when a body is to be slow, so that the machine may be.
  let nowMs = 0;
  const { origin, spools, watched } = await paced(t, 100_000, () => nowMs);
  const running = await spools.open(sharer);
  const [waiting, slow] = [await rawConnection(origin), await rawConnection(origin)];
  const body = `${form}\r\n--b--\r\n`;
  const type = 'content-type: multipart/form-data; boundary=b\r\nexpect: 100-continue';
  const head = `POST /form HTTP/1.1\r\nhost: x\r\n${type}\r\ncontent-length: ${body.length}\r\n\r\n`;
  waiting.socket.write(head);
  await until('it waits', () => watched() === 1);
  // Another body shows that the time for slow ones is over: it began later.
  slow.socket.write(`POST /json HTTP/1.1\r\nhost: x\r\n${begun.json}`);
  await until('its body has begun', () => watched() === 2);
  nowMs += 1_000;
  await slow.until((text) => text.includes('request_timeout'));
  t.is(waiting.received(), '');
  await running.close();
  await waiting.until((text) => text.startsWith('HTTP/1.1 100 '));
  waiting.socket.write(body);
  t.regex(await waiting.until((text) => text.endsWith('\r\n\r\n1')), /HTTP\/1\.1 200 /);
});

test('a sender that the gateway makes wait does not count as slow, however late it is looked at', async (t) => {
  let nowMs = 0;
  const pace = new BodyPace(1_000_000, { graceMs: 100, tickMs: 5, now: () => nowMs });
  let [isHeld, isSlow] = [true, false];
  const looks = { held: 0, read: 0 };
  const unwatch = pace.watch({
    bytesRead: () => {
      looks.read += 1;
      return 0;
    },
    isHeld: () => {
      if (isHeld) looks.held += 1;
      return isHeld;
    },
    tooSlow: () => (isSlow = true),
  });
  t.teardown(unwatch);
  await until('it is looked at', () => looks.held > 1);
  nowMs += 60_000;
  const before = looks.held;
  await until('it is looked at again', () => looks.held > before);
  isHeld = false;
  await until('its bytes are counted', () => looks.read > 1);
  t.false(isSlow);
  nowMs += 200;
  await until('it is slow', () => isSlow);
  t.pass();
});

test('a complete body is no longer watched', async (t) => {
  const { origin } = await paced(t, 100_000_000);
  const { status, text } = await httpCall(`${origin}/json`, { method: 'POST', body: '{}' });
  t.deepEqual([status, text], [200, '2']);
});
