import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { createHmacKeyHasher } from '../../../src/adapters/hmac-key-hasher.ts';
import { Administrator } from '../../../src/admin/administrator.ts';
import { EventStream } from '../../../src/admin/following/event-stream.ts';
import { OpenStreams } from '../../../src/admin/following/open-streams.ts';
import { keyOfPageCursor } from '../../../src/admin/page-cursor.ts';
import type { AdminDeps, AdminRequest, FollowedList } from '../../../src/admin/operation.ts';
import { GatewayError } from '../../../src/errors.ts';

/** How a stream treats its reader, over real sockets. */

const keyHasher = createHmacKeyHasher(Buffer.alloc(32, 7));
const request = {
  administrator: new Administrator(null, 'cli:test'),
  deps: { keyHasher } as unknown as AdminDeps,
} as AdminRequest;
const list = { name: 'rows', prefix: 'all/' };

interface Served {
  readonly socket: Socket;
  /** How many rows were made. */
  made(): number;
  readonly ended: AbortController;
  readonly done: Promise<void>;
}

interface Setting {
  readonly rows: number;
  readonly rowCharacters: number;
  readonly stallMsMax: number;
  readonly mayFrom?: () => void;
}

async function serve(t: ExecutionContext, { rows, rowCharacters, stallMsMax, mayFrom }: Setting): Promise<Served> {
  let made = 0;
  const ended = new AbortController();
  const filler = 'x'.repeat(rowCharacters);
  const followed: FollowedList = {
    list,
    begin: '0',
    assertMay: async () => mayFrom?.(),
    async *steps() {
      while (made < rows && !ended.signal.aborted) {
        made += 1;
        yield { rows: [{ row: { object: 'row', made, filler }, place: String(made) }], place: String(made) };
      }
      await new Promise((resolve) => ended.signal.addEventListener('abort', resolve));
    },
  };
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    response.once('close', () => ended.abort('gone'));
    const options = { response, followed, following: { now: () => Promise.resolve(request) }, request };
    new EventStream({ ...options, stallMsMax, ended }).run().then(resolve, reject);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.0\r\n\r\n');
  t.teardown(() => {
    socket.destroy();
    server.close();
  });
  return { socket, made: () => made, ended, done };
}

const lastWords = (answer: string): Readonly<Record<string, string>> =>
  JSON.parse(/event: end\nid: \S+\ndata: (.*)\n\n$/.exec(answer)?.[1] ?? '{}') as Readonly<Record<string, string>>;

test('a reader that takes nothing is cut, with the place after the last row, and no row was made for it', async (t) => {
  const { socket, made, ended } = await serve(t, { rows: 1_000, rowCharacters: 1_000_000, stallMsMax: 200 });
  socket.pause();
  await new Promise((resolve) => ended.signal.addEventListener('abort', resolve));
  // What the sockets of both sides take, and one row.
  t.true(made() < 100, `${made()} rows were made`);
  socket.resume();
  const answer = await text(socket);
  const { reason, after = '' } = lastWords(answer);
  t.is(reason, 'slow_reader');
  t.is(keyOfPageCursor(request, list, after), String(made()));
  t.is(answer.match(/"object":"row"/g)?.length, made());
});

test('a reader that lost its access while it read nothing gets only what was on its way', async (t) => {
  let isRevoked = false;
  const mayFrom = (): void => {
    if (isRevoked) throw new GatewayError('api_key_revoked');
  };
  const { socket, made } = await serve(t, { rows: 1_000, rowCharacters: 1_000_000, stallMsMax: 60_000, mayFrom });
  socket.pause();
  while (made() === 0) await new Promise(setImmediate);
  isRevoked = true;
  socket.resume();
  t.is(lastWords(await text(socket))['reason'], 'api_key_revoked');
  t.true(made() < 100, `${made()} rows were made`);
});

test('a reader that leaves ends the stream without another word', async (t) => {
  const { socket, ended, done } = await serve(t, { rows: 1, rowCharacters: 1, stallMsMax: 60_000 });
  socket.once('data', () => socket.destroy());
  await done;
  t.is(ended.signal.reason, 'gone');
});

test('a defect ends the stream as an error', async (t) => {
  const mayFrom = (): never => {
    throw new TypeError('defect');
  };
  const { socket, done } = await serve(t, { rows: 1_000, rowCharacters: 1_000_000, stallMsMax: 60_000, mayFrom });
  socket.resume();
  await t.throwsAsync(done, { message: 'defect' });
});

test('streams are bounded by person and in total', (t) => {
  const open = new OpenStreams();
  const ends = Array.from({ length: 64 }, (_, index) => open.begin(String(index % 8)));
  t.throws(() => open.begin('0'), { message: /You follow 8 lists already/ });
  t.throws(() => open.begin('somebody'), { message: /no room/ });
  ends[0]?.();
  open.begin('somebody')();
  for (const end of ends.slice(1)) end();
  t.notThrows(() => Array.from({ length: 8 }, () => open.begin('0')));
});
