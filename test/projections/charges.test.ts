import assert from 'node:assert/strict';
import test from 'ava';
import * as fc from 'fast-check';
import {
  chargeKey,
  charges,
  chargesPrefix,
  listedCharges,
  quartersPrefix,
  type ChargesDocument,
} from '../../projections/charges.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import type { ChargeRecord } from '../../src/domain/charges/charge-record.ts';
import {
  noUse,
  quarterStart,
  sumOfUses,
  useOf,
  type ChargedUse,
  type QuarterOfKey,
} from '../../src/domain/charges/charged-use.ts';
import { nanoFromSum } from '../../src/domain/money.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { spendOf, initialWallet } from '../../src/domain/wallet-state.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { foldedIn, foldEvent } from '../../src/ports/projection-fold.ts';
import { newestFirstKey } from '../../src/ports/read-models.ts';
import * as attempting from '../_support/attempt-vocabulary.ts';
import { documentsOf, recordedIn } from '../_support/fold-projection.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import * as choosing from '../_support/selection-vocabulary.ts';
import { comparePlaces, place } from '../_support/tally-projection.ts';
import { anyHistory } from '../_support/wallet-history.ts';
import * as words from '../_support/wallet-vocabulary.ts';

const recorded = (...events: readonly WalletEvent[]) => recordedIn(walletStream(words.walletId), events);
const begun = [words.opened, words.credited('10'), words.reserved('4')];

const held: ChargeRecord = {
  reservation_id: words.reservation,
  wallet_id: words.walletId,
  tenant_id: words.tenantId,
  user_id: words.userId,
  key_id: words.keyA,
  state: 'held',
  reserved_at: '2026-11-01T12:00:03.000Z',
  flagged_at: null,
  ended_at: null,
  surface: 'chat_completions',
  profile: 'average',
  target: 'sandbox-small',
  upstream: 'sandbox',
  upstream_model: 'small-model',
  service_tier: null,
  hold_eur: '4.000000000',
  cost_eur: '0.000000000',
  overrun_eur: '0.000000000',
  lines: [],
  usage_source: null,
  price_list: { id: 'small-model', version: '2026-11-01' },
  attempts: [],
  reason: null,
  resolved_by: null,
};

const bill = { ...words.costing('1') };
const settled: ChargeRecord = {
  ...held,
  state: 'settled',
  ended_at: '2026-11-01T12:00:04.000Z',
  cost_eur: '1.000000000',
  lines: bill.lines,
  usage_source: 'upstream',
};

type Documents = Readonly<Record<string, ChargesDocument>>;

const chargeOf = (documents: Documents, id = words.reservation): ChargeRecord | undefined =>
  documents[chargeKey(id)] as ChargeRecord | undefined; // the key is that of a charge

const quarterOf = (documents: Documents, at = '2026-11-01T12:00:00.000Z'): QuarterOfKey | undefined =>
  documents[`${quartersPrefix(words.keyA)}${at}/${words.walletId}`] as QuarterOfKey | undefined; // likewise

test('a hold is a charge at once, listed for its tenant, its person and its key, and counted when it ends', (t) => {
  const documents = documentsOf(t, charges, recorded(...begun));
  const entry = `${newestFirstKey(Date.parse(held.reserved_at))}/${words.reservation}`;
  t.deepEqual(documents, {
    [`wallet/${words.walletId}`]: { tenant_id: words.tenantId },
    [chargeKey(words.reservation)]: held,
    [chargesPrefix('tenant', words.tenantId) + entry]: { id: words.reservation },
    [chargesPrefix('user', held.user_id) + entry]: { id: words.reservation },
    [chargesPrefix('key', words.keyA) + entry]: { id: words.reservation },
  });
});

test('a settled request has its bill, and adds it to the quarter in which it began', (t) => {
  const documents = documentsOf(
    t,
    charges,
    recorded(...begun, words.settled({ cost: '1', released: '3', postings: [] })),
  );
  t.deepEqual(chargeOf(documents), settled);
  t.deepEqual(quarterOf(documents), {
    starts_at: '2026-11-01T12:00:00.000Z',
    profiles: { average: { ...noUse, requests: 1, cost_eur: '1.000000000', counters: { output: 1 } } },
  });
});

const flagged: ChargeRecord = {
  ...held,
  state: 'flagged',
  flagged_at: '2026-11-01T12:00:04.000Z',
  reason: 'connection_lost',
};

