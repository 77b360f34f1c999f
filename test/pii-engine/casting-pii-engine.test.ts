import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import test from 'ava';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { PiiDetectorUnavailable, type PiiDetector, type PiiSpan } from '../../src/ports/pii-detector.ts';
import { PiiEngineUnavailable, PiiMappingLost, type CastConversation } from '../../src/ports/pii-engine.ts';
import { castRequest, sharer } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';
import { listingDetector } from '../_support/listing-detector.ts';
import { piiEngineContract } from '../adapters/pii-engine.contract.ts';

// The engine of the product, over detectors that know by heart what they find.

const values = ['Ada Lovelace', 'Zoë', "O'Neil-李"] as const;
const names = () => listingDetector({ PERSON: values });
const rules = () =>
  listingDetector(
    { EMAIL: [/[\w.]+@[\w.]+\w/g], PHONE: [/\+?\d{10,12}/g], IBAN: [/[A-Z]{2}\d{2}[A-Z]\d{12,}/g] },
    { name: 'rules' },
  );

piiEngineContract('casting', { open: () => castingEngine([rules(), names()]), values, lookalike: '[PERSON-zzzzz]' });

const untyped = ({ texts }: CastConversation): readonly string[] =>
  texts.map((text) => text.replaceAll(/-[2-9b-z]{5,}\]/g, ']'));

test('findings of several detectors are cast, and counted by kind', async (t) => {
  const cast = await castingEngine([rules(), names()]).cast(
    castRequest(['Ada Lovelace, ada@love.example, +391234567890', 'ADA  LOVELACE and Zoë']),
  );
  t.deepEqual(untyped(cast), ['[PERSON], [EMAIL], [PHONE]', '[PERSON] and [PERSON]']);
  t.deepEqual(Object.fromEntries(cast.counts), { PERSON: 3, EMAIL: 1, PHONE: 1 });
  t.deepEqual(await cast.sweep(cast.texts.map((text) => ({ text, path: '', isName: false }))), []);
});

test('a text seen before is not analysed again for the same user, and is analysed for another', async (t) => {
  const [first, second] = [rules(), names()];
  const engine = castingEngine([first, second]);
  await engine.cast(castRequest(['Ada Lovelace', 'nothing']));
  const before = [first.asked.length, second.asked.length];
  const again = await engine.cast(castRequest(['nothing', 'Ada Lovelace', 'Ada Lovelace']));
  t.deepEqual(untyped(again), ['nothing', '[PERSON]', '[PERSON]']);
  t.deepEqual([first.asked.length, second.asked.length], before);
  await engine.cast(
    castRequest(['nothing'], { origin: { kind: 'stored', tenantId: 'b', userId: 'c', opening: null } }),
  );
  t.is(second.asked.length, (before[1] ?? 0) + 1);
});

test('the text beside a found value is inspected once more', async (t) => {
  const half = listingDetector({ PERSON: ['Mario'] }, { name: 'half' });
  const known = castingEngine([rules(), half, listingDetector({ ADDRESS: ['Rossi'] })]);
  const cast = await known.cast(castRequest(['Rossi', 'MarioRossi']));
  t.deepEqual(untyped(cast), ['[ADDRESS]', '[PERSON][ADDRESS]']);
});

test('a value that stands alone only once another one is cast is cast in all texts, in any order', async (t) => {
  const phones = listingDetector({ PHONE: [/(?<!\w)\+\d{10,12}/g] }, { name: 'phones' });
  const engine = castingEngine([phones, listingDetector({ PERSON: ['Mario'] })]);
  const sweptOf = (cast: CastConversation) => cast.sweep(cast.texts.map((text) => ({ text, path: '', isName: false })));
  // A word before a number hides it from the rule, but not from who knows it.
  const beside = 'Mario+391234567890';
  for (const texts of [
    [beside, 'mobile+391234567890', 'nothing'],
    ['mobile+391234567890', 'nothing', beside],
  ]) {
    const cast = await engine.cast(castRequest(texts));
    const told = new Map([
      [beside, '[PERSON][PHONE]'],
      ['mobile+391234567890', 'mobile+[PHONE]'],
      ['nothing', 'nothing'],
    ]);
    t.deepEqual(
      untyped(cast),
      texts.map((text) => told.get(text)),
    );
    t.deepEqual(await sweptOf(cast), []);
    t.deepEqual(
      cast.texts.map((text) => cast.restore(text)),
      texts,
    );
  }
});

