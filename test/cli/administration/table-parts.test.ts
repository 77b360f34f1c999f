import test from 'ava';
import { tableParts } from '../../../src/cli/administration/table-parts.ts';

const heading = 'a,b\r\n';

/** A table that is answered in parts of so many rows at most. */
function tableOf(rows: number, partMax: number) {
  const asked: number[] = [];
  const ask = ({ limit, after = '0' }: { readonly limit: number; readonly after?: string }) => {
    asked.push(limit);
    const first = Number(after);
    const last = Math.min(first + Math.min(limit, partMax), rows);
    const lines = Array.from({ length: last - first }, (_, row) => `${first + row},"x"\r\n`);
    return Promise.resolve({
      csv: heading + lines.join(''),
      rows: lines.length,
      next: last < rows ? String(last) : null,
    });
  };
  return { ask, asked };
}

async function told(rows: number, partMax: number, limit = Infinity) {
  const { ask, asked } = tableOf(rows, partMax);
  const parts = await Array.fromAsync(tableParts(ask, limit));
  return {
    lines: parts
      .map(({ csv }) => csv)
      .join('')
      .split('\r\n')
      .slice(0, -1),
    next: parts.at(-1)?.next,
    asked,
  };
}

test('all parts of a table have one heading', async (t) => {
  const { lines, next, asked } = await told(12_001, 5_000);
  t.deepEqual(lines.slice(0, 2), ['a,b', '0,"x"']);
  t.is(lines.length, 12_002);
  t.is(new Set(lines).size, 12_002);
  t.is(next, null);
  t.deepEqual(asked, [5_000, 5_000, 5_000]);
});

test('a limit is kept over parts that are short', async (t) => {
  const { lines, next, asked } = await told(100, 3, 7);
  t.is(lines.length, 8);
  t.is(next, '7');
  t.deepEqual(asked, [7, 4, 1]);
});

test('a table without rows has its heading', async (t) => {
  t.deepEqual((await told(0, 5)).lines, ['a,b']);
});
