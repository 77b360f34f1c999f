import test from 'ava';
import { array, assert, constantFrom, property, record, option } from 'fast-check';
import { tagValuesKey } from '../../src/domain/tags/tag-values.ts';
import { sumRowsPrefix, summedTenant, tagRowsPrefix, usage, usageRowsPrefix } from '../../projections/usage.ts';
import type { UsageRow } from '../../src/domain/usage-hours/usage-hour.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { nanoFromSum } from '../../src/domain/money.ts';
import type { Tags } from '../../src/domain/tags/tags.ts';
import { wallet } from '../../src/domain/wallet.ts';
import type { WalletCommand } from '../../src/domain/wallet-commands.ts';
import { processUnknown } from '../../src/domain/wallet-state.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { exportMovements } from '../../src/ledger/export/export-movements.ts';
import { HledgerFormat } from '../../src/ledger/export/hledger-format.ts';
import { PostingsTable } from '../../src/ledger/export/postings-table.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { foldedIn, foldEvent } from '../../src/ports/projection-fold.ts';
import { documentsOf, recordedIn } from '../_support/fold-projection.ts';
import { usageRowsIn } from '../_support/usage-rows.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import * as words from '../_support/wallet-vocabulary.ts';

const tagsOf = record(
  { project: constantFrom('atlas', 'helios'), constructor: constantFrom('a', 'b.c:d/e-f'), fault: constantFrom('1') },
  { requiredKeys: [] },
);
const requests = array(
  record({ tags: option(tagsOf, { nil: null }), ending: constantFrom('settle', 'release', 'late', 'open') }),
  { maxLength: 12 },
);

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

interface Asked {
  readonly tags: Tags | null;
  readonly ending: 'settle' | 'release' | 'late' | 'open';
}

function commandsOf({ tags, ending }: Asked, n: number): readonly WalletCommand[] {
  const reservationId = words.id('e', n + 10);
  const hold = words.reserve('0.1', { reservationId });
  const named = tags === null || Object.keys(tags).length === 0 ? {} : { tags };
  const reserve = { ...hold, inference: { ...hold.inference, ...named } };
  const charge = words.settle(`0.0${n + 10}`, { reservationId });
  switch (ending) {
    case 'settle':
      return [reserve, charge];
    case 'release':
      return [reserve, words.release(reservationId)];
    case 'late':
      return [
        reserve,
        words.flag(reservationId, processUnknown),
        { ...words.release(reservationId), resolvedBy: 'rule' },
        charge,
      ];
    case 'open':
      return [reserve];
  }
}

test('whatever is tagged, rows and exports by tag add up to the charges of the requests that had it', (t) => {
  assert(
    property(requests, (asked: readonly Asked[]) => {
      const all = [words.open, words.credit('100'), ...asked.flatMap((each, n) => commandsOf(each, n))];
      const { events, charged } = run(all);
      const rows = rowsOf(t, events);
      for (const tag of ['project', 'constructor', 'fault']) {
        const byValue = new Map<string, bigint>();
        for (const [n, { tags }] of asked.entries()) {
          const value = tags !== null && Object.hasOwn(tags, tag) ? tags[tag] : undefined;
          const eur = charged.get(words.id('e', n + 10)) ?? 0n;
          if (value !== undefined && eur > 0n) byValue.set(value, (byValue.get(value) ?? 0n) + eur);
        }
        const told = rows(tagRowsPrefix(tag)).map(
          ({ tag_value, cost_eur }) => [tag_value ?? '', nanoFromSum(cost_eur)] as const,
        );
        t.deepEqual(told.filter(([, eur]) => eur > 0n).toSorted(byKey), [...byValue].toSorted(byKey));
        for (const tenant of [words.tenantId, null]) {
          t.deepEqual(usesOf(rows(`${sumRowsPrefix(tag)}${summedTenant(tenant)}/`)), usesOf(rows(tagRowsPrefix(tag))));
        }
      }
      for (const tenant of [words.tenantId, null]) {
        t.deepEqual(usesOf(rows(`${sumRowsPrefix(null)}${summedTenant(tenant)}/`)), usesOf(rows(usageRowsPrefix)));
      }
      const sum = rows(usageRowsPrefix).reduce((total, { cost_eur }) => total + nanoFromSum(cost_eur), 0n);
      t.is(
        sum,
        [...charged.values()].reduce((total, eur) => total + eur, 0n),
      );
    }),
    { numRuns: propertyRuns(60) },
  );
});

/** What rows come to, whoever they are of. */
const usesOf = (rows: readonly UsageRow[]) =>
  rows.map((row) => {
    const { tenant_id: _, user_id: __, key_id: ___, wallet_id: ____, ...use } = row;
    return use;
  });