test('a number is cast by the name of its member, and restored as a number', async (t) => {
  const byName = listingDetector({ PHONE: [/(?<=tel: )\d+/g] });
  const { texts, restore, numberOf } = await castingEngine([byName]).cast(
    castRequest([
      { text: '393471234567', path: 'a', isName: false, isNumber: true, label: 'tel' },
      { text: '393471234567', path: 'a', isName: false, isNumber: true, label: 'seconds' },
      { text: '12345678', path: 'a', isName: false, isNumber: true, label: 'seconds' },
    ]),
  );
  t.regex(texts[0] ?? '', /^\[PHONE-\w+\]$/);
  t.is(texts[1], texts[0]);
  t.is(texts[2], '12345678');
  t.is(restore(`{"tel":"${texts[0]}"}`), '{"tel":393471234567}');
  t.is(numberOf(texts[0] ?? ''), '393471234567');
});

const glued = {
  CARD: ['Card-4111111111111111', 'CARD-4111111111111111'],
  IBAN: ['IBAN-IT60X0542811101000000123456'],
  NATIONAL_ID: ['ID-RSSMRA85T10A562S'],
  PHONE: ['phone-3472234567'],
  EMAIL: ['PERSON-ada.love@posta.example', 'pii.ada-love@pii.invalid', 'pii.adalove@pii.invalid'],
} as const;
for (const text of Object.values(glued).flat()) {
  test(`a text like a placeholder hides no personal data: ${text}`, async (t) => {
    const value = /\d{9}|ada|RSS/;
    const cast = await castingEngine([createEmbeddedPiiDetector()]).cast(castRequest([text]));
    t.notRegex(cast.texts[0] ?? '', value);
    t.is(cast.restore(cast.texts[0] ?? ''), text);
    // The sweep is blind for what the conversation knows alone, also where it has never seen the value.
    const other = await castingEngine([createEmbeddedPiiDetector()]).cast(castRequest(['nobody']));
    for (const { sweep } of [cast, other]) t.not((await sweep([{ text, path: '', isName: false }])).length, 0);
  });
}

test('a placeholder of another conversation stays unchanged beside our own', async (t) => {
  const engine = castingEngine([createEmbeddedPiiDetector()]);
  const ours = await engine.cast(castRequest(['mail ada@love.example']));
  const theirs = '[PERSON-k7q3v] PERSON-zzzzz [EMAIL-k7q3v] pii.k7q3v@pii.invalid 198.18.3.4';
  const cast = await engine.cast(castRequest([`${theirs} ${ours.texts[0]}`], { earlier: [ours.mapping] }));
  t.is(cast.restore(cast.texts[0] ?? ''), `${theirs} mail ada@love.example`);
  t.true(cast.texts[0]?.startsWith('[PERSON-k7q3v] PERSON-zzzzz [EMAIL-k7q3v] '));
  t.true(cast.texts[0]?.endsWith(ours.texts[0] ?? ''));
});

test('values that a schema binds get placeholders of their form', async (t) => {
  const cast = await castingEngine([rules()]).cast(castRequest(['ada@love.example'], { formats: new Set(['email']) }));
  t.regex(cast.texts[0] ?? '', /^pii\.\w+@pii\.invalid$/);
  t.is(cast.restore(`to ${cast.texts[0]}`), 'to ada@love.example');
});

const shapedValues = [
  ['email', 'ada@love.example', /^pii\.\w+@pii\.invalid$/],
  ['uri', 'ada@love.example', /^pii\.\w+@pii\.invalid$/],
  ['uri', '8.8.4.4', /^198\.1[89]\.\d+\.\d+$/],
  ['ipv4', '8.8.4.4', /^198\.1[89]\.\d+\.\d+$/],
  ['phone', '+39 347 123 4567', /^\+[1-9]\d{1,14}$/],
  ['iban', 'IT60X0542811101000000123456', /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/],
] as const;
for (const [format, value, form] of shapedValues) {
  test(`a value with a schema format is restored from its shape, in pieces and in later turns: ${format} ${value}`, async (t) => {
    const engine = castingEngine([createEmbeddedPiiDetector()]);
    const more = { formats: new Set([format]) };
    const cast = await engine.cast(castRequest([value], more));
    const [placeholder = ''] = cast.texts;
    t.regex(placeholder, form);
    t.is(cast.restore(`{"x":"${placeholder}"} ${placeholder}.`), `{"x":"${value}"} ${value}.`);
    const lane = cast.openLane();
    const pieces = Array.from(`to ${placeholder}, ok`, (letter) => lane.push(letter));
    t.is(pieces.join('') + lane.flush(), `to ${value}, ok`);
    t.deepEqual(await cast.sweep([{ text: placeholder, path: '', isName: false }]), []);
    const later = await engine.cast(
      castRequest([`again ${placeholder} and ${value}`], { ...more, earlier: [cast.mapping] }),
    );
    t.deepEqual(later.texts, [`again ${placeholder} and ${placeholder}`]);
    t.is((await engine.recall(cast.mapping, sharer)).restore(placeholder), value);
  });
}

