import test from 'ava';
import type { ConfigurationEvent } from '../../src/domain/configuration/configuration-events.ts';
import type { PriceListRecord } from '../../src/domain/price-list.ts';
import { configurationStream } from '../../src/ledger/stream-names.ts';
import { periodsPrefix, priceLists, type PriceListPeriod } from '../../projections/price-lists.ts';
import { documentsOf } from '../_support/fold-projection.ts';
import { place } from '../_support/tally-projection.ts';

const list = (id: string, version: string, input = '1'): PriceListRecord => ({
  id,
  version,
  eur_per_million_tokens: { input, output: '2' },
});

/** The parts of a configuration that a gateway loads, a minute after those before. */
function loads(...loaded: readonly { readonly of: string; readonly parts: readonly (readonly PriceListRecord[])[] }[]) {
  return loaded.flatMap(({ of, parts }, minute) =>
    parts.map((price_lists, index) => ({
      stream: configurationStream(of),
      recordedAt: timeOf(minute),
      event: {
        type: 'PriceListsLoaded',
        data: { instance_id: of, part: index + 1, parts: parts.length, price_lists: [...price_lists] },
      } as ConfigurationEvent,
      position: place(minute * 10 + index + 1),
    })),
  );
}

const timeOf = (minute: number): string => new Date(Date.UTC(2026, 10, 1, 0, minute)).toISOString();

function periodsOf(t: Parameters<typeof documentsOf>[0], id: string, recorded: ReturnType<typeof loads>) {
  const documents = Object.entries(documentsOf(t, priceLists, recorded));
  return documents
    .filter(([key]) => key.startsWith(periodsPrefix(id)))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, document]) => document as PriceListPeriod)
    .map(({ since, until, price_list: { version } }) => [version, since, until]);
}

test('a list is in force until a configuration is loaded that does not have it', (t) => {
  const first = { of: 'one', parts: [[list('a', '1'), list('b', '1')]] };
  const again = { of: 'two', parts: [[list('a', '1')], [list('b', '1')]] };
  const changed = { of: 'two', parts: [[list('a', '2'), list('b', '1')]] };
  const back = { of: 'one', parts: [[list('a', '1'), list('b', '1')]] };
  const recorded = loads(first, again, changed, back);
  t.deepEqual(periodsOf(t, 'a', recorded), [
    ['1', timeOf(3), null],
    ['2', timeOf(2), timeOf(3)],
    ['1', timeOf(0), timeOf(2)],
  ]);
  t.deepEqual(periodsOf(t, 'b', recorded), [['1', timeOf(0), null]]);
});

test('nothing ends before the last part, and other prices of one version are another list', (t) => {
  const first = { of: 'one', parts: [[list('a', '1'), list('b', '1')]] };
  const [part] = loads({ of: 'two', parts: [[list('b', '1', '9')], []] });
  const begun = [
    ...loads(first),
    ...(part === undefined ? [] : [{ ...part, recordedAt: timeOf(1), position: place(50) }]),
  ];
  t.deepEqual(periodsOf(t, 'a', begun), [['1', timeOf(0), null]]);
  t.deepEqual(periodsOf(t, 'b', begun), [
    ['1', timeOf(1), null],
    ['1', timeOf(0), timeOf(1)],
  ]);
});

test('an id that begins another has its own lists alone', (t) => {
  const recorded = loads({ of: 'one', parts: [[list('a', '1'), list('a/b', '1'), list('\ud800', '1')]] });
  t.deepEqual(periodsOf(t, 'a', recorded).length, 1);
});
