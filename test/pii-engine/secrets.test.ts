import test from 'ava';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';

const secret = `ghp_${'a1B2c3'.repeat(6)}`;
const text = `push with ${secret}`;
const opened = (more = {}) => castingEngine([createEmbeddedPiiDetector()], { deadlineMs: 600_000, ...more });

test('a secret is cast and restored where a policy names its kind', async (t) => {
  const cast = await opened().cast(castRequest([text], { required: { SECRET: 'A' } }));
  t.regex(cast.texts[0] ?? '', /^push with \[SECRET-\w+\]$/);
  t.deepEqual(Object.fromEntries(cast.counts), { SECRET: 1 });
  const mapped = await opened().cast(castRequest([text], { required: {} }));
  t.deepEqual(mapped.texts, [text], 'elsewhere it stays');
});

test('what was analysed without secrets is analysed again with them', async (t) => {
  const engine = opened();
  const texts = async (required: object) => (await engine.cast(castRequest([text], { required }))).texts[0];
  t.is(await texts({}), text);
  t.not(await texts({ SECRET: 'A' }), text);
  t.is(await texts({}), text);
});

test('a secret is cast for everyone where the configuration names its kind', async (t) => {
  for (const more of [{ required: { SECRET: 'A' } }, { requiredIn: { en: { SECRET: 'A' } } }]) {
    const cast = await opened(more).cast(castRequest([text]));
    t.false(cast.texts.join('').includes(secret));
  }
});
