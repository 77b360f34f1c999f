import test from 'ava';
import { tableParts } from '../../../src/cli/administration/table-parts.ts';

/** A table that is answered in parts of so many rows at most. */
function tableOf(rows: number, partMax: number) {
  const asked: number[] = [];
  const ask = ({ limit, after = '0' }: { readonly limit: number; readonly after?: string }) => {
    asked.push(limit);
    const first = Number(after);
    const last = Math.min(first + Math.min(limit, partMax), rows);
    const columns = [{ name: 'a', kind: 'count' }] as const;
    const own = Array.from({ length: last - first }, (_, row) => ({ a: first + row }));
    return Promise.resolve({ columns, rows: own, next: last < rows ? String(last) : null });
  };
  return { ask, asked };
}

async function told(rows: number, partMax: number, limit = Infinity) {
  const { ask, asked } = tableOf(rows, partMax);
  const parts = await Array.fromAsync(tableParts(ask, limit));
  return { rows: parts.flatMap((part) => part.rows.map(({ a }) => a)), next: parts.at(-1)?.next, asked };
}

test('all parts of a table are asked for, one after the other', async (t) => {
  const { rows, next, asked } = await told(12_001, 5_000);
  t.deepEqual(rows, [...Array.from({ length: 12_001 }).keys()]);
  t.is(next, null);
  t.deepEqual(asked, [5_000, 5_000, 5_000]);
});

test('a limit is kept over parts that are short', async (t) => {
  const { rows, next, asked } = await told(100, 3, 7);
  t.is(rows.length, 7);
  t.is(next, '7');
  t.deepEqual(asked, [7, 4, 1]);
});

test('a table without rows has one part, and so its heading', async (t) => {
  t.deepEqual(await told(0, 5), { rows: [], next: null, asked: [5_000] });
});