test('a flagged one says why, and is counted nowhere', (t) => {
  const documents = documentsOf(t, charges, recorded(...begun, words.flagged));
  t.deepEqual(chargeOf(documents), flagged);
  t.is(quarterOf(documents), undefined);
});

test('what an operator or a rule charges is an estimate, and says who ended it', (t) => {
  const more = { resolved_by: 'operator', usage_source: 'operator', reason: 'looked up', lines: [] } as const;
  const end = words.settled({ cost: '1', released: '3', postings: [], more: { ...more, lines: [] } });
  const documents = documentsOf(t, charges, recorded(...begun, words.flagged, end));
  t.deepEqual(chargeOf(documents), {
    ...settled,
    ...more,
    flagged_at: flagged.flagged_at,
    ended_at: '2026-11-01T12:00:05.000Z',
  });
  const estimated = { ...noUse, requests: 1, estimates: 1, cost_eur: '1.000000000' };
  t.deepEqual(quarterOf(documents)?.profiles, { average: estimated });
});

test('a released one costs nothing, and what is charged later is an overrun and no error any more', (t) => {
  const released = documentsOf(t, charges, recorded(...begun, ...words.givenUp('4')));
  t.like(chargeOf(released), { state: 'released', reason: 'upstream_refused', resolved_by: 'rule' });
  t.deepEqual(quarterOf(released)?.profiles, { average: { ...noUse, requests: 1, errors: 1 } });
  const late = documentsOf(t, charges, recorded(...begun, ...words.givenUp('4'), words.chargedLate('1')));
  t.like(chargeOf(late), { state: 'settled', cost_eur: '1.000000000', overrun_eur: '1.000000000', lines: bill.lines });
  const cost = { cost_eur: '1.000000000', overrun_eur: '1.000000000', counters: { output: 1 } };
  t.deepEqual(quarterOf(late)?.profiles, { average: { ...noUse, requests: 1, overruns: 1, ...cost } });
});

test('a choice is a part of the cost, and the profile is the chosen one', (t) => {
  const open = documentsOf(t, charges, recorded(words.opened, words.credited('10'), choosing.reserved('4', '1')));
  t.like(chargeOf(open)?.selection, { selection_id: choosing.selectionId, strategy: null, cost_eur: '0.000000000' });
  const history = [choosing.reserved('4', '1'), choosing.charged({ cost: '0.5', released: '0.5', hold: '3' })];
  const end = words.settled({ cost: '1', released: '2', postings: [] });
  const documents = documentsOf(t, charges, recorded(words.opened, words.credited('10'), ...history, end));
  const charge = chargeOf(documents);
  t.like(charge, { profile: 'light', cost_eur: '1.500000000', hold_eur: '3.000000000', upstream_model: 'light-model' });
  t.like(charge?.selection, {
    strategy: 'llm',
    selected: 'light',
    cost_eur: '0.500000000',
    usage_source: 'upstream',
    price_list: { id: 'judge', version: '2026-11-01' },
  });
  const light = { ...noUse, requests: 1, cost_eur: '1.500000000', counters: { output: 2 } };
  t.deepEqual(quarterOf(documents)?.profiles, { light });
});

test('a failed attempt is named, and the answer is of the next target', (t) => {
  const apart = [attempting.failedInDoubt({ hold: '2' }), attempting.heldApart('2'), attempting.flaggedApart()];
  const documents = documentsOf(t, charges, recorded(...begun, ...apart));
  t.like(chargeOf(documents), { target: 'other-small', upstream: 'other', upstream_model: 'other-model' });
  t.deepEqual(chargeOf(documents)?.attempts, [
    {
      attempt: 1,
      target: 'sandbox-small',
      upstream: 'sandbox',
      failure: 'timed_out',
      outcome: 'unknown',
      left_open: attempting.leftOpenId,
    },
  ]);
  t.like(chargeOf(documents, attempting.leftOpenId), {
    state: 'flagged',
    attempt_of: { reservation_id: words.reservation, attempt: 1 },
  });
});

test('tags are kept, and nothing else that the caller wrote', (t) => {
  const reserved = words.reserved('4');
  if (reserved.type !== 'CreditReserved') throw new Error('not a hold');
  const tags = { project: 'atlas' };
  const { data } = reserved;
  const tagged = { ...reserved, data: { ...data, inference: { ...data.inference, tags } } };
  const documents = documentsOf(t, charges, recorded(words.opened, words.credited('10'), tagged));
  t.deepEqual(chargeOf(documents), { ...held, tags });
});

