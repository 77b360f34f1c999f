import { randomUUID } from 'node:crypto';
import test from 'ava';
import * as fc from 'fast-check';
import { nanoFromSum } from '../../../src/domain/money.ts';
import { propertyRuns } from '../../_support/property-runs.ts';
import { costing, credit, debit, eur, id, settle } from '../../_support/wallet-vocabulary.ts';
import { billScene, charging, walletIds } from './_bill-scene.ts';

const total = (values: readonly string[]): bigint => values.reduce((sum, eur_) => sum + nanoFromSum(eur_), 0n);

test('a bill has opening, sums, lines in cents with their rounding, and late charges with the day of their hold', async (t) => {
  const { open, at, do: act, hold, bill } = billScene();
  await open();
  await act(credit('10', randomUUID()));
  at('2026-10-31T23:30:00Z');
  await hold(id('e', 1), '1');
  at('2026-11-02T08:00:00Z');
  await act(settle('0', { reservationId: id('e', 1), cost: costing('0.123456789') }));
  await hold(id('e', 2), '1');
  await act(settle('0', { reservationId: id('e', 2), cost: costing('0.011111111') }));
  await act({ ...debit('2', randomUUID()), cause: { kind: 'correction', id: randomUUID() } });
  await act({ ...credit('3', randomUUID()), cause: { kind: 'grant', id: randomUUID() } });
  const returned = { kind: 'correction', id: randomUUID(), corrects: randomUUID() } as const;
  await act({ ...debit('1', returned.id), takes: 'paid_first', cause: returned });
  const { figures } = await bill('2026-11');
  t.is(figures.opening_eur, '10.000000000');
  t.is(figures.closing_eur, '9.865432100');
  const sums = { corrections_eur: '-2.000000000', grants_eur: '3.000000000', returns_eur: '-1.000000000' };
  t.like(figures.sums, { charges_eur: '-0.134567900', ...sums });
  t.deepEqual(figures.charges, [{ day: '2026-11-02', model: 'average', charges: 2, cost_eur: '0.134567900' }]);
  t.deepEqual(figures.lines, [
    { day: '2026-11-02', model: 'average', amount_eur: '0.130000000', exact_eur: '0.134567900' },
  ]);
  t.is(figures.rounding_eur, '-0.004567900');
  t.like(figures.late_charges, [{ reservation_id: id('e', 1), booked_on: '2026-11-02', held_on: '2026-10-31' }]);
  // In Rome the hold and the month are of another hour.
  const rome = (await bill('2026-11', 'Europe/Rome')).figures;
  t.is(rome.from_time, '2026-10-31T23:00:00.000Z');
});

test('a closed bill stays as it is, and the next one begins behind it, also where a clock is set back', async (t) => {
  const { open, at, do: act, bill, close } = billScene();
  await open();
  await act(credit('10', randomUUID()));
  at('2026-10-05T00:00:00Z');
  const first = await close('2026-09');
  t.is(first?.closing_eur, '10.000000000');
  at('2026-09-20T00:00:00Z');
  await act(credit('5', randomUUID()));
  t.is((await bill('2026-09')).digest, String(first?.digest));
  const october = (await bill('2026-10')).figures;
  t.is(october.opening_eur, '10.000000000');
  t.is(october.closing_eur, '15.000000000');
  await close('2026-09', 'Europe/Rome');
  t.is((await bill('2026-09')).digest, String(first?.digest), 'closed once');
});

test('a month from before every event, closed by mistake, binds no later one', async (t) => {
  const { open, at, do: act, close, bill, verdict } = billScene();
  await open();
  t.is((await close('1969-01'))?.wallets.length, 0);
  await act(credit('10', randomUUID()));
  at('2026-10-05T00:00:00Z');
  await act(credit('5', randomUUID()));
  at('2026-11-05T00:00:00Z');
  t.is((await close('2026-10'))?.opening_eur, '10.000000000');
  t.like(await verdict(), { ok: true });
  t.is((await close('2026-12'))?.month, '2026-10', 'that one binds the next');
  t.is((await bill('2026-11')).figures.opening_eur, '15.000000000');
  t.is((await close('2026-09'))?.month, '2026-10');
  t.like(await verdict(), { ok: true });
});

