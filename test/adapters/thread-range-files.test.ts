import { randomUUID } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import * as fc from 'fast-check';
import { createThreadRangeFiles } from '../../src/adapters/thread-range-files.ts';
import { eventLine, readEventLine, type ArchivedEvent } from '../../src/domain/archive/archived-event.ts';
import { ArchiveDamaged } from '../../src/ports/archive-store.ts';
import type { EventsPage } from '../../src/ports/range-files.ts';

const event = (position: number, data = '{}'): ArchivedEvent => ({
  position: String(position),
  stream: 'credit-a',
  revision: position - 1,
  recordedAt: '2026-11-29T12:00:00.000Z',
  id: randomUUID(),
  type: 'CreditIdKept',
  metadata: '{"v":1}',
  data,
});

async function* pages(...events: readonly ArchivedEvent[]): AsyncGenerator<EventsPage> {
  for (const each of events) yield { events: [each], areKept: [true] };
}

async function* bytesOf(bytes: Uint8Array, pieces = 7): AsyncGenerator<Uint8Array> {
  const length = Math.ceil(bytes.length / pieces);
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

function rangeFiles(t: ExecutionContext) {
  const files = createThreadRangeFiles();
  t.teardown(() => files[Symbol.asyncDispose]());
  const unpacked = async (bytes: Uint8Array, bytesMax = 1_000_000) => {
    const options = { bytesMax, onEnd: () => undefined };
    return (await Array.fromAsync(files.unpack(bytesOf(bytes), options))).flat();
  };
  return { files, unpacked };
}

test('events are packed and come back byte for byte, and the same events make the same bytes', async (t) => {
  const { files, unpacked } = rangeFiles(t);
  const events = [event(1), event(2, '{"2":"ünïcode 🦫","a":1.0,  "b":"\\u00e4"}'), event(3, '{"x":"},\\"data\\":{"}')];
  const packed = await files.pack(null, pages(...events));
  t.deepEqual(await unpacked(packed.files.events?.content ?? Buffer.alloc(0)), events);
  t.is(packed.totals.tree.size, 3);
  t.is(packed.files.charges, null);
  const again = await files.pack(null, pages(...events));
  t.is(again.files.events?.sha256, packed.files.events?.sha256);
});

test('what a page raises is raised, and the next range is packed all the same', async (t) => {
  const { files } = rangeFiles(t);
  async function* failing(): AsyncGenerator<EventsPage> {
    yield { events: [event(1)], areKept: [true] };
    throw new Error('the log is away');
  }
  await t.throwsAsync(files.pack(null, failing()), { message: 'the log is away' });
  t.is((await files.pack(null, pages(event(1)))).files.events?.rows, 1);
});

test('an event that no archive can hold is refused', async (t) => {
  const { files } = rangeFiles(t);
  await t.throwsAsync(files.pack(null, pages(event(1, '{\n}'))), { instanceOf: RangeError });
});

test('a file with any byte flipped, cut or added to is no other list of events', async (t) => {
  const { files, unpacked } = rangeFiles(t);
  const packed = await files.pack(null, pages(...Array.from({ length: 20 }, (_, index) => event(index + 1))));
  const whole = Buffer.from(packed.files.events?.content ?? []);
  const right = JSON.stringify(await unpacked(whole));
  for (let at = 0; at < whole.length; at += 1) {
    const flipped = Buffer.from(whole);
    flipped[at] = (whole[at] ?? 0) ^ 0x10;
    for (const bytes of [flipped, whole.subarray(0, at)]) {
      const found = await unpacked(bytes).catch((error: unknown) => error);
      if (found instanceof ArchiveDamaged || JSON.stringify(found) === right) continue;
      t.fail(`byte ${at}: ${String(found)}`);
    }
  }
  t.pass();
});

test('a file that holds more than it says, an endless line, other text or no text is refused', async (t) => {
  const { unpacked } = rangeFiles(t);
  for (const content of [
    'x',
    'x\n',
    '{}\n',
    'a'.repeat(3_000_000),
    '\n',
    eventLine(event(1)),
    Buffer.from([0xff, 0x0a]),
  ]) {
    await t.throwsAsync(unpacked(zstdCompressSync(Buffer.from(content)), 10_000_000), { instanceOf: ArchiveDamaged });
  }
  for (const bomb of [Buffer.alloc(50_000_000), Buffer.from(`${eventLine(event(1))}\n`.repeat(20_000))]) {
    await t.throwsAsync(unpacked(zstdCompressSync(bomb)), { instanceOf: ArchiveDamaged });
  }
  await t.throwsAsync(unpacked(Buffer.from('no zstd')), { instanceOf: ArchiveDamaged });
});

test('a line is read as it was written, and any other text is none', (t) => {
  const json = fc.jsonValue().map((value) => JSON.stringify({ value }));
  const anyEvent = fc.record({
    position: fc.nat().map(String),
    stream: fc.string({ maxLength: 50, unit: 'grapheme' }),
    revision: fc.nat(),
    recordedAt: fc.constant('2026-11-29T12:00:00.000Z'),
    id: fc.uuid(),
    type: fc.string({ maxLength: 20 }),
    metadata: json,
    data: json,
  });
  fc.assert(fc.property(anyEvent, (each) => JSON.stringify(readEventLine(eventLine(each))) === JSON.stringify(each)));
  fc.assert(
    fc.property(anyEvent, fc.nat(), fc.string({ maxLength: 3 }), (each, at, words) => {
      const line = eventLine(each);
      const place = at % line.length;
      const read = readEventLine(line.slice(0, place) + words + line.slice(place + words.length));
      return read === null || typeof read.data === 'string';
    }),
  );
  t.pass();
});
