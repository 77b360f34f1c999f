import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import * as fc from 'fast-check';
import { createThreadSoundLength } from '../../src/adapters/thread-sound-length.ts';
import { unknownLength, type RecordingLength } from '../../src/sound/recording-length.ts';
import { dataDirectory } from '../_support/gateway.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { flacOf, mp3Of, opusOf, waveOf } from '../_support/sound-shapes.ts';

const wholly = (foundMs: number): RecordingLength => ({ foundMs, isWhole: true });
const sharer = { tenantId: 't', keyId: 'k' };

/** What is read of each, one after the other, at some place in one file. */
async function readAll(t: ExecutionContext, files: readonly Buffer[]): Promise<readonly (RecordingLength | null)[]> {
  const path = join(dataDirectory(t), 'sound');
  writeFileSync(path, Buffer.concat([Buffer.alloc(7, 0xff), ...files]));
  const descriptor = openSync(path, 'r');
  const length = createThreadSoundLength();
  let start = 7;
  const lengths: (RecordingLength | null)[] = [];
  for (const { length: bytes } of files) {
    lengths.push(await length.read({ descriptor, start, bytes }, sharer));
    start += bytes;
  }
  closeSync(descriptor);
  return lengths;
}

test('a recording is walked whatever it says of itself, with few bytes, and anywhere in a file', async (t) => {
  const files = [waveOf(1, 3_600), flacOf(3_600, 1), opusOf(7_200, 1), mp3Of(1_000), waveOf(16_000, 2)];
  t.deepEqual(await readAll(t, files), [3_600_000, 3_600_000, 7_200_000, 26_123, 2_000].map(wholly));
});

test('bytes without a container give no length, and a damaged one disturbs no other', async (t) => {
  const nothing = [Buffer.alloc(0), Buffer.alloc(10_000, 7), Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1')];
  t.deepEqual(await readAll(t, nothing), [unknownLength, unknownLength, unknownLength]);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(waveOf(8, 100), flacOf(60), opusOf(60), mp3Of(3)),
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 8 }),
      fc.nat(),
      async (whole, edits, cut) => {
        const bytes = Buffer.from(whole.subarray(0, whole.length - (cut % whole.length)));
        for (const [at, value] of edits) bytes[at % bytes.length] = value;
        const [first = null, second] = await readAll(t, [bytes, waveOf(1, 2)]);
        return first !== null && first.foundMs >= 0 && second?.foundMs === 2_000;
      },
    ),
    { numRuns: propertyRuns(15) },
  );
});

test('a reader that loops, breaks or hoards is ended without a length, and the next file is read', async (t) => {
  const program = new URL('./_looping-reader.ts', import.meta.url);
  const length = createThreadSoundLength({ program, readMsMax: 3_000 });
  const read = (bytes: number) => length.read({ descriptor: 0, start: 0, bytes }, sharer);
  t.deepEqual(await Promise.all([1, 4, 2, 5, 3, 6].map(read)), [null, wholly(4), null, wholly(5), null, wholly(6)]);
});

test('a reading that waits too long gives no length', async (t) => {
  const program = new URL('./_looping-reader.ts', import.meta.url);
  const length = createThreadSoundLength({ program, readMsMax: 500, waitMs: 1 });
  const read = (bytes: number) => length.read({ descriptor: 0, start: 0, bytes }, sharer);
  t.deepEqual(await Promise.all([1, 4].map(read)), [null, null]);
});
