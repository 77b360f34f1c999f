import test from 'ava';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';

test('a number in an identifier is none, unless the identifier says what it is', async (t) => {
  const engine = castingEngine([createEmbeddedPiiDetector()]);
  const isFit = async (text: string, texts: readonly string[] = [], isAddress = false): Promise<boolean> => {
    const fixed = [{ text, path: 'tool', isAddress, mayHoldValue: true as const }];
    return (await engine.cast(castRequest(texts, { fixed }))).unfit.length === 0;
  };
  const name = 'field_4111111111111111';
  for (const text of ['schema_4539578763621486', name, 'report4111111111111111', 'a_4111111111111111_b'])
    t.true(await isFit(text), text);
  for (const text of ['card_4111111111111111', 'pan_4111111111111111', '4111111111111111', '_4111111111111111'])
    t.false(await isFit(text), text);
  for (const text of ['a 4111111111111111', 'to_DE89370400440532013000', 'https://x.example/a_4111111111111111'])
    t.false(await isFit(text, [], true), text);
  t.false(await isFit(name, ['4111111111111111']), 'a number of the conversation');
});
