import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { read } from '../../house/_project-files.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';
import { seededDirectory, waybill } from '../../_support/waybill-command.ts';

/** Every command of the page, without what a shell adds to it, and without those that need a value of the reader's. */
const commands = [
  ...new Set(
    [...read('docs/auditing.md').matchAll(/npx waybill ([a-z][^`|>\\#"\n]*)/g)].map(([, words = '']) => words.trim()),
  ),
].filter((words) => !/[<$]|--wallet$|--stream wallet-$|--checkpoint/.test(words));

test('every command of the page for auditors works on a copy of the file of the ledger alone', async (t) => {
  const { WAYBILL_DATA_DIR: original } = await seededDirectory(t);
  const copy = scratchFolder(t);
  copyFileSync(join(original, 'ledger.db'), join(copy, 'ledger.db'));
  t.true(commands.length >= 9, commands.join('\n'));
  for (const words of commands.filter((each) => !each.startsWith('projections'))) {
    const { exitCode, stdout, stderr } = await waybill(t, { WAYBILL_DATA_DIR: copy }, ...words.split(' '));
    t.is(exitCode, 0, `${words}: ${stderr}`);
    t.notRegex(stdout + stderr, /^\s+at /m, words);
  }
});
