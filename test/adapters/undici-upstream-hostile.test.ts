import type { Socket } from 'node:net';
import test from 'ava';
import { SimulatedTimer } from '../_support/simulated-timer.ts';
import { connect, failureOf, onEachRequest, request, serveSocket, textOf, until } from './_upstream-server.ts';

// Upstreams that keep within HTTP, or just outside, and never come to an end: every one is left within a time limit or a
// limit of bytes, and its connection is closed.

const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';
const one = `${head}5\r\nhello\r\n`;

interface Endless {
  /** Sent at once. */
  readonly first: string;
  /** Sent behind it without end. */
  readonly again: string;
  /** In one piece each 10 ms instead of as fast as the connection takes it. */
  readonly isSlow?: boolean;
  readonly failure: string;
}

const endless: Readonly<Record<string, Endless>> = {
  'answers that only announce': {
    first: '',
    again: 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n',
    failure: 'first_byte_timeout, unknown',
  },
  'announcements, now and then': {
    first: '',
    again: 'HTTP/1.1 102 Processing\r\n\r\n',
    isSlow: true,
    failure: 'first_byte_timeout, unknown',
  },
  'a head, a byte at a time': {
    first: 'HTTP/1.1 200 OK\r\nx: ',
    again: 'a',
    isSlow: true,
    failure: 'first_byte_timeout, unknown',
  },
  'a header without end': { first: 'HTTP/1.1 200 OK\r\nx: ', again: 'a'.repeat(10_000), failure: 'too_large, unknown' },
  'headers without end': {
    first: 'HTTP/1.1 200 OK\r\n',
    again: `x: ${'a'.repeat(100)}\r\n`,
    failure: 'too_large, unknown',
  },
  'a name of a header without end': {
    first: 'HTTP/1.1 200 OK\r\n',
    again: 'a'.repeat(10_000),
    failure: 'too_large, unknown',
  },
  'an extension of a chunk without end': {
    first: `${one}5;x=`,
    again: 'a'.repeat(10_000),
    failure: 'idle_timeout, unknown',
  },
  'extensions, a byte at a time': { first: `${one}5;x=`, again: 'a', isSlow: true, failure: 'idle_timeout, unknown' },
  'zeros before the length of a chunk': { first: one, again: '0'.repeat(10_000), failure: 'idle_timeout, unknown' },
  'trailers without end': { first: `${one}0\r\n`, again: `x: ${'a'.repeat(100)}\r\n`, failure: 'too_large, unknown' },
  'trailers, a byte at a time': { first: `${one}0\r\nx: `, again: 'a', isSlow: true, failure: 'idle_timeout, unknown' },
  'a body, a byte at a time': { first: one, again: '1\r\na\r\n', isSlow: true, failure: 'total_timeout, unknown' },
  'a body of chunks of one byte': { first: one, again: '1\r\na\r\n', failure: 'total_timeout, unknown' },
};

/** Sends without end, until the other side closes, and says when it has sent a piece. */
function send(socket: Socket, { first, again, isSlow = false }: Endless, onPiece: () => void): void {
  socket.write(first);
  const piece = isSlow ? again : again.repeat(Math.ceil(20_000 / again.length));
  const goOn = (): void => {
    if (socket.destroyed) return;
    onPiece();
    if (isSlow) setTimeout(() => socket.write(piece, goOn), 10);
    else socket.write(piece, () => setImmediate(goOn));
  };
  goOn();
}

for (const [what, sent] of Object.entries(endless)) {
  test.serial(`an upstream that sends ${what} is left`, async (t) => {
    let pieces = 0;
    let isClosed = false;
    const port = await serveSocket(t, (socket) => {
      socket.on('close', () => (isClosed = true));
      onEachRequest(socket, () => send(socket, sent, () => (pieces += 1)));
    });
    const timer = new SimulatedTimer();
    const baseUrl = `http://127.0.0.1:${port}`;
    const sending = connect(t, { baseUrl, ...timeoutsOf(sent) }, { timer }).send(request());
    const left = failureOf(t, sending.then(textOf));
    if (/^(idle|total)_/.test(sent.failure)) await sending;
    await until(() => pieces > 0);
    // What comes in between is not what the time-out waits for.
    for (let pass = 0; pass < 2 && sent.failure.includes('_timeout'); pass += 1) {
      await timer.pass(200);
      const before = pieces;
      await until(() => sent.isSlow !== true || pieces > before + 3 || isClosed);
    }
    t.is(await left, sent.failure);
    await until(() => isClosed);
  });
}

/** The one that is to be reached, and the others out of reach. */
function timeoutsOf({ failure }: Endless) {
  return {
    firstByteTimeoutMs: failure.startsWith('first_byte') ? 300 : 60_000,
    idleTimeoutMs: failure.startsWith('idle') ? 300 : 60_000,
    totalTimeoutMs: failure.startsWith('total') ? 300 : 60_000,
  };
}
