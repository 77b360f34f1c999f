import test from 'ava';
import { CallerEvidence } from '../../src/limits/caller-evidence.ts';

const of = (tenantId: string, caller = `somebody of ${tenantId}`) => ({ tenantId, caller });

test('a second failure of one tenant is no evidence, until no other tenant was served for ten seconds', (t) => {
  const evidence = new CallerEvidence();
  evidence.served(of('bob'), 0);
  evidence.served(of('mallory'), 1);
  t.true(evidence.failed(of('mallory', 'one'), 2), 'the first time it may be the target');
  t.false(evidence.failed(of('mallory', 'two'), 3), 'nor does another caller of the tenant make it one');
  t.false(evidence.failed(of('mallory', 'one'), 10_000));
  t.true(evidence.failed(of('mallory', 'two'), 10_002));
  t.true(evidence.failed(of('bob'), 10_003));
});

test('a second failure of one caller is no evidence while another caller of the same tenant is served', (t) => {
  const evidence = new CallerEvidence();
  evidence.served(of('firm', 'bob'), 0);
  t.true(evidence.failed(of('firm', 'mallory'), 1));
  t.false(evidence.failed(of('firm', 'mallory'), 2));
  t.true(evidence.failed(of('firm', 'bob'), 3), 'now nobody is served');
  t.true(evidence.failed(of('firm', 'mallory'), 4));
});

test('a tenant that fails all the time counts once, not once in ten seconds', (t) => {
  const evidence = new CallerEvidence();
  let counted = 0;
  for (let ms = 0; ms < 60_000; ms += 1_000) {
    evidence.served(of('bob'), ms);
    if (evidence.failed(of('mallory', `caller ${ms}`), ms)) counted += 1;
  }
  t.is(counted, 1);
});
