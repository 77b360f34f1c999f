import test, { type ExecutionContext } from 'ava';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';

// Values that a text says in base64.

const engine = castingEngine([createEmbeddedPiiDetector()]);
const account = 'IT60X0542811101000000123456';
const mail = 'anna.verdi@posta.example';

/** The cast texts. Nothing of the given base64 is left in them, the sweep finds nothing, and all of it is restored. */
async function assertCast(t: ExecutionContext, texts: readonly string[], encoded: readonly string[]) {
  const cast = await engine.cast(castRequest(texts));
  for (const each of encoded) t.false(cast.texts.join('\n').includes(each), cast.texts.join('\n'));
  const swept = cast.texts.map((text, place) => ({ text, path: `messages[${place}].content`, isName: false }));
  t.deepEqual(await cast.sweep(swept), []);
  t.deepEqual(
    cast.texts.map((text) => cast.restore(text)),
    texts,
  );
  return cast.texts;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const claims = Buffer.from(JSON.stringify({ sub: 'Zoë 😀', email: mail, aud: 'é' })).toString('base64url');
const letter = base64(`Dear all,\r\n${'nothing of note. '.repeat(6)}\r\nwrite to ${mail} or pay to ${account}.\r\n`);
const cases: Readonly<Record<string, readonly [text: string, cast: RegExp, encoded: string]>> = {
  'a word': [`decode ${base64(account)}, please`, /^decode \[IBAN-\w+\], please$/, base64(account)],
  'padded, at the end': [`Basic ${base64(`${mail}:pw`)}`, /^Basic \[EMAIL-\w+\]OnB3$/, base64(mail).slice(0, 20)],
  'the claims of a token': [
    `eyJhbGciOiJub25lIn0.${claims}.c2ln`,
    /^eyJhbGciOiJub25lIn0\.\w+\[EMAIL-\w+\]\w+\.c2ln$/,
    claims,
  ],
  'a part of a path': [`/v1/of/${base64(account)}/state`, /^\/v1\/of\/\[IBAN-\w+\]\/state$/, base64(account)],
  'a word of a mail header': [
    `From: =?utf-8?B?${base64(`Anna Verdi <${mail}>`)}?=`,
    /^From: =\?utf-8\?B\?\[PERSON-\w+\]\[EMAIL-\w+\]Pg==\?=$/,
    base64(`Anna Verdi <${mail}>`),
  ],
  'lines of a mail': [
    `Subject: x\r\n\r\n${letter.replaceAll(/.{76}/g, '$&\r\n')}\r\n`,
    /^Subject: x\r\n\r\n(?:\w{76}\r\n)*\w+\[EMAIL-\w+\]\w+\[IBAN-\w+\]\r\n\[IBAN-\w+\]\w+\r\n$/,
    letter.slice(-40),
  ],
  'cut off': [`see ${base64(`${account} è`).slice(0, -3)}`, /^see \[IBAN-\w+\]\w?$/, base64(account).slice(0, 20)],
};
for (const [what, [text, expected, encoded]] of Object.entries(cases)) {
  test(`base64 that says a value is cast, and restored as it was: ${what}`, async (t) => {
    const [cast = ''] = await assertCast(t, [text], [encoded]);
    t.regex(cast, expected);
  });
}

test('base64 is searched for what is known from another text', async (t) => {
  const said = base64('the people of ROSSI, MARIO');
  const [, cast = ''] = await assertCast(t, ['Rossi Mario, born 1980', `x=${said}`], [said]);
  t.regex(cast, /^x=\w+\[PERSON-\w+\]$/);
});

test('words, ids and pictures stay, and so does base64 that says nothing personal', async (t) => {
  const texts = [
    'getElementByIdAndName(InternationalisationOfTelecommunications)',
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    `key ${base64('the quick brown fox')} and 0b9f8a52-77c1-4c1d-9f0e-5d2c41a7e6b3`,
  ];
  t.deepEqual((await engine.cast(castRequest(texts))).texts, texts);
});
