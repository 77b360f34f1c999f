import test from 'ava';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { piiRecords } from '../bench/pii-records.ts';
import { castingEngine } from '../_support/casting-engine.ts';
import { randomOf } from '../_support/seeded-random.ts';

test('nearly all values that the names of fields announce are cast, in every form of record', async (t) => {
  const languages = ['de', 'en', 'es', 'fr', 'it'] as const;
  const engine = castingEngine([createEmbeddedPiiDetector()], { languages, deadlineMs: 600_000 });
  const shares = await piiRecords(engine, randomOf(t).seed);
  for (const [name, { found, values }] of shares) t.true(found / values >= 0.95, `${name}: ${found} of ${values}`);
  t.true(shares.size > 20);
});
