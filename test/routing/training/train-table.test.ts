import test from 'ava';
import { writeTable } from '../../../src/routing/table-file.ts';
import { clusterOutcomes } from '../../../src/routing/training/cluster-outcomes.ts';
import { labelDomains } from '../../../src/routing/training/domain-labels.ts';
import { trainTable } from '../../../src/routing/training/train-table.ts';
import { scannedOutcomes, syntheticOutcomes } from '../../_support/synthetic-outcomes.ts';

const outcomes = scannedOutcomes(syntheticOutcomes());

test('the same outcomes give the same bytes', (t) => {
  t.deepEqual(writeTable(trainTable(outcomes)), writeTable(trainTable(scannedOutcomes(syntheticOutcomes()))));
});

test('a domain has its own gain, shrunk towards that of all', (t) => {
  const { learned, pair } = trainTable(outcomes);
  const gains = new Map(learned?.domains.domains.map(({ name, gain }) => [name, gain]));
  const raw = outcomes.filter(({ subject }) => subject === 'algebra');
  const own = raw.reduce((sum, { gain }) => sum + gain, 0) / raw.length;
  t.true((gains.get('algebra') ?? 0) < own);
  t.true((gains.get('algebra') ?? 0) > pair.gain);
  t.true((gains.get('cooking') ?? 1) < pair.gain);
});

test('the gain of swapped models is below zero, and no policy pays for it', (t) => {
  const { pair, lambdas } = trainTable(scannedOutcomes(syntheticOutcomes({ isSwapped: true })));
  t.true(pair.gain < 0);
  t.is(lambdas.economy, Math.max(0, lambdas.economy));
});

test('a table is not trained on fewer than 200 outcomes', (t) => {
  t.throws(() => trainTable(outcomes.slice(0, 199)), { instanceOf: RangeError, message: /at least 200/ });
});

test('prompts without a subject are clustered by their words', (t) => {
  const nameless = scannedOutcomes(syntheticOutcomes({ hasSubjects: false }));
  const clusters = clusterOutcomes(nameless);
  const topicsIn = new Map<number, Set<number>>();
  // Topics take turns.
  for (const [index, cluster] of clusters.entries()) {
    topicsIn.set(cluster, (topicsIn.get(cluster) ?? new Set()).add(index % 3));
  }
  t.true(topicsIn.size >= 3);
  const mixed = [...topicsIn.values()].filter(({ size }) => size > 1);
  t.true(mixed.length <= 1);
  t.regex(labelDomains(nameless).names[0] ?? '', /^cluster \d+$/);
  t.true((trainTable(nameless).learned?.domains.domains.length ?? 0) >= 3);
});

test('subjects beyond the limit of a table share the domain other', (t) => {
  const many = outcomes.map((outcome, index) => ({ ...outcome, subject: `subject ${index % 100}` }));
  const { names } = labelDomains(many);
  t.is(names.length, 60);
  t.true(names.includes('other'));
});
