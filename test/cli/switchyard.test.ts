import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import type { TrainingOutcome } from '../../src/routing/training/outcome.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { syntheticOutcomes } from '../_support/synthetic-outcomes.ts';
import { waybill, waybillFailure, waybillJson } from '../_support/waybill-command.ts';

function lineOf({ prompt, subject, set, economicalRight, advancedRight }: TrainingOutcome): string {
  return JSON.stringify({
    prompt,
    subject,
    economical_right: economicalRight,
    advanced_right: advancedRight,
    set,
    other: 'x',
  });
}

const lines = syntheticOutcomes({ count: 300 }).map(lineOf);

function dataFile(t: ExecutionContext, bytes: string | Uint8Array, name = 'outcomes.jsonl'): string {
  const path = join(scratchFolder(t), name);
  writeFileSync(path, bytes);
  return path;
}

test('the same outcomes give the same bytes, packed or not; the table judges others', async (t) => {
  const plain = dataFile(t, lines.join('\n'));
  const packed = dataFile(t, gzipSync(`${lines.join('\n')}\n`), 'outcomes.jsonl.gz');
  const [one, two] = [join(scratchFolder(t), 'one.table'), join(scratchFolder(t), 'two.table')];
  const told = await waybillJson(t, {}, 'switchyard', 'train', '--data', plain, '--out', one);
  await waybillJson(t, {}, 'switchyard', 'train', '--data', packed, '--out', two);
  t.deepEqual(readFileSync(one), readFileSync(two));
  t.like(told, { outcomes: 300, domains: 3, below_chance: [] });
  t.is((told['sets_left_out'] as readonly object[]).length, 3);
  const others = dataFile(t, syntheticOutcomes({ count: 300, seed: 8 }).map(lineOf).join('\n'));
  const judged = await waybillJson(t, {}, 'switchyard', 'evaluate', '--data', others, '--table', one);
  t.is(judged['judged_by'], told['version']);
  t.like(judged['evaluation'], { outcomes: 300, leaveSubjectOut: null, tariffRatio: 10 });
});

test('outcomes without a table are cross-validated, and a table of figures is printed', async (t) => {
  const { exitCode, stdout } = await waybill(
    t,
    {},
    'switchyard',
    'evaluate',
    '--data',
    dataFile(t, lines.join('\n')),
    '--tariff-ratio',
    '4',
  );
  t.is(exitCode, 0);
  t.regex(stdout, /^300 outcomes; judged by cross-validation; tariffs 1 : 4/);
  t.regex(stdout, /^embedded, subjects never seen +0\.\d{3} /m);
  t.regex(stdout, /^always economical .* 0\.250$/m);
  t.regex(stdout, /^set of algebra, a set never seen +0\.\d{3} /m);
  t.regex(stdout, /^by policy balanced /m);
  t.regex(stdout, /^by policy quality, untrained /m);
  t.regex(stdout, /^always advanced .* 1\.000$/m);
});

for (const [what, broken, message] of [
  ['is no JSON', [...lines.slice(0, 3), '{"prompt":'].join('\n'), /, line 4: it is no JSON$/],
  [
    'lacks an outcome',
    [lines[0], '{"prompt":"secret words","advanced_right":true}'].join('\n'),
    /, line 2: economical_right: /,
  ],
  ['is too long', [lines[0], `"${'x'.repeat(1_100_000)}"`].join('\n'), /: line 2 has more than 1048576 bytes$/],
] as const) {
  test(`a line that ${what} is named by its number, and its text is not printed`, async (t) => {
    const data = dataFile(t, broken);
    const failure = await waybillFailure(t, {}, 'switchyard', 'train', '--data', data, '--out', `${data}.table`);
    t.like(failure, { exitCode: 3, code: 'data_unusable' });
    t.regex(String(failure.message), message);
    t.notRegex(String(failure.message), /secret|xxx/);
  });
}

test('a file that is missing, cut off or too small is unusable data', async (t) => {
  const packed = gzipSync(lines.join('\n'));
  for (const [path, message] of [
    [join(scratchFolder(t), 'nothing'), /it cannot be read \(ENOENT\)/],
    [dataFile(t, packed.subarray(0, packed.length / 2)), /it cannot be unpacked \(Z_BUF_ERROR\)/],
    [dataFile(t, ''), /at least 200 outcomes are needed/],
    [dataFile(t, lines.slice(0, 5).join('\n')), /at least 200 outcomes are needed/],
  ] as const) {
    const failure = await waybillFailure(t, {}, 'switchyard', 'evaluate', '--data', path);
    t.like(failure, { exitCode: 3, code: 'data_unusable' });
    t.regex(String(failure.message), message);
  }
});

test('a file that is no table is refused as unusable', async (t) => {
  const data = dataFile(t, lines.join('\n'));
  const failure = await waybillFailure(t, {}, 'switchyard', 'evaluate', '--data', data, '--table', data);
  t.like(failure, { exitCode: 3, code: 'table_unusable' });
  t.regex(String(failure.message), /is not a table: it does not begin with WBROUTE1$/);
});

test('a table that cannot be written leaves nothing behind', async (t) => {
  const data = dataFile(t, lines.join('\n'));
  const out = join(scratchFolder(t), 'no', 'folder', 'x.table');
  const failure = await waybillFailure(t, {}, 'switchyard', 'train', '--data', data, '--out', out);
  t.like(failure, { exitCode: 3, code: 'table_unwritable' });
});
