import test from 'ava';
import { textsOfBody } from '../../src/personal-data/body-texts.ts';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { messagesTextMap } from '../../src/protocols/messages/text-map.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';

// Values that a list or a number of JSON spells: what a body reports of them must be what the detector recognises.

const engine = castingEngine([createEmbeddedPiiDetector()]);

const cast = async (data: string, place: (data: string) => string) => {
  const { texts, fixed } = textsOfBody(messagesTextMap.request, Buffer.from(place(data)));
  return engine.cast(castRequest([], { texts, fixed }));
};

const places: Readonly<Record<string, (data: string) => string>> = {
  'an unknown member': (data) => `{"stranger":${data}}`,
  'an input of a tool': (data) =>
    `{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":${data}}]}]}`,
  'JSON in a text': (data) => `{"messages":[{"role":"user","content":${JSON.stringify(data)}}]}`,
};

for (const [where, place] of Object.entries(places)) {
  test(`the groups of a card, an account or a code are not forwarded in ${where}`, async (t) => {
    for (const data of [
      '{"card":[4111,1111,1111,1111]}',
      '{"pan":["4111",1111,1111,1111]}',
      '{"card_number":[4111,1111,1111,"1111"]}',
      '{"card":[411111,1111111111]}',
      '{"card":["411111","1111111111"]}',
      '{"n":["IT60X","0542811101","000000123456"]}',
      '{"cf":["RSSMRA","85T10","A562S"]}',
    ])
      t.is((await cast(data, place)).unfit.length, 1, data);
    for (const data of ['{"box":[4111,1111,1111,1111]}', '{"n":["20240101","A"]}', '{"n":["411111",1111111111]}'])
      t.deepEqual((await cast(data, place)).unfit, [], data);
  });

  test(`a card is cast as a number of JSON in ${where}`, async (t) => {
    const digits = '4111111111111111';
    for (const [written, value] of [
      [digits, digits],
      [`-${digits}`, `-${digits}`],
      [`${digits}0e-1`, digits],
      [`0.${digits}e16`, digits],
      ['4.111111111111111e+0015', digits],
    ] as const) {
      const conversation = await cast(`{"n":${written}}`, place);
      const placeholder = conversation.texts.find((text) => /^\[CARD-[2-9b-z]+\]$/.test(text)) ?? '';
      t.is(conversation.restore(placeholder), value, written);
    }
  });
}
