import test from 'ava';
import { playFleet, raceForCredit, type FleetFigures, type FleetScene } from '../_support/one-wallet-fleet.ts';
import { walletSight } from '../_support/ledger-view.ts';
import { roundsOf } from '../_support/nightly.ts';
import { randomOf } from '../_support/seeded-random.ts';
import { walletId } from '../_support/wallet-vocabulary.ts';

// In simulated time, so that what is compared depends on no machine.

/** What the engine's disk, its followers and the upstream take, and how many calls there are. */
const places = {
  'a disk of 3 ms': { flushMs: 3, tellMsMax: 1, calls: 48, upstreamMs: 20 },
  'an engine that tells late': { flushMs: 3, tellMsMax: 3, calls: 48, upstreamMs: 20 },
  'a fast disk and upstream': { flushMs: 1.2, tellMsMax: 1, calls: 48, upstreamMs: 2 },
  'a slow disk': { flushMs: 4, tellMsMax: 2, calls: 48, upstreamMs: 20 },
  'few calls': { flushMs: 3, tellMsMax: 2, calls: 6, upstreamMs: 50 },
} as const;
const busyMachine = { flushMs: 3, tellMsMax: 3, calls: 48, upstreamMs: 20, lateMsMax: 6 };

for (const [name, place] of Object.entries(places)) {
  test(`two and three gateways on one wallet serve at least 0.7 of the calls of one: ${name}`, async (t) => {
    const { seed } = randomOf(t);
    const scene: Omit<FleetScene, 'gateways'> = { ...place, seed, ms: 3_000, hears: true };
    const alone = await playFleet({ ...scene, gateways: 1 });
    for (const gateways of [2, 3]) {
      const several = await playFleet({ ...scene, gateways });
      const told = `${gateways} gateways beside one: ${besideOne(several, alone)}`;
      t.log(told);
      t.true(several.calls >= 0.7 * alone.calls, told);
      t.true(several.p99 <= 3 * alone.p99, told);
      t.true(several.cpuMs <= 1.5 * alone.cpuMs, told);
      t.deepEqual([several.failed, several.refused], [0, 0], told);
    }
  });
}

test('few appends of three gateways on one wallet conflict, on a busy machine too', async (t) => {
  const { seed } = randomOf(t);
  for (const place of [places['a disk of 3 ms'], busyMachine]) {
    const { appends, conflicts } = await playFleet({ ...place, seed, ms: 3_000, hears: true, gateways: 3 });
    // Gateways that do not hear each other lose six of ten.
    t.true(conflicts <= 0.35 * (appends + conflicts), `${conflicts} lost races beside ${appends} appends`);
  }
});

test('five gateways on one wallet fail and refuse no request', async (t) => {
  const { seed } = randomOf(t);
  for (const place of [places['a disk of 3 ms'], places['an engine that tells late']]) {
    const { failed, refused, calls } = await playFleet({ ...place, seed, ms: 3_000, hears: true, gateways: 5 });
    t.deepEqual([failed, refused], [0, 0], `beside ${calls} calls`);
  }
});

function besideOne(several: FleetFigures, alone: FleetFigures): string {
  const share = (figure: 'calls' | 'p99' | 'cpuMs'): string => (several[figure] / alone[figure]).toFixed(2);
  return `calls × ${share('calls')}, p99 × ${share('p99')}, CPU × ${share('cpuMs')}, ${several.conflicts} lost races`;
}

for (const hears of [true, 'badly', false] as const) {
  const how = { true: 'hear all of each other', badly: 'hear some of each other', false: 'hear nothing' }[`${hears}`];
  test(`gateways that ${how} hold exactly the amount of the wallet, and none of it twice`, async (t) => {
    const random = randomOf(t);
    for (let round = 0; round < roundsOf(t, { ordinary: 30, nightly: 1_000 }); round += 1) {
      const worstCases = random.whole(7, 40);
      const scene: FleetScene = {
        seed: random.whole(1, 2 ** 31),
        gateways: random.whole(2, 3),
        calls: 200,
        flushMs: random.whole(1, 5),
        tellMsMax: random.whole(0, 6),
        upstreamMs: 0,
        ms: 0,
        hears,
        unansweredOf100: random.oneOf([0, 10]),
      };
      const race = await raceForCredit(scene, `${worstCases}.5`);
      const told = `seed ${scene.seed}, ${scene.gateways} gateways`;
      t.deepEqual([race.accepted, race.refused, race.failed], [worstCases, 200 - worstCases, 0], told);
      const sight = await walletSight(race.log, walletId);
      t.is(sight.reservations.length, worstCases, told);
      t.is(sight.state.reserved, BigInt(worstCases) * 1_000_000_000n, told);
      t.is(sight.state.posted - sight.state.reserved, 500_000_000n, told);
    }
  });
}