test('personal data in texts that must not change is reported', async (t) => {
  const fixed = [
    { text: 'https://x.example/?to=ada%40love.example', path: 'url', isAddress: true },
    { text: 'https://x.example/ada-quexleth', path: 'other', isAddress: true },
    { text: 'https://x.example/', path: 'fine', isAddress: true },
    { text: 'find_ada_quexleth', path: 'tool', isAddress: false },
    { text: 'Zoë', path: 'word', isAddress: false },
    { text: 'd@e.example', path: 'signed', isAddress: false },
    { text: 'b@c.example', path: 'id', isAddress: false, mayHoldValue: true as const },
    { text: 'Grace Hopper @', path: 'grammar', isAddress: false, mayHoldValue: true as const },
  ];
  const detectors = [rules(), listingDetector({ PERSON: ['Ada Quexleth', 'Zoë'] }, { name: 'names' })] as const;
  const { unfit } = await castingEngine(detectors).cast(castRequest(['Ada Quexleth', 'Zoë'], { fixed }));
  t.deepEqual(unfit, ['url', 'id'], 'a name that only a detector tells is none');
});

test('a full name in the name of a tool or in an id is reported, also if it occurs nowhere else', async (t) => {
  const words = ['find_Mario_Rossi', 'getMarioRossi', 'orders/Mario_Rossi', 'Get_Weather', 'getMaxValue', 'Search-Web'];
  const fixed = [...words, 'Grant_Type', 'Mario', 'call_MarioRossi', '^Mario Rossi$', 'Max Price', 'Customer Name'].map(
    (text) => ({
      text,
      path: text,
      isAddress: false,
    }),
  );
  const { unfit } = await castingEngine([rules()]).cast(castRequest(['Hello'], { fixed }));
  t.deepEqual(unfit, ['find_Mario_Rossi', 'getMarioRossi', 'orders/Mario_Rossi', 'call_MarioRossi', '^Mario Rossi$']);
});

test('placeholders are the same in one conversation, and differ between conversations, people and tenants', async (t) => {
  const engine = castingEngine([rules(), names()]);
  const repeated = { kind: 'repeated', tenantId: 't', userId: 'p', opening: 'hello' } as const;
  const placeholder = async (origin: object): Promise<string> =>
    (await engine.cast(castRequest(['Ada Lovelace'], { origin: { ...repeated, ...origin } }))).texts[0] ?? '';
  const first = await placeholder({});
  t.is(await placeholder({}), first);
  const others = [
    { opening: 'hi' },
    { userId: 'q' },
    { tenantId: 'u' },
    { opening: null },
    { kind: 'stored' },
    { kind: 'comparable' },
  ];
  const all = [first, ...(await Promise.all(others.map(placeholder)))];
  t.is(new Set(all).size, all.length);
  const comparable = { kind: 'comparable', opening: 'x', userId: 'q' };
  t.is(await placeholder(comparable), await placeholder({ kind: 'comparable' }));
});

test('mappings of several stored turns are merged, and an unreadable one raises PiiMappingLost', async (t) => {
  const engine = castingEngine([rules(), names()]);
  const [one, other] = [await engine.cast(castRequest(['Ada Lovelace'])), await engine.cast(castRequest(['Zoë']))];
  const both = await engine.cast(
    castRequest([`${one.texts[0]} ${other.texts[0]}`], { earlier: [one.mapping, other.mapping] }),
  );
  t.is(both.restore(both.texts[0] ?? ''), 'Ada Lovelace Zoë');
  await t.throwsAsync(engine.cast(castRequest(['x'], { earlier: ['{}'] })), { instanceOf: PiiMappingLost });
  await t.throwsAsync(engine.recall('{}', sharer), { instanceOf: PiiMappingLost });
});

test('the sweep finds what casting missed, in any spelling', async (t) => {
  const cast = await castingEngine([rules(), names()]).cast(castRequest(['Ada Lovelace, IT60X0542811101000000123456']));
  const sweep = (text: string) => cast.sweep([{ text, path: '', isName: false }]);
  t.deepEqual(await sweep('fine [PERSON-zzzzz]'), []);
  t.deepEqual(await sweep('ADA LOVELACE'), ['PERSON']);
  t.deepEqual(await sweep('scan_Ada_Lovelace_2.pdf'), ['PERSON']);
  t.deepEqual(await sweep('IT60 X054 2811 1010 0000 0123 456'), ['IBAN']);
  t.deepEqual(await sweep('new@mail.example'), ['EMAIL']);
});

