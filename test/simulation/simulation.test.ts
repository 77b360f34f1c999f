import test from 'ava';
import { randomOf } from '../_support/seeded-random.ts';
import { roundsOf } from '../_support/nightly.ts';
import { differences } from './_model.ts';
import { historyOf, run } from './_run.ts';

/**
 * The real wallet, mailbox, endings, idempotency keys, pools, attempts, reconciler and removal by age over the log in memory,
 * in a world that owns all time, every process, the network and the upstreams. `WAYBILL_TEST_SEED` begins with another seed, and
 * `WAYBILL_SIMULATION_SEED=<seed>` runs one alone:
 *
 *     WAYBILL_SIMULATION_SEED=7 node infra/test.ts test/simulation/simulation.test.ts
 */
const only = process.env['WAYBILL_SIMULATION_SEED'];

test('each charge is what was booked, once, after any faults of processes, clocks and networks', async (t) => {
  const rounds = only === undefined ? roundsOf(t, { ordinary: 200, nightly: 10_000 }) : 1;
  const first = only === undefined ? randomOf(t).seed : Number(only);
  const reached = {
    executions: 0,
    flagged: 0,
    keysRefused: 0,
    replayed: 0,
    faults: 0,
    closings: 0,
    failedOver: 0,
    leftOpen: 0,
    chosen: 0,
    chosenApart: 0,
    notChosen: 0,
    outs: 0,
    backs: 0,
    nobodyAsked: 0,
  };
  for (let seed = first; seed < first + rounds; seed += 1) {
    const done = await run(seed);
    const found = await differences(done);
    if (found.length > 0) t.log(`WAYBILL_SIMULATION_SEED=${seed}`, found, done.faults);
    t.deepEqual(found, [], `WAYBILL_SIMULATION_SEED=${seed} repeats it`);
    const events = await historyOf(done);
    reached.executions += done.upstreams.flatMap(({ executions }) => executions).length;
    reached.flagged += events.filter(({ type }) => type === 'ReservationFlagged').length;
    reached.keysRefused += done.replies.filter((reply) => reply.kind === 'refused' && reply.why === 'running').length;
    reached.replayed += done.replies.filter(({ kind }) => kind === 'replayed').length;
    reached.faults += done.faults.length;
    reached.outs += done.statuses.outs;
    reached.backs += done.statuses.backs;
    reached.nobodyAsked += done.replies.filter(
      (reply) => reply.kind === 'refused' && /^upstream_(unavailable|rate_limited)$/.test(reply.why),
    ).length;
    reached.failedOver += events.filter(({ type }) => type === 'AttemptFailed').length;
    reached.leftOpen += events.filter(
      ({ type, data }) => type === 'CreditReserved' && data.includes('attempt_of'),
    ).length;
    const choices = events.filter(({ type }) => type === 'SelectionCharged').map(({ data }) => data);
    reached.chosen += choices.length;
    reached.chosenApart += choices.filter((data) => data.includes('"usage_known":false')).length;
    reached.notChosen += choices.filter((data) => data.includes('"selected":null')).length;
    reached.closings += events.filter(({ type }) => type === 'WalletPeriodClosed').length;
  }
  t.log(`seeds ${first} to ${first + rounds - 1}: ${JSON.stringify(reached)}`);
  // What a simulation does not reach it says nothing about.
  if (only === undefined) for (const [what, times] of Object.entries(reached)) t.true(times > rounds / 20, what);
});

test('a seed is a run: the same events at the same times, and the same faults', async (t) => {
  const { seed } = randomOf(t);
  const [one, again, other] = [await run(seed), await run(seed), await run(seed + 1)];
  t.true((await historyOf(one)).length > 0);
  t.deepEqual(await historyOf(again), await historyOf(one));
  t.deepEqual(again.faults, one.faults);
  t.deepEqual(again.replies, one.replies);
  t.notDeepEqual(await historyOf(other), await historyOf(one));
});
