import test from 'ava';
import * as fc from 'fast-check';
import { fileId } from '../../../src/domain/file-id.ts';
import { filePageOf, type FilePageRequest } from '../../../src/protocols/files/file-page.ts';

const wishAll: FilePageRequest = { limit: 10_000, isAscending: false, after: null, before: null };

/** Ids as a list holds them: the newest first, several of the same millisecond among them. */
const someIds = fc
  .uniqueArray(fc.tuple(fc.nat(20), fc.nat(0xff_ff)), { maxLength: 30, selector: String })
  .map((parts) => parts.map(([ms, chance]) => fileId('openai', ms, chance.toString(16).padStart(32, '0'))).toSorted());

const limits = fc.integer({ min: 1, max: 12 });

/** Turns pages as clients do; `turned` is told each page before the next is asked for. */
function walk(ids: () => readonly string[], wish: Partial<FilePageRequest>, turned: (page: readonly string[]) => void) {
  const isBackwards = wish.before !== undefined && wish.before !== null;
  const seen: string[] = [];
  let cursor: Partial<FilePageRequest> = {};
  for (let pages = 0; pages < 100; pages++) {
    const page = filePageOf(ids(), { ...wishAll, ...wish, ...cursor });
    if (isBackwards) seen.unshift(...page.ids);
    else seen.push(...page.ids);
    turned(page.ids);
    if (!page.hasMore) return seen;
    cursor = isBackwards ? { before: page.ids[0] ?? null } : { after: page.ids.at(-1) ?? null };
  }
  throw new Error('the pages have no end');
}

test('all pages together list every file once, in order, with any page size', (t) => {
  fc.assert(
    fc.property(someIds, limits, fc.boolean(), (ids, limit, isAscending) => {
      const seen = walk(
        () => ids,
        { limit, isAscending },
        () => undefined,
      );
      t.deepEqual(seen, isAscending ? ids.toReversed() : ids);
    }),
  );
});

test('pages backwards from any file list all files before it', (t) => {
  fc.assert(
    fc.property(someIds, limits, fc.boolean(), fc.nat(30), (ids, limit, isAscending, place) => {
      const inOrder = isAscending ? ids.toReversed() : ids;
      const before = inOrder[place % Math.max(1, ids.length)];
      if (before === undefined) return;
      const seen = walk(
        () => ids,
        { limit, isAscending, before },
        () => undefined,
      );
      t.deepEqual(seen, inOrder.slice(0, inOrder.indexOf(before)));
    }),
  );
});

test('deleting the files of each page while paging misses none', (t) => {
  fc.assert(
    fc.property(someIds, limits, fc.boolean(), (ids, limit, isAscending) => {
      let left: readonly string[] = ids;
      const seen = walk(
        () => left,
        { limit, isAscending },
        (page) => {
          left = left.filter((id) => !page.includes(id));
        },
      );
      t.deepEqual(seen, isAscending ? ids.toReversed() : ids);
      t.deepEqual(left, []);
    }),
  );
});

test('files uploaded while paging hide none of the earlier files', (t) => {
  fc.assert(
    fc.property(someIds, someIds, limits, (ids, later, limit) => {
      const there = new Set(ids);
      const seen = walk(
        () => [...there].toSorted(),
        { limit },
        () => {
          const next = later.find((id) => !there.has(id));
          if (next !== undefined) there.add(next);
        },
      );
      t.deepEqual(
        seen.filter((id) => ids.includes(id)),
        ids,
      );
      t.is(new Set(seen).size, seen.length);
    }),
  );
});

test('a page has as many files as asked, or is the last', (t) => {
  const cursors = fc.option(fc.tuple(fc.nat(20), fc.nat(0xff_ff)), { nil: null });
  const idOf = (parts: [number, number] | null) =>
    parts === null ? null : fileId('openai', parts[0], parts[1].toString(16).padStart(32, '0'));
  fc.assert(
    fc.property(someIds, limits, fc.boolean(), fc.tuple(cursors, cursors), (ids, limit, isAscending, [one, other]) => {
      const wish = { limit, isAscending, after: idOf(one), before: idOf(other) };
      const page = filePageOf(ids, wish);
      const all = filePageOf(ids, { ...wish, limit: 10_000 });
      t.is(page.ids.length, Math.min(limit, all.ids.length));
      t.is(page.hasMore, page.ids.length < all.ids.length);
      t.false(all.hasMore);
      const isBackwards = wish.before !== null && wish.after === null;
      t.deepEqual(page.ids, isBackwards ? all.ids.slice(-limit) : all.ids.slice(0, limit));
      t.is(page.nextAfter, page.hasMore && !isBackwards ? (page.ids.at(-1) ?? null) : null);
    }),
  );
});

test('a page limited by cursors lists the files between them, and tells whether there are more', (t) => {
  const ids = ['a', 'b', 'c', 'd'];
  for (const [wish, page, hasMore] of [
    [{}, 'abcd', false],
    [{ limit: 4 }, 'abcd', false],
    [{ limit: 3 }, 'abc', true],
    [{ after: 'b' }, 'cd', false],
    [{ after: 'b', limit: 2 }, 'cd', false],
    [{ after: 'b', limit: 1 }, 'c', true],
    [{ after: 'd' }, '', false],
    [{ before: 'a' }, '', false],
    [{ before: 'c' }, 'ab', false],
    [{ before: 'c', limit: 1 }, 'b', true],
    [{ after: 'a', before: 'd' }, 'bc', false],
    [{ after: 'a', before: 'd', limit: 1 }, 'b', true],
    [{ after: 'bb' }, 'cd', false],
    [{ before: 'bb' }, 'ab', false],
    [{ isAscending: true, after: 'c' }, 'ba', false],
    [{ isAscending: true, before: 'b', limit: 1 }, 'c', true],
  ] as const) {
    const { ids: shown, hasMore: more } = filePageOf(ids, { ...wishAll, ...wish });
    t.deepEqual([shown.join(''), more], [page, hasMore], JSON.stringify(wish));
  }
  t.deepEqual(filePageOf([], wishAll), { ids: [], hasMore: false, nextAfter: null });
});
