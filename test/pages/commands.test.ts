import pLimit from 'p-limit';
import test from 'ava';
import { projectFiles, read } from '../house/_project-files.ts';
import { blocksOf, commandPages, isRunnable } from './_page-blocks.ts';
import { isRunHere, runPage } from './_page-session.ts';
import { isShown } from './_shown-output.ts';

/** Each page has a gateway: more at once than processors only wait for each other. */
const session = pLimit(3);
const blocks = commandPages.flatMap(blocksOf);
const programs = blocks.filter(isRunnable);

for (const page of new Set(programs.filter(isRunHere).map((block) => block.page))) {
  test(`the commands of ${page} do what the page shows`, async (t) => {
    const runs = await session(() => runPage(t, blocksOf(page)));
    for (const { line, command, shown, output, failed, isRun } of runs) {
      const at = `${page}:${line}: ${command}\n${output}`;
      t.true(isRun, `${at}\nthe commands before it came to no end`);
      if (shown === null) t.deepEqual(failed, [], at);
      else t.true(isShown(shown, output), `${at}\n--- the page shows\n${shown}`);
    }
  });
}

/** How many blocks nobody runs: each says why. */
const notRunMax = 9;

test('every program of a page is run, or says why it cannot be', (t) => {
  const left = programs.filter(({ note }) => note.notRun !== undefined);
  for (const { page, line, note } of left) t.log(`${page}:${line} is not run: ${note.notRun ?? ''}`);
  t.is(left.length, notRunMax, 'a block that can be run is run: mend it, or count it here with its reason in the page');
});

test('a block that another test runs names one that reads its page', (t) => {
  for (const { page, note } of programs.filter(({ note: { runBy } }) => runBy !== undefined)) {
    t.true(projectFiles.includes(note.runBy ?? '') && read(note.runBy ?? '').includes(page), `${page}: ${note.runBy}`);
  }
});
