import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { packedLines } from '../../src/cli/packed-lines.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';

test('a file that is not there is told once, to who reads it', async (t) => {
  const path = join(scratchFolder(t), 'missing.jsonl');
  const strays: unknown[] = [];
  const onStray = (error: unknown): void => void strays.push(error);
  process.on('uncaughtException', onStray);
  t.teardown(() => process.off('uncaughtException', onStray));
  await t.throwsAsync(Array.fromAsync(packedLines(path, 100)), { code: 'ENOENT' });
  await setTimeout(50);
  t.deepEqual(strays, []);
});
