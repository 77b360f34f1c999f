import test from 'ava';
import { createReadModelResponseIndex } from '../../../src/ledger/read-models/read-model-response-index.ts';
import type { DocumentReader } from '../../../src/ports/read-models.ts';

interface Row {
  readonly key: string;
  readonly document: { readonly response_id: string; readonly item_hashes: readonly string[] };
}

const row = (userId: string, n: number): Row => ({
  key: `${userId}/${String(n).padStart(6, '0')}`,
  document: { response_id: `resp_${userId}_${n}`, item_hashes: [`item-${n}`, `of-${userId}`] },
});

/** The index over these documents; `pages` counts how many were read. */
function indexOver(rows: readonly Row[]) {
  const sorted = rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  let pages = 0;
  const list = (_: unknown, { afterKey = '', limit = 1_000 } = {}): readonly Row[] => {
    pages += 1;
    return sorted.filter(({ key }) => key > afterKey).slice(0, limit);
  };
  const index = createReadModelResponseIndex({
    // `as`: nothing else of the read models is used here.
    readModels: { list } as unknown as DocumentReader,
    index: {} as never,
    expiries: {} as never,
    ownerKey: (userId) => `${userId}/`,
    catchUp: async () => undefined,
  });
  return { index, pages: () => pages };
}

const responses = (userId: string, count: number): readonly Row[] =>
  Array.from({ length: count }, (_, n) => row(userId, n));

test('the response that has an item is found on any page of its owner, and on no page of another', async (t) => {
  const { index } = indexOver([...responses('a', 1_200), ...responses('b', 3)]);
  t.is(await index.holderOf('a', 'item-0'), 'resp_a_0');
  t.is(await index.holderOf('a', 'item-499'), 'resp_a_499');
  t.is(await index.holderOf('a', 'item-500'), 'resp_a_500');
  t.is(await index.holderOf('a', 'item-1199'), 'resp_a_1199');
  t.is(await index.holderOf('b', 'item-2'), 'resp_b_2');
  t.is(await index.holderOf('b', 'item-3'), null, 'an item of another owner');
  t.is(await index.holderOf('a', 'of-b'), null);
  t.is(await index.holderOf('c', 'item-0'), null);
});

test('the search ends after the newest 2,000 responses', async (t) => {
  const { index, pages } = indexOver(responses('a', 5_000));
  t.is(await index.holderOf('a', 'item-1999'), 'resp_a_1999');
  const before = pages();
  t.is(await index.holderOf('a', 'item-2000'), null);
  t.is(pages() - before, 4);
});
