import test, { type ExecutionContext } from 'ava';
import { documentsIn, withDocuments } from '../../src/personal-data/with-documents.ts';
import { citedEdits } from '../../src/personal-data/cited-edits.ts';
import { restoredBody } from '../../src/personal-data/restored-body.ts';
import { RestoredPlaces } from '../../src/personal-data/restored-places.ts';
import type { TextMap } from '../../src/personal-data/text-map.ts';
import type { CastConversation } from '../../src/ports/pii-engine.ts';
import { chatCompletionsTextMap } from '../../src/protocols/chat/text-map.ts';
import { messagesTextMap } from '../../src/protocols/messages/text-map.ts';
import { responsesTextMap } from '../../src/protocols/responses/text-map.ts';
import { editedJsonText, scanJsonObject } from '../../src/wire/json-text.ts';
import { createRecordSplitter } from '../../src/wire/server-sent-events.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';
import { listingDetector } from '../_support/listing-detector.ts';
import { restoredStream } from '../_support/passing-stream.ts';
import { randomOf, type SeededRandom } from '../_support/seeded-random.ts';

// A citation tells two places in a text, in characters. Whatever stands before it or in it comes back in other lengths, it
// encloses the same words.

const values = ['Zoë-李😀', 'Ada', 'Annamaria Quattrocchi-Lovelace of Monza'];
const engine = castingEngine([listingDetector({ PERSON: values })]);

const characters = (text: string, start = 0, end?: number): string => Array.from(text).slice(start, end).join('');
const lengthOf = (text: string): number => Array.from(text).length;

interface Part {
  readonly start: number;
  readonly end: number;
}

interface Told {
  readonly conversation: CastConversation;
  /** As the upstream has it, and as the caller has it. */
  readonly sent: string;
  readonly own: string;
  /** Of the same words in both. */
  readonly parts: readonly { readonly sent: Part; readonly own: Part; readonly text: string }[];
}

async function toldBy(random: SeededRandom): Promise<Told> {
  const words = ['Dear ', '😀', 'ß, ', '[', ' see ', '李\n', 'PERSON-', '“', values[0], values[1], values[2]] as const;
  const own = Array.from({ length: random.whole(1, 14) }, () => random.oneOf([' ', ...words.map(String)])).flatMap(
    // A name beside another letter would be part of a word.
    (word) => (values.includes(word) ? [' ', word, ' '] : [word]),
  );
  const conversation = await engine.cast(castRequest(own));
  const sent = conversation.texts;
  const at = (pieces: readonly string[], count: number): number => lengthOf(pieces.slice(0, count).join(''));
  const parts = Array.from({ length: 4 }, () => {
    const first = random.whole(0, own.length - 1);
    const last = random.whole(first + 1, own.length);
    return {
      sent: { start: at(sent, first), end: at(sent, last) },
      own: { start: at(own, first), end: at(own, last) },
      text: own.slice(first, last).join(''),
    };
  });
  return { conversation, sent: sent.join(''), own: own.join(''), parts };
}

const ofChat = ({ start, end }: Part) => ({
  type: 'url_citation',
  url_citation: { title: 'x', url: 'https://a.example', start_index: start, end_index: end },
});
const ofResponses = ({ start, end }: Part) => ({
  type: 'url_citation',
  title: 'x',
  url: 'https://a.example',
  start_index: start,
  end_index: end,
});

/** What a test made itself and reads back. */
type Json = ReturnType<typeof JSON.parse>;
const encloses = (t: ExecutionContext, text: string, { start_index: start, end_index: end }: Json, said: string) =>
  t.is(characters(text, start, end), said);

const message = (text: string, parts: readonly Part[]) => ({
  type: 'message',
  id: 'm',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: parts.map(ofResponses) }],
});

const wholes: Readonly<
  Record<string, { readonly map: TextMap; write(told: Told): object; read(body: Json): { text: string; told: Json[] } }>
