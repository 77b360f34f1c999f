import test from 'ava';
import { createEmbeddedPiiDetector } from '../../../src/pii-engine/embedded-pii-detector.ts';
import { piiEntities, piiLanguages } from '../../../src/personal-data/pii-kinds.ts';

// Scripts without capitals are often written without blanks: a value stands right beside their letters.

const detector = createEmbeddedPiiDetector();

async function valuesIn(text: string): Promise<readonly string[]> {
  const request = { entities: piiEntities, languages: piiLanguages, deadlineMs: 5_000 };
  const [spans = []] = await detector.detect([text], request);
  return spans.map(({ start, end, entity }) => `${entity} ${text.slice(start, end)}`);
}

const beside = {
  Chinese: ['请写给', '谢谢'],
  Japanese: ['ナンバー', 'にメールを送ってくださいそしてそのあと電話もしてください'],
  Korean: ['계좌는', '입니다'],
  Thai: ['หมายเลข', 'ครับ'],
  Arabic: ['رقم', 'شكرا'],
  Hebrew: ['אל', 'תודה'],
  Hindi: ['नंबर', 'है'],
};
const values = {
  EMAIL: 'mario.rossi@posta.example',
  IBAN: 'IT60X0542811101000000123456',
  CARD: '4111111111111111',
  PHONE: '+393471234567',
  NATIONAL_ID: 'RSSMRA85T10A562S',
  IP: '93.184.216.34',
};
for (const [script, [before = '', after = '']] of Object.entries(beside)) {
  test(`values are found right beside letters of another script: ${script}`, async (t) => {
    for (const [entity, value] of Object.entries(values)) {
      t.deepEqual(await valuesIn(`${before}${value}${after}`), [`${entity} ${value}`]);
    }
  });
}

test('addresses of mail in another script are found whole', async (t) => {
  for (const mail of ['用户@例子.广告', '李明@posta.example', 'mario@例え.jp']) {
    t.deepEqual(await valuesIn(`${mail} wrote`), [`EMAIL ${mail}`]);
  }
});

test('letters of the same kind of script still make a value part of a word', async (t) => {
  for (const text of ['Straße4111111111111111', 'кодRSSMRA85T10A562S', 'a93.184.216.34']) {
    t.deepEqual(await valuesIn(text), []);
  }
});

test('a codice fiscale is found in a path', async (t) => {
  t.deepEqual(await valuesIn('GET /customers/RSSMRA85T10A562S/orders'), ['NATIONAL_ID RSSMRA85T10A562S']);
  t.deepEqual(await valuesIn('GET /customers/RSSMRA85T10A562T/orders'), []);
});
