import test from 'ava';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';

// Values in letters and digits of other forms, which a reader and a model read like the usual ones.

const engine = castingEngine([createEmbeddedPiiDetector()]);

const rows: Readonly<Record<string, string>> = {
  superscripts: '⁰¹²³⁴⁵⁶⁷⁸⁹',
  subscripts: '₀₁₂₃₄₅₆₇₈₉',
  circles: '⓪①②③④⑤⑥⑦⑧⑨',
  'filled circles': '⓿❶❷❸❹❺❻❼❽❾',
  'double circles': '⓪⓵⓶⓷⓸⓹⓺⓻⓼⓽',
  'circles of another set': '⓪➀➁➂➃➄➅➆➇➈',
  brackets: '0⑴⑵⑶⑷⑸⑹⑺⑻⑼',
  'digits with a full stop': '🄀⒈⒉⒊⒋⒌⒍⒎⒏⒐',
  'digits with a comma': '🄁🄂🄃🄄🄅🄆🄇🄈🄉🄊',
  segments: '🯰🯱🯲🯳🯴🯵🯶🯷🯸🯹',
};
const shown = (row: string) => (value: string) =>
  value.replaceAll(/\d/g, (digit) => Array.from(row)[Number(digit)] ?? digit);
/** The letters of a row of 26 from this code on. */
const lettered = (capital: number, small: number) => (value: string) =>
  value
    .replaceAll(/[A-Z]/g, (letter) => String.fromCodePoint(capital + letter.charCodeAt(0) - 65))
    .replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(small + letter.charCodeAt(0) - 97));

const spellings: Readonly<Record<string, (value: string) => string>> = {
  ...Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, shown(row)])),
  keys: (value) => value.replaceAll(/\d/g, '$&\ufe0f\u20e3'),
  'lines below': (value) => value.replaceAll(/[^+]/g, '$&\u0332'),
  'letters in circles': lettered(0x24b6, 0x24d0),
  'letters in squares': lettered(0x1f130, 0x24d0),
  'letters in filled squares': lettered(0x1f170, 0x249c),
  'letters of flags': lettered(0x1f1e6, 0x249c),
  'small forms of signs': (value) =>
    value.replaceAll('@', '\ufe6b').replaceAll('.', '\ufe52').replaceAll('+', '\ufe62'),
};

const values = ['IT60X0542811101000000123456', '4111111111111111', '+393471234567', 'mario.rossi@posta.example'];

for (const [how, spelled] of Object.entries(spellings)) {
  test(`a value is cast, and comes back as it was written: ${how}`, async (t) => {
    for (const value of values) {
      const text = `Here: ${spelled(value)}.`;
      const conversation = await engine.cast(castRequest([text]));
      t.regex(conversation.texts[0] ?? '', /^Here: \[[A-Z]+-[2-9b-z]{5,}\]\.$/, text);
      t.is(conversation.restore(conversation.texts[0] ?? ''), text);
    }
  });
}

test('a value with the mark of a note behind it is cast without the mark', async (t) => {
  for (const text of ['Mario Rossi¹ writes', 'mario.rossi@posta.example² writes']) {
    const conversation = await engine.cast(castRequest([text]));
    t.regex(conversation.texts[0] ?? '', /^\[[A-Z]+-[2-9b-z]{5,}\][¹²] writes$/);
    t.is(conversation.restore(conversation.texts[0] ?? ''), text);
  }
});

test('a known value is found in such forms again', async (t) => {
  const conversation = await engine.cast(castRequest(['Mario Rossi', 'Ⓜⓐⓡⓘⓞ Ⓡⓞⓢⓢⓘ']));
  t.regex(conversation.texts[1] ?? '', /^\[PERSON-[2-9b-z]{5,}\]$/);
  t.is(conversation.restore(conversation.texts[1] ?? ''), 'Ⓜⓐⓡⓘⓞ Ⓡⓞⓢⓢⓘ');
});

test('signs of mathematics, notes and lists are left alone', async (t) => {
  const text = 'E = mc², a₁ + a₂ ≤ 10⁻⁹ m³, see ¹ and ②; ① first ② second; H₂O; ℝⁿ; 🇮🇹 🇩🇪';
  t.is((await engine.cast(castRequest([text]))).texts[0], text);
});
