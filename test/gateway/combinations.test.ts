// What each suite looks at by itself, at once and in any order: pools, choices of who answers, personal data, stored responses,
// keys of idempotency, callers who hang up, an upstream with faults, and a gateway that is killed.
import test from 'ava';
import { setTimeout as pause } from 'node:timers/promises';
import { assertAllBillingRecordsAgree } from '../_support/failing-over-scene.ts';
import { dataDirectory, environmentFor, spawnGateway } from '../_support/gateway.ts';
import { viewLedger } from '../_support/ledger-view.ts';
import { mixedBooks, mixedConfig, mixedProfiles } from '../_support/mixed-scene.ts';
import { mailOf, MixedTraffic } from '../_support/mixed-traffic.ts';
import { roundsOf } from '../_support/nightly.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { randomOf } from '../_support/seeded-random.ts';

const callsAtOnce = 12;
test('under mixed load with kills the charges equal the billing records, each key runs once, and no personal data goes upstream', async (t) => {
  t.timeout(300_000);
  const random = randomOf(t);
  const first = await startSandbox(t, { billingRecordsMax: 100_000 });
  const second = await startSandbox(t, { billingRecordsMax: 100_000 });
  const environment = environmentFor(dataDirectory(t), mixedConfig({ first, second }));
  const ledger = await viewLedger(t, environment);
  const options = { profiles: mixedProfiles, piiEnabled: true };
  const rich = await ledger.tenant(options);
  const poor = await ledger.tenant({ ...options, creditEur: '0.01' });
  let gateway = await spawnGateway(t, environment);
  const baseUrl = (): string => gateway.baseUrl;
  const callers = [rich, rich, poor].map(({ apiKey }) => new MixedTraffic(t, { random, apiKey, baseUrl }));

  const rounds = roundsOf(t, { ordinary: 12, nightly: 300 });
  for (let round = 0; round < rounds; round += 1) {
    const people = Array.from({ length: callsAtOnce }, () => `q${random.whole(100_000_000, 999_999_999)}`);
    const calls = people.map(async (person, index) => {
      await pause(random.whole(0, 30));
      await callers[index % callers.length]?.step(round * callsAtOnce + index, person);
    });
    if (random.whole(0, 3) === 0) {
      await pause(random.whole(0, 60));
      await gateway.kill(random.oneOf(['SIGKILL', 'SIGKILL', 'SIGTERM']));
      gateway = await spawnGateway(t, environment);
    }
    await Promise.all(calls);
    const read = JSON.stringify([await first.requests(), await second.requests()]);
    t.deepEqual(
      people.filter((person) => read.includes(mailOf(person))),
      [],
    );
  }
  const sights = [];
  for (const { walletId } of [rich, poor]) sights.push(await ledger.settledWallet(walletId));
  t.log(callers.map(({ outcomes }) => Object.fromEntries(outcomes)));
  await assertAllBillingRecordsAgree(t, sights, mixedBooks({ first, second }));
  const judged = (await first.billingRecords()).entries.filter(({ model }) => model === 'sandbox-judge');
  t.true(judged.length > 0, 'the judge was asked');
});