test('what a request holds of a lot over the end of a month is left of it', async (t) => {
  const { open, at, do: act, hold, bill } = billScene();
  await open();
  await act({ ...credit('3', randomUUID()), lots: [{ kind: 'granted', expiresAt: null, amount: eur('3') }] });
  await act({ ...credit('2', randomUUID()), lots: [{ kind: 'granted', expiresAt: null, amount: eur('2') }] });
  await hold(id('e', 1), '4');
  const leftIn = async (month: string) => (await bill(month)).figures.lots.map(({ left_eur }) => left_eur);
  at('2026-10-02T08:00:00Z');
  t.deepEqual((await leftIn('2026-09')).toSorted(), ['2.000000000', '3.000000000']);
  await act(settle('0', { reservationId: id('e', 1), cost: costing('3.5') }));
  t.deepEqual(await leftIn('2026-10'), ['1.500000000']);
});

const step = fc.record({
  days: fc.integer({ min: 0, max: 20 }),
  wallet: fc.integer({ min: 0, max: 1 }),
  nano: fc.bigInt({ min: 1n, max: 3_000_000_000n }),
  what: fc.constantFrom('credit', 'debit', 'charge', 'transfer', 'hold'),
});

test('no money is lost between months: each bill begins where the one before ended, and its parts are its closing', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.constantFrom('UTC', 'Europe/Rome', 'Pacific/Apia'),
      async (steps, zone) => {
        const { open, at, do: act, bill, close, hold, verdict } = billScene();
        let now = at('2026-09-01T12:00:00Z');
        await open();
        for (const walletId of walletIds) await act(credit('100', randomUUID()), walletId);
        for (const { days, wallet, nano, what } of steps) {
          at((now += days * 86_400_000));
          const [walletId = '', other = ''] = wallet === 0 ? walletIds : walletIds.toReversed();
          const [amount, reservationId] = [eur('0') + nano, randomUUID()];
          if (what === 'credit') await act({ ...credit('1', randomUUID()), amount }, walletId);
          if (what === 'debit') await act({ ...debit('1', randomUUID()), amount }, walletId);
          if (what === 'transfer') {
            const cause = { kind: 'transfer', id: randomUUID() } as const;
            await act({ ...debit('1', randomUUID()), amount, cause: { ...cause, wallet_id: other } }, walletId);
            await act({ ...credit('1', randomUUID()), amount, cause: { ...cause, wallet_id: walletId } }, other);
          }
          if (what === 'hold' || what === 'charge') await hold(reservationId, '3');
          if (what === 'charge') await act(settle('0', { reservationId, ...charging(amount) }));
        }
        at(now + 400 * 86_400_000);
        let before: string | null = null;
        for (let month = 9; month <= 12; month += 1) {
          const name = `2026-${String(month).padStart(2, '0')}`;
          const open_ = await bill(name, zone);
          const { figures } = open_;
          t.is(before ?? figures.opening_eur, figures.opening_eur);
          t.is(total([figures.opening_eur, ...Object.values(figures.sums)]), nanoFromSum(figures.closing_eur));
          t.is(total(figures.charges.map(({ cost_eur }) => cost_eur)), -nanoFromSum(figures.sums.charges_eur));
          t.is(total(figures.lines.map(({ amount_eur }) => amount_eur)), nanoFromSum(figures.lines_eur));
          t.is(
            nanoFromSum(figures.lines_eur) - nanoFromSum(figures.rounding_eur),
            -nanoFromSum(figures.sums.charges_eur),
          );
          t.is(total(figures.wallets.map(({ closing_eur }) => closing_eur)), nanoFromSum(figures.closing_eur));
          t.is((await close(name, zone))?.digest, open_.digest);
          t.is((await bill(name, zone)).digest, open_.digest);
          before = figures.closing_eur;
        }
        t.like(await verdict(), { ok: true });
      },
    ),
    { numRuns: propertyRuns(15) },
  );
});
