import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { TreeHead } from '../../src/domain/checkpoints/tree-head.ts';
import { openLedger } from '../../src/composition/opened-ledger.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { copyOf, outcomesOf, startOf, verdictOf, writeDirectory } from './_edited-directory.ts';
import { editedDirectory, ledgerEdits, type LedgerEdit } from './_ledger-edits.ts';

/** What a person with SQL and a shell changes in the files of a stopped gateway. `docs/differences.md` is this table. */

interface Prepared {
  readonly directory: string;
  readonly other: string;
  readonly kept: TreeHead;
}

let prepared: Promise<Prepared> | null = null;

async function prepare(folder: string): Promise<Prepared> {
  const [directory, other] = [join(folder, 'one'), join(folder, 'other')];
  await Promise.all([directory, other].map((dataDir) => writeDirectory(dataDir)));
  const verdict = await verdictOf(directory);
  if (!verdict.ok || verdict.tree === null) throw new Error(`the ledger is not right: ${JSON.stringify(verdict)}`);
  const refused = await startOf(directory);
  if (refused !== null) throw refused;
  return { directory, other, kept: verdict.tree };
}

const shared = new SharedTeardown();
const folder = scratchFolder(shared);
test.after.always('the prepared ledgers go', shared.end);

/** Written once for all tests of this file. */
const preparedOnce = (): Promise<Prepared> => (prepared ??= prepare(folder));

async function edited(t: ExecutionContext, { edit }: LedgerEdit) {
  const { directory, other, kept } = await preparedOnce();
  const path = join(scratchFolder(t), 'data');
  copyOf(directory, path);
  edit(editedDirectory(path, other));
  return { path, kept };
}

for (const row of ledgerEdits) {
  const { group, title, start, verify, checkpoint } = row;
  test(`${group}: ${title}`, async (t) => {
    const { path, kept } = await edited(t, row);
    t.deepEqual(await outcomesOf(path, kept), { start, verify, checkpoint });
  });
}

test('at least sixty edits are held by the start, by verify or by a checkpoint', (t) => {
  t.true(ledgerEdits.length >= 60);
  t.deepEqual(
    ledgerEdits.filter(({ start, verify, checkpoint }) => [start, verify, checkpoint].every((word) => word === '–')),
    [],
  );
});

// One of each kind, as a gateway meets it.
for (const row of ledgerEdits.filter(
  (row, index) => ledgerEdits.findIndex(({ start }) => start === row.start) === index,
)) {
  if (row.start === '–' || row.start === 'when it is read' || row.start === 'secret') continue;
  test(`a gateway says the same of: ${row.title}`, async (t) => {
    const { path } = await edited(t, row);
    const refused = await startOf(path);
    await t.throwsAsync(openLedger({ dataDir: path, engine: 'sqlite' }), { message: refused?.message ?? '' });
  });
}
