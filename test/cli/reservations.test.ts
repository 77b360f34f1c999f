import test from 'ava';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { plainPrices, seedTenant } from '../_support/gateway.ts';
import { plantReservation } from '../_support/planted-reservation.ts';
import { reservations, recordedCounts } from '../_support/recorded-ledger.ts';
import { seededDirectory, waybill, waybillFailure, waybillJson } from '../_support/waybill-command.ts';
import { id, walletId } from '../_support/wallet-vocabulary.ts';

const [recordedEvents] = await recordedCounts();

const resolve = ['reservations', 'resolve'];

test('open reservations are listed, or only those to be checked, or those of one wallet', async (t) => {
  const environment = await seededDirectory(t);
  const list = async (...args: readonly string[]) => {
    const { data } = await waybillJson(t, environment, 'reservations', 'list', ...args);
    return (data as readonly { readonly id: string }[]).map(({ id: open }) => open);
  };
  t.deepEqual(await list(), [reservations.open, reservations.flagged]);
  t.deepEqual(await list('--flagged'), [reservations.flagged]);
  t.deepEqual(await list('--wallet-id', walletId, '--flagged'), [reservations.flagged]);
  t.deepEqual(await list('--wallet-id', id('a', 2)), []);
  t.regex((await waybill(t, environment, 'reservations', 'list')).stdout, /connection_lost/);
});

test('an operator releases a flagged reservation', async (t) => {
  const environment = await seededDirectory(t);
  const args = [...resolve, reservations.flagged, '--release', '--reason', 'asked the provider'];
  t.deepEqual(await waybillJson(t, environment, ...args), {
    reservation_id: reservations.flagged,
    wallet_id: walletId,
    outcome: 'released',
    cost_eur: '0.000000000',
    released_eur: '3.000000000',
    overrun_eur: '0.000000000',
  });
  const { stdout } = await waybill(t, environment, 'ledger', 'tail', '--after', String(recordedEvents));
  t.regex(stdout, /ReservationReleased.*"asked the provider".*"resolved_by":"operator"/);
  t.like(await waybillFailure(t, environment, ...args), { exitCode: 1, code: 'reservation_not_open' });
});

test('an operator settles by an amount, which has no lines', async (t) => {
  const environment = await seededDirectory(t);
  const args = [...resolve, reservations.flagged, '--settle-eur', '3.5', '--reason', 'the bill says so'];
  t.like(await waybillJson(t, environment, ...args), {
    outcome: 'settled',
    cost_eur: '3.500000000',
    released_eur: '0.000000000',
    overrun_eur: '0.500000000',
  });
  const { stdout } = await waybill(t, environment, 'ledger', 'tail', '--after', String(recordedEvents));
  t.regex(stdout, /"lines":\[\].*"usage_source":"operator".*"resolved_by":"operator".*"reason":"the bill says so"/);
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true });
});

test('an operator settles by counters, at the prices of the hold', async (t) => {
  const environment = await seededDirectory(t);
  const usage = '{"prompt_tokens":1000,"completion_tokens":500}';
  t.like(await waybillJson(t, environment, ...resolve, reservations.flagged, '--settle-usage', usage), {
    outcome: 'settled',
    cost_eur: '0.001250000',
    released_eur: '2.998750000',
  });
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true, totals: { revenue_eur: '0.127525000' } });
});

test('counters of a request for a tier are priced at the tier that the operator names', async (t) => {
  const environment = await seededDirectory(t);
  const tenant = await seedTenant(environment);
  const prices = { ...plainPrices, service_tiers: { flex: { input: '0.5', output: '1' } } };
  const plant = async () => {
    await using log = await openSqliteEventLog({ path: join(environment['WAYBILL_DATA_DIR'] ?? '', 'ledger.db') });
    return await plantReservation(chainedLog(log), tenant, {
      instanceId: randomUUID(),
      prices,
      serviceTier: 'flex',
      flag: 'cut',
    });
  };
  const usage = ['--settle-usage', '{"prompt_tokens":1000,"completion_tokens":500}'];
  const reservation = await plant();
  const failing = async (...args: readonly string[]) => {
    const { exitCode, message } = await waybillFailure(t, environment, ...resolve, reservation, ...args);
    t.is(exitCode, 2);
    return String(message);
  };
  t.regex(await failing(...usage), /asked for service tier flex: set --service-tier to the tier used: default, flex/);
  t.regex(
    await failing(...usage, '--service-tier', 'priority'),
    /priority has no price in the price list of the reservation/,
  );
  t.regex(await failing('--settle-eur', '1', '--service-tier', 'flex'), /can only be used with --settle-usage/);
  const flex = [...resolve, reservation, ...usage, '--service-tier', 'flex'];
  t.like(await waybillJson(t, environment, ...flex), { outcome: 'settled', cost_eur: '0.001000000' });
  const standard = [...resolve, await plant(), ...usage, '--service-tier', 'default'];
  t.like(await waybillJson(t, environment, ...standard), { outcome: 'settled', cost_eur: '0.002000000' });
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true });
});

test('a reservation that is not flagged is ended only by force', async (t) => {
  const environment = await seededDirectory(t);
  const args = [...resolve, reservations.open, '--release'];
  t.like(await waybillFailure(t, environment, ...args), { exitCode: 1, code: 'reservation_not_flagged' });
  t.like(await waybillJson(t, environment, ...args, '--force'), { released_eur: '2.000000000' });
});

test('a resolution needs exactly one valid way of ending', async (t) => {
  const environment = await seededDirectory(t);
  const attempt = (...args: readonly string[]) => waybillFailure(t, environment, ...resolve, ...args);
  t.is((await attempt(reservations.flagged)).exitCode, 2);
  t.is((await attempt(reservations.flagged, '--release', '--settle-eur', '1')).exitCode, 2);
  t.is((await attempt(reservations.flagged, '--settle-usage', '{')).exitCode, 2);
  t.is((await attempt(reservations.flagged, '--settle-usage', '{"prompt_tokens":-1}')).exitCode, 2);
  t.is((await attempt(randomUUID(), '--release')).exitCode, 1);
});

test('two operators end a reservation once', async (t) => {
  const environment = await seededDirectory(t);
  const attempts = await Promise.all(
    ['1', '2'].map((eur) => waybill(t, environment, ...resolve, reservations.flagged, '--settle-eur', eur)),
  );
  t.deepEqual(
    [0, 1].map((code) => attempts.filter(({ exitCode }) => exitCode === code).length),
    [1, 1],
  );
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true, events: 29 });
});