> = {
  'chat completions': {
    map: chatCompletionsTextMap,
    write: ({ sent, parts }) => ({
      choices: [
        { index: 0, message: { role: 'assistant', content: null } },
        {
          index: 1,
          message: { role: 'assistant', content: sent, annotations: parts.map((each) => ofChat(each.sent)) },
        },
      ],
    }),
    read: ({ choices }) => ({
      text: choices[1].message.content,
      told: choices[1].message.annotations.map((each: Json) => each['url_citation']),
    }),
  },
  responses: {
    map: responsesTextMap,
    write: ({ sent, parts }) => ({
      output: [
        { type: 'reasoning', id: 'r', summary: [] },
        message(
          sent,
          parts.map((each) => each.sent),
        ),
      ],
    }),
    read: ({ output }) => ({ text: output[1].content[0].text, told: output[1].content[0].annotations }),
  },
};

for (const [name, { map, write, read }] of Object.entries(wholes)) {
  test(`${name}: citations of a whole answer enclose the words that the upstream meant`, async (t) => {
    const random = randomOf(t);
    for (let round = 0; round < 100; round++) {
      const told = await toldBy(random);
      const texts = { shape: map.answer, citations: map.citations?.answer };
      const plain = JSON.stringify(write(told));
      // Names of members may be escaped.
      const answer = round % 2 === 0 ? plain : plain.replaceAll('_index"', String.raw`_inde\u0078"`);
      const body = restoredBody(texts, Buffer.from(answer), told.conversation);
      const { text, told: citations } = read(JSON.parse(body.toString()));
      t.is(text, told.own);
      for (const [place, part] of told.parts.entries()) encloses(t, text, citations[place] ?? {}, part.text);
    }
  });
}

interface Streamed {
  readonly map: TextMap;
  records(told: Told, random: SeededRandom): readonly object[];
  read(records: readonly Json[]): { text: string; told: Json[][] };
}

/** The text in pieces; each citation behind the pieces that hold it, or somewhat later. */
function pieced({ sent, parts }: Told, random: SeededRandom) {
  const records: ({ readonly delta: string } | { readonly part: number })[] = [];
  const waiting = new Set(parts.keys());
  let [at, passed] = [0, 0];
  while (at < sent.length || waiting.size > 0) {
    const next = Math.min(sent.length, at + random.whole(1, 9));
    // No piece ends within a character.
    const end = (sent.charCodeAt(next) & 0xfc00) === 0xdc00 ? next + 1 : next;
    if (end > at) records.push({ delta: sent.slice(at, end) });
    at = end;
    passed = lengthOf(sent.slice(0, at));
    for (const part of waiting) {
      if ((parts[part]?.sent.end ?? 0) > passed || (at < sent.length && random.whole(0, 1) === 0)) continue;
      waiting.delete(part);
      records.push({ part });
    }
  }
  return records;
}