test('an end without a hold, and a hold of an unknown tenant, stop nothing', (t) => {
  t.deepEqual(documentsOf(t, charges, recorded(words.flagged, words.released('4'))), {});
  t.is(chargeOf(documentsOf(t, charges, recorded(words.reserved('4'))))?.tenant_id, '-');
});

test('a list is newest first, and what follows it is not of it', (t) => {
  const readModels = createMemoryReadModels({ comparePositions: comparePlaces });
  const other = words.reserved('1', { reservationId: words.otherReservation });
  const ofB = words.reserved('1', { reservationId: words.runningReservation, keyId: words.keyB });
  const events = recorded(...begun, other, ofB);
  readModels.apply(charges, { after: null, events, upTo: place(events.length) });
  const prefix = chargesPrefix('key', words.keyA);
  const listed = listedCharges(readModels, { prefix, afterKey: prefix, limit: 3 });
  t.deepEqual(
    listed.map(({ document }) => document?.reservation_id ?? null),
    [words.otherReservation, words.reservation, null],
  );
});

test('keys of times are in the order of time, backwards, whatever the clock says', (t) => {
  const times = [-1, 0, 1, Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 2), 10 ** 13, 10 ** 15];
  const keys = times.map(newestFirstKey);
  t.deepEqual(keys.toSorted().toReversed(), keys);
  t.deepEqual([...new Set(keys.map(({ length }) => length))], [14]);
});

test('a quarter begins at 0, 15, 30 and 45 minutes', (t) => {
  const starts = ['00:00.000', '14:59.999', '15:00.000', '59:59.999'].map((at) => quarterStart(`2026-11-01T12:${at}Z`));
  t.deepEqual(
    starts.map((start) => start.slice(14)),
    ['00:00.000Z', '00:00.000Z', '15:00.000Z', '45:00.000Z'],
  );
});

test('over any history: the charges of a key are what its wallet charged it, and its quarters sum to them', (t) => {
  const anyTimes = fc.array(fc.integer({ min: 0, max: 40_000_000 }), { minLength: 1, maxLength: 20 });
  const isSame = fc.property(anyHistory, anyTimes, (history, steps) => {
    let at = Date.UTC(2026, 9, 24);
    const documents = new Map<string, ChargesDocument>();
    const events = recorded(...history.flatMap((step) => step.events));
    for (const [n, event] of events.entries()) {
      at += steps[n % steps.length] ?? 0;
      foldEvent(charges, { ...event, recordedAt: new Date(at).toISOString() }, foldedIn(documents));
    }
    const state = history.at(-1)?.after ?? initialWallet;
    const all = [...documents].flatMap(([key, document]) =>
      key.startsWith('charge/') ? [document as ChargeRecord] : [],
    );
    for (const charge of all) assert.equal(linesOf(charge), nanoFromSum(charge.cost_eur));
    for (const keyId of [words.keyA, words.keyB]) {
      const own = all.filter(({ key_id }) => key_id === keyId);
      const spent = own.reduce((sum, { cost_eur }) => sum + nanoFromSum(cost_eur), 0n);
      assert.equal(spent, spendOf(state, keyId).settled);
      const quarters = [...documents]
        .filter(([key]) => key.startsWith(quartersPrefix(keyId)))
        .map(([, document]) => document as QuarterOfKey);
      for (const { starts_at, profiles } of quarters) {
        for (const [profile, use] of Object.entries(profiles)) {
          const of = own.filter((each) => each.profile === profile && quarterStart(each.reserved_at) === starts_at);
          assert.deepEqual(use, sumOf(of.map(useOf)));
        }
      }
      const total = sumOf(quarters.flatMap(({ profiles }) => Object.values(profiles)));
      assert.deepEqual(total, sumOf(own.map(useOf)));
    }
  });
  fc.assert(isSame, { numRuns: propertyRuns(300) });
  t.pass();
});

function linesOf({ lines, selection, usage_source, cost_eur }: ChargeRecord): bigint {
  // What a person entered and a hold that was charged whole have no lines.
  if (lines.length === 0 && usage_source !== null) return nanoFromSum(cost_eur);
  const all = [...lines, ...(selection?.lines ?? [])];
  return all.reduce((sum, { amount_eur }) => sum + nanoFromSum(amount_eur), 0n);
}

function sumOf(uses: readonly ChargedUse[]): ChargedUse {
  return uses.reduce((sum, use) => sumOfUses(sum, use), noUse);
}
