import test from 'ava';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { Administrator } from '../../src/admin/administrator.ts';
import type { AdminDeps } from '../../src/admin/operation.ts';
import { scannedPage } from '../../src/admin/owned-page.ts';
import type { Projection } from '../../src/ports/read-models.ts';

/** Pages of lists from which a filter takes almost everything. */

interface Numbered {
  readonly number: number;
}

// Only its documents are looked at.
const projection = { name: 'numbered' } as unknown as Projection<Numbered>;
const keyOf = (number: number): string => String(number).padStart(6, '0');

/** A read model of so many documents; tells how many of them were looked at. */
function numbered(count: number) {
  const looked = { entries: 0 };
  const list = (_: unknown, { afterKey = '', limit = 1_000 } = {}) => {
    const first = afterKey === '' ? 0 : Number(afterKey) + 1;
    const found = Array.from({ length: Math.max(0, Math.min(limit, count - first)) }, (_entry, turn) => first + turn);
    looked.entries += found.length;
    return found.map((number) => ({ key: keyOf(number), document: { number } }));
  };
  const keyHasher = createHmacKeyHasher(Buffer.alloc(32, 7));
  const deps = { readModels: { list }, catchUp: () => Promise.resolve(), keyHasher } as unknown as AdminDeps;
  return { listing: { deps, administrator: new Administrator(null, 'system:test') }, looked };
}

const wanting = (isWanted: (document: Numbered) => boolean) => ({
  projection,
  isWanted,
  shown: (document: Numbered) => document,
});

test('a page reads a thousand documents at most, and the next continues behind them', async (t) => {
  const { listing, looked } = numbered(2_500);
  const list = wanting(({ number }) => number === 2_200);
  const found: object[] = [];
  const pages: number[] = [];
  let after: string | undefined;
  do {
    looked.entries = 0;
    const page = await scannedPage(listing, list, { limit: 50, after });
    t.true(looked.entries <= 1_000);
    found.push(...page.data);
    pages.push(page.data.length);
    after = page.next ?? undefined;
  } while (after !== undefined);
  t.deepEqual(found, [{ number: 2_200 }]);
  t.deepEqual(pages, [0, 0, 1]);
});

test('a page that is asked to be longer looks at as many as it may hold', async (t) => {
  const { listing } = numbered(4_000);
  const page = await scannedPage(
    listing,
    wanting(() => true),
    { limit: 3_000 },
  );
  t.is(page.data.length, 3_000);
  t.not(page.next, null);
});
