import { inspect } from 'node:util';
import test from 'ava';
import type { StoredResponse } from '../../../src/protocols/responses/stored-response.ts';
import { inOwnWords } from '../../../src/pipeline/delivery/own-words.ts';
import { createBodyCasting } from '../../../src/pii-engine/body-casting.ts';
import { PiiEngineUnavailable, type PiiEngine } from '../../../src/ports/pii-engine.ts';
import { sharer } from '../../_support/cast-request.ts';
import { placeholderOf, substitutingPiiEngine } from '../../_support/substituting-pii-engine.ts';

const placeholder = placeholderOf('Ada');

const stored = (mapping: string | null): StoredResponse => ({
  responseId: 'resp_1',
  binding: { profile: 'light', target: 'small', upstreamModel: 'm', account: 'a', isCast: mapping !== null },
  createdAtMs: 0,
  expiresAtMs: 1,
  shown: Buffer.from('{}'),
  input: Buffer.from(
    JSON.stringify([
      { role: 'user', content: placeholder },
      { type: 'reasoning', id: placeholder },
    ]),
  ),
  sent: null,
  mapping,
  fileNames: [],
});
const by = (engine: PiiEngine | null) => ({ bodyCasting: engine === null ? null : createBodyCasting(engine, null) });
const mapping = JSON.stringify({ [placeholder]: 'Ada' });

test('the input of a stored response is shown as its owner wrote it, byte-exact blocks unchanged', async (t) => {
  const { input } = await inOwnWords(stored(mapping), sharer, by(substitutingPiiEngine()));
  t.deepEqual(JSON.parse(input.toString()), [
    { role: 'user', content: 'Ada' },
    { type: 'reasoning', id: placeholder },
  ]);
});

test('a response that was never cast needs no engine', async (t) => {
  const plain = stored(null);
  t.is(await inOwnWords(plain, sharer, { bodyCasting: null }), plain);
});

test('placeholders are not shown if no engine can restore them', async (t) => {
  const away = { ...substitutingPiiEngine(), recall: () => Promise.reject(new PiiEngineUnavailable('away')) };
  const broken = { ...substitutingPiiEngine(), recall: () => Promise.reject(new TypeError(`defect in ${mapping}`)) };
  for (const piiEngine of [null, away, broken]) {
    const failed = await t.throwsAsync(inOwnWords(stored(mapping), sharer, by(piiEngine)), {
      code: 'pii_engine_unavailable',
    });
    t.false(inspect(failed, { depth: 10 }).includes('Ada'));
  }
});

test('an engine is told for whom it recalls', async (t) => {
  const engine = substitutingPiiEngine();
  const asked: unknown[] = [];
  const recall = (...call: Parameters<typeof engine.recall>) => {
    asked.push(call);
    return engine.recall(...call);
  };
  await inOwnWords(stored(mapping), sharer, by({ ...engine, recall }));
  t.deepEqual(asked, [[mapping, sharer]]);
});