/** What the wallet decides, and the charges by reservation. */
function run(commands: readonly WalletCommand[]) {
  let state = wallet.initialState;
  const events: WalletEvent[] = [];
  for (const command of commands) {
    const decision = wallet.decide(command, state);
    if (!decision.accepted) throw new Error(decision.refusal);
    state = decision.events.reduce(wallet.evolve, state);
    events.push(...decision.events);
  }
  const charged = new Map(
    events.flatMap(({ type, data }) =>
      type === 'ReservationSettled' || type === 'ReleasedReservationCharged'
        ? [[data.reservation_id, nanoFromSum(data.cost_eur)] as const]
        : [],
    ),
  );
  return { events, charged };
}

function rowsOf(t: Parameters<typeof documentsOf>[0], events: readonly WalletEvent[]) {
  const documents = documentsOf(t, usage, recordedIn(walletStream(words.walletId), events));
  return (prefix: string) => usageRowsIn(documents, prefix);
}

test('exports name the tags of a request with each of its movements, also of a late charge', async (t) => {
  const log = createMemoryEventLog();
  const wallets = new Wallets({ log, createId: () => crypto.randomUUID(), commandMsMax: 60_000 });
  const asked: readonly Asked[] = [
    { tags: { project: 'atlas', cost_center: '42' }, ending: 'late' },
    { tags: { project: 'helios' }, ending: 'settle' },
    { tags: null, ending: 'settle' },
  ];
  for (const command of [words.open, words.credit('9'), ...asked.flatMap(commandsOf)]) {
    t.like(await wallets.execute(words.walletId, command), { accepted: true });
  }
  const events = await log.readAll({ streamPrefixes: ['wallet-'] });
  const exported = async (format: HledgerFormat | PostingsTable): Promise<string> => {
    const read = async function* read() {
      yield* events;
    };
    return (
      await Array.fromAsync(exportMovements({ events: read, format, days: { zone: 'UTC', from: '2026-01-01' } }))
    ).join('');
  };
  const rows = (await exported(new PostingsTable())).split('\r\n').slice(1, -1);
  const told = rows.map((row) => [row.split(',')[3], row.split(',').at(-1)].join(' '));
  t.deepEqual(
    told.filter((each) => !each.startsWith('Wallet')),
    [
      'CreditReserved cost_center=42;project=atlas',
      'ReservationReleased cost_center=42;project=atlas',
      'ReleasedReservationCharged cost_center=42;project=atlas',
      'CreditReserved project=helios',
      'ReservationSettled project=helios',
      'ReservationSettled project=helios',
      'CreditReserved ',
      'ReservationSettled ',
      'ReservationSettled ',
    ],
  );
  const journal = await exported(new HledgerFormat());
  const charge = journal.split('\n').find((line) => line.includes('* ReleasedReservationCharged')) ?? '';
  t.regex(charge, /, reservation:[0-9a-f-]{36}, tag-project:atlas, tag-cost_center:42$/);
});

test('the values of a month are counted by tenant and tag, in whichever order its wallets are read', (t) => {
  const tags = (value: string) => ({ tags: { project: value }, ending: 'open' }) as const;
  const dated: readonly (readonly [wallet: number, month: string, value: string])[] = [
    [1, '2026-10', 'old'],
    [1, '2026-11', 'atlas'],
    [1, '2026-11', 'old'],
    [2, '2026-10', 'older'],
    [2, '2026-11', 'atlas'],
    [2, '2026-11', 'helios'],
  ];
  const countedAs = (order: readonly number[]) => {
    const documents = new Map<string, object>();
    const store = foldedIn(documents);
    for (const which of order) {
      const walletId = words.id('a', which);
      const fold = (event: WalletEvent, month: string): void => {
        for (const recorded of recordedIn(walletStream(walletId), [event]))
          foldEvent(usage, { ...recorded, recordedAt: `${month}-05T12:00:00.000Z` }, store);
      };
      fold({ type: 'WalletOpened', data: { wallet_id: walletId, tenant_id: words.tenantId } }, '2026-10');
      for (const [n, [, month, value]] of dated.entries()) {
        if (dated[n]?.[0] !== which) continue;
        const [held] = run([words.open, words.credit('9'), ...commandsOf(tags(value), n)]).events.slice(2);
        if (held !== undefined) fold(held, month);
      }
    }
    const key = tagValuesKey(words.tenantId, 'project');
    return new Map([...documents].filter(([each]) => each.startsWith(key)).toSorted(byKey));
  };
  const key = tagValuesKey(words.tenantId, 'project');
  const counted = countedAs([1, 2]);
  t.deepEqual(counted.get(key), { counted_in: '2026-11', values: 3 });
  t.deepEqual(counted.get(`${key}/older`), { used_in: '2026-10' });
  t.deepEqual(countedAs([2, 1]), counted);
});
