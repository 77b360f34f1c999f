import test from 'ava';
import { Heartbeat } from '../../../src/pipeline/delivery/heartbeat.ts';
import { StreamOpening } from '../../../src/pipeline/delivery/stream-opening.ts';

function silentStream() {
  const written: string[] = [];
  const heads: number[] = [];
  const { promise: beaten, resolve } = Promise.withResolvers<void>();
  const client = {
    isGone: false,
    begin: (status: number) => void heads.push(status),
    write: (bytes: Buffer) => {
      written.push(bytes.toString());
      resolve();
      return null;
    },
  };
  const opening = new StreamOpening(client, {});
  return { client, opening, written, heads, beaten };
}

test('a heartbeat opens a silent stream, behind the comments that were held back', async (t) => {
  const { client, opening, written, heads, beaten } = silentStream();
  t.true(opening.hold(Buffer.from(': queued\n\n')));
  const heartbeat = new Heartbeat(client, opening, 1);
  t.teardown(() => heartbeat.stop());
  await beaten;
  t.deepEqual([heads, written[0]], [[200], ': queued\n\n: hb\n\n']);
});

test('no heartbeat is written within a record, nor before the caller has taken the last one', async (t) => {
  const { client, opening, written, beaten } = silentStream();
  const heartbeat = new Heartbeat(client, opening, 1);
  t.teardown(() => heartbeat.stop());
  heartbeat.writing(Buffer.from('data: half'));
  heartbeat.taken();
  await beats(5);
  heartbeat.writing(Buffer.from(' a record\n\n'));
  await beats(5);
  t.deepEqual(written, []);
  heartbeat.taken();
  await beaten;
  t.is(written[0], ': hb\n\n');
});

/** Waits for as many intervals of a millisecond: those that began before have passed by then. */
async function beats(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
  }
}

test('comments beyond 64 KiB wait no longer, and the head is sent once', (t) => {
  const { opening, heads } = silentStream();
  const comment = Buffer.alloc(40_000, ':');
  t.true(opening.hold(comment));
  t.false(opening.hold(comment));
  t.is(opening.openBefore(Buffer.from('x')).length, 40_001);
  t.is(opening.openBefore(Buffer.from('x')).length, 1);
  t.false(opening.hold(Buffer.from(':')));
  t.is(opening.open(), null);
  t.deepEqual(heads, [200]);
});