const grades = { PERSON: 'B' } as const;
test('a request is refused if no detector reaches a required grade', async (t) => {
  const poor = listingDetector({ PERSON: values }, { grade: 'C' });
  const refused = castingEngine([rules(), poor]).cast(castRequest(['x'], { required: grades }));
  await t.throwsAsync(refused, { instanceOf: PiiEngineUnavailable });
  await t.throwsAsync(castingEngine([rules(), poor], { required: grades }).cast(castRequest(['x'])), {
    instanceOf: PiiEngineUnavailable,
  });
  const oneLanguage: PiiDetector = { ...names(), capabilities: () => ({ en: { PERSON: 'A' } }) };
  const unknown = castingEngine([rules(), oneLanguage]).cast(castRequest(['x'], { required: grades }));
  await t.throwsAsync(unknown, { instanceOf: PiiEngineUnavailable }, 'the language of a text is not known');
  await t.notThrowsAsync(castingEngine([rules(), names()]).cast(castRequest(['x'], { required: grades })));
});

const letter = {
  en: 'I would like to know whether the invoice has been paid, and what you will do with the contract of',
  it: 'Vorrei sapere se la fattura è già pagata e che cosa succede con il contratto della casa di',
};

test('a required grade counts in the language of a text, or in all languages if it is unknown', async (t) => {
  const english: PiiDetector = { ...names(), name: 'english', capabilities: () => ({ en: { PERSON: 'A' } }) };
  const cast = (text: string, more: object = { required: grades }) =>
    castingEngine([rules(), english], more).cast(castRequest([text]));
  await t.notThrowsAsync(cast(`${letter.en} Zoë`));
  const refused = { instanceOf: PiiEngineUnavailable, message: /PERSON in it/ };
  await t.throwsAsync(cast(`${letter.it} Zoë`), refused);
  await t.throwsAsync(cast(`${letter.en} ${letter.it} Zoë`), refused);
  await t.throwsAsync(cast('Zoë'), refused);
  const french = 'Je voudrais savoir si la facture est payée et ce que vous allez faire avec le contrat pour';
  await t.throwsAsync(cast(french), refused, 'a language that nobody has configured');
  const byLanguage = { requiredIn: { it: grades } };
  await t.notThrowsAsync(cast(`${letter.en} Zoë`, byLanguage));
  await t.throwsAsync(cast(`${letter.it} Zoë`, byLanguage), refused);
  await t.throwsAsync(cast('Zoë', byLanguage), refused);
});

test('rules get every language, other detectors the languages of each text', async (t) => {
  const asked: string[] = [];
  const watched = (detector: PiiDetector, name: string): PiiDetector => ({
    ...detector,
    name,
    detect: (texts, request) => {
      asked.push(`${name} ${request.languages.join('+')}: ${texts.length}`);
      return detector.detect(texts, request);
    },
  });
  const engine = castingEngine([watched(rules(), 'rules'), watched(names(), 'names')]);
  const texts = [`${letter.en} Zoë`, `${letter.it} Zoë`, 'Zoë', `${letter.en} Ada Lovelace`];
  const cast = await engine.cast(castRequest(texts));
  t.deepEqual(untyped(cast), [`${letter.en} [PERSON]`, `${letter.it} [PERSON]`, '[PERSON]', `${letter.en} [PERSON]`]);
  t.deepEqual(asked.slice(0, 4).toSorted(), ['names en+it: 1', 'names en: 2', 'names it: 1', 'rules en+it: 4']);
});

