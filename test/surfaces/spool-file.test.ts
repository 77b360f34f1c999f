import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import test from 'ava';
import { openSpoolFile } from '../../src/surfaces/spool-file.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';

test('written bytes are read from any offset, piece by piece, until the file is closed', async (t) => {
  const file = await openSpoolFile(scratchFolder(t));
  const bytes = Buffer.from('x'.repeat(100_000) + 'end');
  await Promise.all([file.write(bytes.subarray(0, 10)), file.write(bytes.subarray(10))]);
  const pieces: Buffer[] = [];
  for await (const piece of file.read(5, bytes.length - 5)) pieces.push(piece);
  t.deepEqual(Buffer.concat(pieces), bytes.subarray(5));
  await file.close();
  await t.throwsAsync(file.write(bytes));
});

test('a file that was never closed stays open and does not end the process', async (t) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const folder = scratchFolder(t);
  const collected: unknown[] = [];
  const note = (error: unknown): number => collected.push(error);
  process.on('uncaughtException', note);
  t.teardown(() => process.off('uncaughtException', note));
  await openSpoolFile(folder);
  for (let round = 0; round < 5; round += 1) {
    await sleep(5);
    collect();
  }
  t.deepEqual(collected, []);
});