const streamed: Readonly<Record<string, Streamed>> = {
  'chat completions': {
    map: chatCompletionsTextMap,
    records: (told, random) => [
      ...pieced(told, random).map((each) => {
        const delta =
          'delta' in each ? { content: each.delta } : { annotations: [ofChat(told.parts[each.part]?.sent as Part)] };
        return { choices: [{ index: 1, delta }] };
      }),
      { choices: [{ index: 1, delta: {}, finish_reason: 'stop' }] },
    ],
    read: (records) => ({
      text: records.map(({ choices }) => choices[0].delta.content ?? '').join(''),
      told: [records.flatMap(({ choices }) => choices[0].delta.annotations ?? []).map((each) => each.url_citation)],
    }),
  },
  responses: {
    map: responsesTextMap,
    records: (told, random) => {
      const place = { item_id: 'm', output_index: 2, content_index: 0 };
      const whole = message(
        told.sent,
        told.parts.map((each) => each.sent),
      );
      return [
        ...pieced(told, random).map((each) =>
          'delta' in each
            ? { type: 'response.output_text.delta', ...place, delta: each.delta }
            : {
                type: 'response.output_text.annotation.added',
                ...place,
                annotation_index: each.part,
                annotation: ofResponses(told.parts[each.part]?.sent as Part),
              },
        ),
        { type: 'response.output_text.done', ...place, text: told.sent },
        // Some servers tell one behind the end of its text.
        {
          type: 'response.output_text.annotation.added',
          ...place,
          annotation_index: 0,
          annotation: ofResponses(told.parts[0]?.sent as Part),
        },
        { type: 'response.content_part.done', ...place, part: whole.content[0] },
        { type: 'response.output_item.done', output_index: 2, item: whole },
        { type: 'response.completed', response: { id: 'r', output: [{ type: 'x' }, { type: 'y' }, whole] } },
      ];
    },
    read: (records) => {
      const added = records.flatMap(({ annotation, annotation_index: index }) =>
        annotation ? [[index, annotation]] : [],
      );
      const byIndex = (which: (typeof added)[]) => which.map(([, annotation]) => annotation as Json);
      const inOrder = added.slice(0, -1).toSorted((a, b) => a[0] - b[0]);
      const of = (type: string) => records.find((record) => record['type'] === type) ?? {};
      return {
        text: records.map(({ delta }) => delta ?? '').join(''),
        told: [
          byIndex(inOrder as never),
          byIndex(added.slice(-1) as never),
          of('response.content_part.done')['part'].annotations,
          of('response.output_item.done')['item'].content[0].annotations,
          of('response.completed')['response'].output[2].content[0].annotations,
        ],
      };
    },
  },
};

for (const [name, { map, records, read }] of Object.entries(streamed)) {
  test(`${name}: citations of a stream enclose the words that the upstream meant, wherever it is cut`, async (t) => {
    const random = randomOf(t);
    for (let round = 0; round < 60; round++) {
      const told = await toldBy(random);
      const bytes = Buffer.from(
        records(told, random)
          .map((each) => `data: ${JSON.stringify(each)}\n\n`)
          .join(''),
      );
      const stream = restoredStream({ texts: map, restorer: told.conversation, recordBytesMax: 1_000_000 });
      const out: Buffer[] = [];
      for (let at = 0; at < bytes.length;) {
        const end = at + random.whole(1, 200);
        out.push(stream.push(bytes.subarray(at, end)) ?? Buffer.alloc(0));
        at = end;
      }
      out.push(stream.finish() ?? Buffer.alloc(0));
      const shown = createRecordSplitter({ recordBytesMax: 1_000_000 })
        .push(Buffer.concat(out))
        .map(({ data }) => JSON.parse(data?.toString() ?? ''));
      const { text, told: lists } = read(shown);
      t.is(text, told.own);
      for (const list of lists) {
        const expected =
          list.length === told.parts.length || name !== 'responses' ? told.parts : told.parts.slice(0, 1);
        t.is(list.length, expected.length);
        // Of a stream of chat completions the order is that of their coming.
        const said = new Set(expected.map((part) => part.text));
        for (const citation of list) t.true(said.has(characters(text, citation['start_index'], citation['end_index'])));
      }
    }
  });
}

test('citations that a caller sends with earlier answers are moved to the words that are sent', async (t) => {
  const random = randomOf(t);
  for (let round = 0; round < 100; round++) {
    const told = await toldBy(random);
    const sent = {
      input: [
        { role: 'user', content: 'x' },
        message(
          told.sent,
          told.parts.map((each) => each.own),
        ),
      ],
    };
    const object = scanJsonObject(Buffer.from(JSON.stringify(sent)));
    if (object.kind === 'json_fault' || responsesTextMap.citations === undefined) return t.fail();
    const cited = { restorer: told.conversation, direction: 'before' } as const;
    const written = editedJsonText(object, citedEdits(responsesTextMap.citations.request, object, cited));
    const body = JSON.parse(written.toString());
    const { text, annotations } = body['input'][1].content[0];
    for (const [place, part] of told.parts.entries()) {
      const { start_index: start, end_index: end } = annotations[place];
      t.is(told.conversation.restore(characters(text, start, end)), part.text);
    }
    // And back: what is kept of it is shown as the caller told it.
    const shape = { shape: responsesTextMap.request, citations: responsesTextMap.citations.request };
    t.deepEqual(JSON.parse(restoredBody(shape, written, told.conversation).toString()), {
      input: [
        sent.input[0],
        message(
          told.own,
          told.parts.map((each) => each.own),
        ),
      ],
    });
  }
  return undefined;
});

