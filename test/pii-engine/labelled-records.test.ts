import test from 'ava';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { piiRecords } from '../bench/pii-records.ts';
import { textsOfBody } from '../../src/personal-data/body-texts.ts';
import { textsOfSurface } from '../../src/protocols/faces.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';
import { randomOf } from '../_support/seeded-random.ts';

test('nearly all values that the names of fields announce are cast, in every form of record', async (t) => {
  const languages = ['de', 'en', 'es', 'fr', 'it'] as const;
  const engine = castingEngine([createEmbeddedPiiDetector()], { languages, deadlineMs: 600_000 });
  const shares = await piiRecords(engine, randomOf(t).seed);
  for (const [name, { found, values }] of shares) t.true(found / values >= 0.95, `${name}: ${found} of ${values}`);
  t.true(shares.size > 20);
});

test('"family" and "given" are names of fields where they are members, and words elsewhere', async (t) => {
  const engine = castingEngine([createEmbeddedPiiDetector()], { languages: ['en'], deadlineMs: 600_000 });
  const text = JSON.stringify({ name: [{ use: 'official', family: 'Zulkane', given: ['Velmious'] }] });
  const body = Buffer.from(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: text }] }));
  const { texts } = textsOfBody(textsOfSurface('chat_completions').request, body);
  const cast = (await engine.cast(castRequest(texts))).texts.join(' ');
  t.notRegex(cast, /Zulkane|Velmious/);
  const [prose = ''] = (await engine.cast(castRequest(['Given: Zulkane triangles. Family: Velmious.']))).texts;
  t.regex(prose, /Zulkane.*Velmious/);
});
