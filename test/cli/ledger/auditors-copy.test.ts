import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { read } from '../../house/_project-files.ts';
import { camtEntry, camtText } from '../../_support/camt-text.ts';
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
  const bank = join(copy, 'bank.xml');
  writeFileSync(bank, camtText([camtEntry({ reference: 'BANK-0001', text: '' })]));
  /** Where the files that the page names are; a folder is another one each time. */
  const files: Readonly<Record<string, () => string>> = {
    november: () => join(scratchFolder(t), 'november'),
    'november-with-bank': () => join(scratchFolder(t), 'november'),
    'bank.xml': () => bank,
  };
  t.true(commands.length >= 9, commands.join('\n'));
  for (const words of commands.filter((each) => !each.startsWith('projections'))) {
    const named = words.split(' ').map((word) => files[word]?.() ?? word);
    const { exitCode, stdout, stderr } = await waybill(t, { WAYBILL_DATA_DIR: copy }, ...named);
    t.is(exitCode, 0, `${words}: ${stderr}`);
    t.notRegex(stdout + stderr, /^\s+at /m, words);
  }
});