test('messages: citations of a document enclose the caller’s own words, and those that match no words stay', async (t) => {
  const random = randomOf(t);
  for (let round = 0; round < 100; round++) {
    const told = await toldBy(random);
    const document = (data: string) => ({
      type: 'document',
      source: { type: 'text', data },
      citations: { enabled: true },
    });
    const picture = { type: 'document', source: { type: 'base64', data: 'AAAA', media_type: 'application/pdf' } };
    const result = { type: 'tool_result', tool_use_id: 'u', content: [document('other 😀'), document(told.sent)] };
    const body = Buffer.from(JSON.stringify({ messages: [{ role: 'user', content: [picture, result] }] }));
    const documents = documentsIn(messagesTextMap.citations?.documents ?? {}, body);
    t.deepEqual(documents, ['', 'other 😀', told.sent]);
    const restorer = withDocuments(told.conversation, documents);
    const citation = (part: Part, cited_text: string, document_index = 2) => ({
      type: 'char_location',
      cited_text,
      document_index,
      document_title: null,
      start_char_index: part.start,
      end_char_index: part.end,
    });
    const answer = (citations: readonly object[]) => ({
      type: 'message',
      content: [{ type: 'text', text: 'x', citations }],
    });
    const upstream = answer([
      ...told.parts.map((each) => citation(each.sent, characters(told.sent, each.sent.start, each.sent.end))),
      citation({ start: 5, end: 9 }, 'nowhere'),
      citation({ start: 5, end: 9 }, 'nowhere', 7),
    ]);
    const texts = { shape: messagesTextMap.answer, citations: messagesTextMap.citations?.answer };
    const shown = restoredBody(texts, Buffer.from(JSON.stringify(upstream)), restorer).toString();
    const expected = answer([
      ...told.parts.map((each) => citation(each.own, each.text)),
      citation({ start: 5, end: 9 }, 'nowhere'),
      citation({ start: 5, end: 9 }, 'nowhere', 7),
    ]);
    t.deepEqual(JSON.parse(shown), expected);
    // The next turn tells them again, and what they cite was cast: they are sent as the upstream told them.
    const cast = answer([
      ...told.parts.map((each) => citation(each.own, characters(told.sent, each.sent.start, each.sent.end))),
      citation({ start: 5, end: 9 }, 'nowhere'),
      citation({ start: 5, end: 9 }, 'nowhere', 7),
    ]);
    const turn = (content: readonly object[]) => ({ messages: [{ role: 'assistant', content }] });
    const object = scanJsonObject(Buffer.from(JSON.stringify(turn(cast.content))));
    if (object.kind === 'json_fault' || messagesTextMap.citations === undefined) return t.fail();
    const edits = citedEdits(messagesTextMap.citations.request, object, { restorer, direction: 'before' });
    t.deepEqual(JSON.parse(editedJsonText(object, edits).toString()), turn(upstream.content));
  }
  return undefined;
});

test('a place within a restored value moves to its beginning or its end', async (t) => {
  const { texts, restore } = await engine.cast(castRequest(['Hi Ada, 😀']));
  const places = new RestoredPlaces();
  t.is(restore(texts[0] ?? '', places), 'Hi Ada, 😀');
  const [start, end] = [3, (texts[0] ?? '').indexOf(',')];
  t.deepEqual(
    [start, start + 1, end - 1, end].map((place) => [places.after(place, 'start'), places.after(place, 'end')]),
    [
      [3, 3],
      [3, 6],
      [3, 6],
      [6, 6],
    ],
  );
  t.deepEqual(
    [3, 4, 6, 8].map((place) => [places.before(place, 'start'), places.before(place, 'end')]),
    [
      [start, start],
      [start, end],
      [end, end],
      [end + 2, end + 2],
    ],
  );
});
