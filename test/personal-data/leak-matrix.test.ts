import test from 'ava';
import { textsOfBody } from '../../src/personal-data/body-texts.ts';
import { restoredBody } from '../../src/personal-data/restored-body.ts';
import { restoredStream } from '../_support/passing-stream.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';
import { listingDetector } from '../_support/listing-detector.ts';
import { randomOf } from '../_support/seeded-random.ts';
import { bodies, streams } from './text-maps/_fixtures.ts';

// Every text position of every surface, over the engine of the product: 0 raw values leave, 0 placeholders come back.

const values = [
  'Annamaria Quattrocchi',
  'anna.q@posta.example',
  'IT60X0542811101000000123456',
  '+393471234567',
  'Zoë-李😀',
];
const said = values.join(' | ');
const detector = listingDetector({
  PERSON: [values[0] ?? '', values[4] ?? ''],
  EMAIL: [values[1] ?? ''],
  IBAN: [values[2] ?? ''],
  PHONE: [values[3] ?? ''],
});
const withValues = (json: unknown): string => JSON.stringify(json).replaceAll('Ada', said);

/** As an upstream reads it: without escapes. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\+u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** They spell a text that has changed. */
const withoutTokens = (name: string, value: unknown): unknown =>
  name === 'logprobs' && Array.isArray(value) ? [] : value;

const requests = bodies.filter(({ name }) => name.includes('/request-') && !name.endsWith('-recorded'));
for (const { name, shape, json } of requests) {
  test(`${name}: no personal value is sent, and every value is restored`, async (t) => {
    const found = textsOfBody(shape, Buffer.from(withValues(json)));
    const conversation = await castingEngine([detector]).cast(castRequest(found.texts, { formats: new Set() }));
    const sent = found.with(conversation.texts);
    // What is signed stays, and with personal data in it is refused: it never leaves.
    const signed = found.fixed.filter(({ text }) => text.includes(said)).map(({ path }) => path);
    const { unfit } = await castingEngine([detector]).cast(castRequest(found.texts, { fixed: found.fixed }));
    t.deepEqual(unfit, signed);
    const leaving = signed.reduce(
      (body) => body.replace(JSON.stringify(said).slice(1, -1), ''),
      unescaped(sent.toString()),
    );
    for (const value of values) t.false(leaving.includes(value), value);
    t.deepEqual(await conversation.sweep(textsOfBody(shape, sent).texts), []);
    const back = JSON.stringify(JSON.parse(restoredBody({ shape }, sent, conversation).toString()));
    t.is(back, JSON.stringify(JSON.parse(withValues(json)), withoutTokens));
  });
}

test('1,000 streams cut at random bytes: no placeholder reaches the caller, wherever they are cut', async (t) => {
  const random = randomOf(t);
  const conversation = await castingEngine([detector]).cast(castRequest(values));
  const placeholders = conversation.texts.join(' | ');
  const made = streams.filter(({ name }) => !name.endsWith('-recorded'));
  t.true(made.length > 2);
  let cut = 0;
  while (cut < 1_000) {
    for (const { name, map, records } of made) {
      const bytes = Buffer.from(
        records.map((record) => `data: ${JSON.stringify(record).replaceAll('Ada', placeholders)}\n\n`).join(''),
      );
      const options = { texts: map, restorer: conversation, recordBytesMax: 1_000_000 };
      const whole = restoredStream(options);
      const expected = Buffer.concat([whole.push(bytes), whole.finish()].filter((each) => each !== null)).toString();
      const stream = restoredStream(options);
      const out: Buffer[] = [];
      for (let at = 0; at < bytes.length;) {
        const end = Math.min(bytes.length, at + random.whole(1, random.whole(1, 300)));
        // A piece is the caller's to keep until the stream has answered.
        const passed = stream.push(Buffer.from(bytes.subarray(at, end)));
        if (passed !== null) out.push(Buffer.from(passed));
        at = end;
      }
      const rest = stream.finish();
      if (rest !== null) out.push(rest);
      const text = Buffer.concat(out).toString();
      if (text !== expected) t.is(text, expected, name);
      cut++;
    }
  }
  t.true(cut >= 1_000);
});
