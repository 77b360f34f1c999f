import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import type { Client } from '../../src/pipeline/records.ts';
import { HttpClient, type ReaderPatience } from '../../src/surfaces/http-client.ts';
import { UnsentBytes } from '../../src/surfaces/unsent-bytes.ts';
import { SimulatedTimer } from '../_support/simulated-timer.ts';
import { until } from '../_support/until.ts';

// The caller's end of a connection over real sockets: what is sent is far more than the machine keeps in between.

const muchBytes = 64 * 1_048_576;
const request = 'GET / HTTP/1.1\r\nhost: here\r\n\r\n';

interface Reading {
  readonly client: Client;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** The time of the client, which passes when a test says so: no reader is late because a machine is busy. */
  readonly timer: SimulatedTimer;
}

/** One request of a reader that takes nothing until it is told to. */
async function reading(t: ExecutionContext, patience: Partial<ReaderPatience>, sent = request): Promise<Reading[]> {
  const clients: Pick<Reading, 'client' | 'response'>[] = [];
  const timer = new SimulatedTimer();
  const unsent = new UnsentBytes({ bytesMax: Infinity });
  const limits = { writeStallMsMax: 600_000, readerWaitMsMax: 600_000, unsent, ...patience };
  const server = createServer((_request, response) => {
    clients.push({ client: new HttpClient(response, limits, timer), response });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address record.
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  t.teardown(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  socket.write(sent);
  const asked = sent.split(request).length - 1;
  await until('the requests are there', () => clients.length === asked);
  return clients.map(({ client, response }) => ({ client, response, socket, timer }));
}

/** Lets time pass until the work is done. */
async function passed(timer: SimulatedTimer, work: Promise<void> | null): Promise<void> {
  let isDone = false;
  const done = work?.then(() => (isDone = true));
  await until('it is over', async () => {
    await timer.pass(10);
    return isDone;
  });
  await done;
}

async function oneReading(t: ExecutionContext, patience: Partial<ReaderPatience>): Promise<Reading> {
  const [only] = await reading(t, patience);
  if (only === undefined) throw new Error('no request');
  return only;
}

/** Takes a little, lets time pass, and so on. */
function readSlowly({ socket, timer }: Reading, pauseMs: number): void {
  socket.on('data', () => {
    socket.pause();
    void timer.pass(pauseMs).then(() => socket.resume());
  });
  socket.resume();
}

test('a reader that takes nothing counts as gone after the write stall time, and its connection is closed', async (t) => {
  const { client, socket, response, timer } = await oneReading(t, { writeStallMsMax: 100 });
  let told = 0;
  client.onGone(() => (told += 1));
  client.begin(200, { 'content-type': 'text/event-stream' });
  const written = client.write(Buffer.alloc(muchBytes));
  await passed(timer, written);
  t.true(client.isGone);
  t.is(told, 1);
  t.true(client.waitedMs >= 100);
  t.true(response.req.socket.destroyed);
  t.is(client.write(Buffer.from('more')), null);
  await client.end(null);
  socket.resume();
  await until('the reader learns of it', () => socket.destroyed);
});

test('a whole answer that nothing reads is given up after the write stall time', async (t) => {
  const { client, response, timer } = await oneReading(t, { writeStallMsMax: 100 });
  client.begin(200, { 'content-length': String(muchBytes) });
  await passed(timer, client.end(Buffer.alloc(muchBytes)));
  t.true(client.isGone);
  t.true(response.req.socket.destroyed);
});

test('the tail of an ended answer waits no longer than any write', async (t) => {
  const { client, response, timer } = await oneReading(t, { writeStallMsMax: 100 });
  client.begin(200, { 'content-type': 'text/event-stream' });
  // Past the client: what is in the way of the tail.
  response.write(Buffer.alloc(muchBytes));
  await passed(timer, client.end(Buffer.from('last words')));
  t.true(client.isGone);
});

test('a slow reader that keeps reading gets everything', async (t) => {
  // All of it takes longer than one write may wait.
  const reader = await oneReading(t, { writeStallMsMax: 2_000 });
  const { client, socket, response } = reader;
  client.begin(200, { 'content-length': String(muchBytes) });
  let taken = 0;
  socket.on('data', (piece: Buffer) => (taken += piece.length));
  readSlowly(reader, 4);
  await client.end(Buffer.alloc(muchBytes));
  t.false(client.isGone);
  t.true(response.writableFinished);
  t.true(client.waitedMs > 2_000);
  await until('all of it has arrived', () => taken > muchBytes);
});

test('a reader is not given up for the time in which the process stood still', async (t) => {
  const { client, timer } = await oneReading(t, { writeStallMsMax: 100 });
  client.begin(200, { 'content-type': 'text/event-stream' });
  // The system takes it at once, and says so in the next turn.
  const written = client.write(Buffer.alloc(65_536));
  t.not(written, null);
  await timer.pass(60_000);
  await written;
  t.false(client.isGone);
});

test('a reader that takes a little at a time has a limited time in total', async (t) => {
  const reader = await oneReading(t, { readerWaitMsMax: 300 });
  const { client } = reader;
  client.begin(200, { 'content-length': String(muchBytes) });
  readSlowly(reader, 4);
  await client.end(Buffer.alloc(muchBytes));
  t.true(client.isGone);
  t.true(client.waitedMs >= 300);
});

test('requests on one connection are aborted together if a reader stalls', async (t) => {
  const [first, second] = await reading(t, { writeStallMsMax: 100 }, `${request}${request}`);
  if (first === undefined || second === undefined) throw new Error('not two requests');
  second.client.begin(200, { 'content-type': 'text/event-stream' });
  await passed(second.timer, second.client.write(Buffer.alloc(muchBytes)));
  t.true(second.client.isGone);
  await until('the first one notices', () => first.client.isGone);
});

test('a small answer is sent whole, and its reader does not count as gone', async (t) => {
  const { client, socket } = await oneReading(t, { writeStallMsMax: 100 });
  client.begin(200, { 'content-length': '2' });
  await client.end(Buffer.from('ok'));
  t.false(client.isGone);
  socket.resume();
  t.false(socket.destroyed);
});

test('readers that take nothing keep few unsent bytes in the process, however large their answers are', async (t) => {
  const readers = await Promise.all(Array.from({ length: 12 }, () => oneReading(t, {})));
  const piece = Buffer.alloc(27_000);
  for (const { client } of readers) {
    client.begin(200, { 'content-type': 'text/event-stream' });
    let written = 0;
    // As a stream is passed on: nothing more is read of the upstream while a write waits.
    while (client.write(piece) === null && written < muchBytes) written += piece.length;
    t.true(written < muchBytes, 'a write waits for its reader');
  }
  const unsent = readers.map(({ response }) => response.writableLength);
  t.true(Math.max(...unsent) <= 131_072, `${Math.max(...unsent)} bytes for one reader`);
  for (const { socket } of readers) socket.destroy();
});

test('above the total of unsent bytes only the reader that took nothing for the longest time counts as gone', async (t) => {
  const unsent = new UnsentBytes({ bytesMax: muchBytes, graceMs: 100 });
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => oneReading(t, { unsent })));
  if (first === undefined || second === undefined || third === undefined) return t.fail();
  for (const { client } of [first, second, third]) client.begin(200, { 'content-type': 'text/event-stream' });
  const waiting = [first, second].map((each) => ({ each, written: each.client.write(Buffer.alloc(muchBytes)) }));
  // Which of them the system took something of last is not promised: that one began to wait last.
  const gone = await Promise.race(waiting.map(async ({ each, written }) => await written?.then(() => each)));
  const left = waiting.find(({ each }) => each !== gone);
  t.true(gone?.client.isGone);
  t.true(gone?.response.req.socket.destroyed);
  t.false(left?.each.client.isGone);
  t.true(unsent.bytes > 0 && unsent.bytes <= muchBytes);
  // Who takes what is sent stands behind who does not.
  readSlowly(third, 1);
  const written = third.client.write(Buffer.alloc(muchBytes));
  await left?.written;
  t.true(left?.each.client.isGone);
  await written;
  t.false(third.client.isGone);
  t.is(unsent.bytes, 0);
});
