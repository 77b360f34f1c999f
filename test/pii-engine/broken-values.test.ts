import test from 'ava';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';

// Values that a text breaks into pieces.

const engine = castingEngine([createEmbeddedPiiDetector()]);

test('an account number that goes on in the next line is cast line by line, and its lines are not known elsewhere', async (t) => {
  const texts = ['Account: IT60 X054 2811 1010 0000\n0123 456', 'Pay 0123 456 and 123456 points'];
  const cast = await engine.cast(castRequest(texts));
  t.regex(cast.texts[0] ?? '', /^Account: \[IBAN-\w+\]\n\[IBAN-\w+\]$/);
  t.is(cast.texts[1], texts[1]);
  t.deepEqual(
    cast.texts.map((text) => cast.restore(text)),
    texts,
  );
});

test('a URL is read with a plus as a blank, and as the beginning of a telephone number', async (t) => {
  const urls = ['tel:+393471234567', 'https://x.example/?q=4111+1111+1111+1111', 'https://x.example/?q=a+b'];
  const fixed = urls.map((text) => ({ text, path: text, isAddress: true }));
  t.deepEqual((await engine.cast(castRequest([], { fixed }))).unfit, urls.slice(0, 2));
});
