import test from 'ava';
import { citedEdits, recitedEdits } from '../../src/personal-data/cited-edits.ts';
import type { RestoredPlaces } from '../../src/personal-data/restored-places.ts';
import { responsesTextMap } from '../../src/protocols/responses/text-map.ts';
import { alreadyRead } from '../../src/wire/json-limits.ts';
import { scanJsonObject } from '../../src/wire/json-text.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';
import { listingDetector } from '../_support/listing-detector.ts';

const engine = castingEngine([listingDetector({ PERSON: ['Zoë-李😀', 'Ada'] })]);

test('each text is restored once, however many citations of it there are', async (t) => {
  const conversation = await engine.cast(castRequest(['Ada and Zoë-李😀']));
  const texts: string[] = [];
  const restorer = {
    ...conversation,
    restore: (text: string, places?: RestoredPlaces) => {
      texts.push(text);
      return conversation.restore(text, places);
    },
  };
  const item = (text: string) => {
    const annotations = Array.from({ length: 50 }, (_, place) => ({
      type: 'url_citation',
      url: 'https://a.example',
      title: 'a',
      start_index: place % 3,
      end_index: place + 2,
    }));
    const content = [{ type: 'output_text', text, annotations }];
    const body = { input: [{ type: 'message', role: 'assistant', content }] };
    const object = scanJsonObject(Buffer.from(JSON.stringify(body)), alreadyRead);
    if (object.kind === 'json_fault') throw new Error('no JSON');
    return object;
  };
  const map = responsesTextMap.citations?.request;
  if (map === undefined) throw new Error('nothing is cited');
  const kept = `Ada and Zoë-李😀, ${'more '.repeat(20)}`;
  const sent = `${conversation.texts[0]}, ${'more '.repeat(20)}`;
  t.true(recitedEdits(map, { was: item(kept), now: item(sent) }, restorer).length > 40);
  t.deepEqual(texts.toSorted(), [kept, sent].toSorted());
  texts.length = 0;
  citedEdits(map, item(sent), { restorer, direction: 'after' });
  t.deepEqual(texts, [sent]);
});