const span = (more: object): readonly PiiSpan[][] => [
  [{ start: 0, end: 1, entity: 'PERSON', score: 1, detector: 'x', ...more }],
];
const faults: Readonly<Record<string, PiiDetector['detect']>> = {
  'that refuses': () => Promise.reject(new Error('refused')),
  'that throws': () => {
    throw new Error('defect');
  },
  'that is too late': (_texts, { signal }) => delay(60_000, [], { signal: signal as AbortSignal }),
  'that never answers and cannot be ended': () => new Promise(() => undefined),
  'that answers for fewer texts': async () => [],
  'that answers for more texts': async (texts) => [...texts, ''].map(() => []),
  'that answers no list': async () => ({ length: 1 }) as never,
  'that answers no spans': async () => [[null]] as never,
  'whose span ends behind the text': async () => span({ end: 99 }),
  'whose span is empty': async () => span({ start: 1 }),
  'whose span begins before the text': async () => span({ start: -1 }),
  'whose span is no number': async () => span({ start: Number.NaN }),
  'whose kind is not known': async () => span({ entity: 'NOBODY' }),
  'whose score is no number': async () => span({ score: Number.NaN }),
};
for (const [which, detect] of Object.entries(faults)) {
  test(`with a detector ${which} nothing is cast, unless it is optional and not required`, async (t) => {
    const faulty: PiiDetector = { ...names(), name: 'faulty', detect };
    for (const detectors of [[rules(), faulty], [faulty]] as const) {
      await t.throwsAsync(castingEngine(detectors, { deadlineMs: 50 }).cast(castRequest(['x'])), {
        instanceOf: PiiEngineUnavailable,
      });
    }
    const optional = (required: object) =>
      castingEngine([rules()], {
        detectors: [
          { detector: rules(), isOptional: false, leastScores: {} },
          { detector: faulty, isOptional: true, leastScores: {} },
        ],
        deadlineMs: 50,
        required,
      }).cast(castRequest(['x']));
    t.deepEqual((await optional({})).texts, ['x']);
    await t.throwsAsync(optional(grades), { instanceOf: PiiEngineUnavailable });
  });
}

test('a text that an optional detector missed is analysed again', async (t) => {
  let isAway = true;
  const detector: PiiDetector = {
    ...names(),
    detect: (texts, request) => (isAway ? Promise.reject(new Error('away')) : names().detect(texts, request)),
  };
  const engine = castingEngine([rules()], {
    detectors: [
      { detector: rules(), isOptional: false, leastScores: {} },
      { detector, isOptional: true, leastScores: {} },
    ],
  });
  t.deepEqual(untyped(await engine.cast(castRequest(['Ada Lovelace']))), ['Ada Lovelace']);
  isAway = false;
  t.deepEqual(untyped(await engine.cast(castRequest(['Ada Lovelace']))), ['[PERSON]']);
});

test('an optional detector that fails for some texts or languages loses no findings in others', async (t) => {
  const asked: string[] = [];
  const detector: PiiDetector = {
    ...names(),
    detect: async (texts, request) => {
      asked.push(`${request.languages.join('+')}: ${texts.length}`);
      if (request.languages.includes('it')) throw new PiiDetectorUnavailable('no Italian');
      return await names().detect(texts, request);
    },
  };
  const engine = (required: object) =>
    castingEngine([rules()], {
      detectors: [
        { detector: rules(), isOptional: false, leastScores: {} },
        { detector, isOptional: true, leastScores: {} },
      ],
      required,
    });
  const english = `${letter.en} Zoë`;
  const texts = [english, `${letter.it} Zoë`, "O'Neil-李 +391234567890"];
  const cast = await engine({}).cast(castRequest(texts));
  // What is found in one text is cast in all: the value of the Italian text is known from the English one.
  t.deepEqual(untyped(cast), [`${letter.en} [PERSON]`, `${letter.it} [PERSON]`, '[PERSON] [PHONE]']);
  t.deepEqual(asked.toSorted(), ['en+it: 1', 'en: 1', 'en: 1', 'it: 1', 'it: 1']);
  // What is required is required of each text: of the English one it is met.
  t.deepEqual(untyped(await engine(grades).cast(castRequest([english]))), [`${letter.en} [PERSON]`]);
  await t.throwsAsync(engine(grades).cast(castRequest(texts)), { instanceOf: PiiEngineUnavailable });
});

test('an error of a detector is reported without its message', async (t) => {
  const detector: PiiDetector = {
    ...names(),
    detect: async ([text]) => {
      throw new RangeError(`cannot read "${text}"`, { cause: new Error(`at ${text}\n    at ${text}`) });
    },
  };
  const failed = await t.throwsAsync(castingEngine([rules(), detector]).cast(castRequest(['Ada Lovelace'])), {
    instanceOf: PiiEngineUnavailable,
  });
  const told = inspect(failed, { depth: 10 });
  t.regex(told, /RangeError\]?: its message is not told\n +at .*casting-pii-engine\.test/);
  t.notRegex(told, /Lovelace/);
});

test('a finding below the least score does not count', async (t) => {
  const detector = names();
  const least = (score: number) =>
    castingEngine([rules()], { detectors: [{ detector, isOptional: false, leastScores: { PERSON: score } }] });
  t.deepEqual(untyped(await least(1.1).cast(castRequest(['Zoë']))), ['Zoë']);
  t.deepEqual(untyped(await least(1).cast(castRequest(['Zoë']))), ['[PERSON]']);
});
