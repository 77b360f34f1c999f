import test from 'ava';
import * as fc from 'fast-check';
import { CastBook } from '../../src/personal-data/placeholders/cast-book.ts';
import { everyHost } from '../../src/personal-data/placeholders/link-guard.ts';
import { restoredBody } from '../../src/personal-data/restored-body.ts';
import { chatCompletionsTextMap } from '../../src/protocols/chat/text-map.ts';
import { messagesTextMap } from '../../src/protocols/messages/text-map.ts';
import { responsesTextMap } from '../../src/protocols/responses/text-map.ts';
import { restoredStream } from '../_support/passing-stream.ts';
import { placeholderRestorer } from '../_support/placeholder-restorer.ts';
import { propertyRuns } from '../_support/property-runs.ts';

// Whatever shape an answer has and wherever its bytes are cut, no placeholder is left in it.

const book = new CastBook(Buffer.alloc(32, 7));
const { placeholder } = book.entryOf('Mario Rossi', 'PERSON');
const restorer = placeholderRestorer(book.entries, { hosts: new Set([everyHost]), own: new Set() });

/** Names that protocols give a meaning, and some that none has. */
const name = fc.constantFrom(
  'id',
  'type',
  'item_id',
  'call_id',
  'index',
  'content',
  'text',
  'name',
  'arguments',
  'logprobs',
  'token',
  'tokens',
  'prompt_logprobs',
  'title',
  'url',
  'delta',
  'message',
  'output',
  'choices',
  'x_note',
);
const written = fc.constantFrom(
  placeholder,
  `a ${placeholder}, b`,
  `_${placeholder}_1`,
  'text',
  'output_text',
  'x',
  '',
);
const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    written,
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.constantFrom(null, 1.5, 7),
  ),
}));
const cuts = fc.array(fc.nat(), { maxLength: 8 });
const line = fc
  .tuple(fc.constantFrom(': ', 'id: ', 'event: ', 'retry: ', 'x: '), written)
  .map((parts) => parts.join(''));
const anyRecord = fc
  .tuple(fc.array(line, { maxLength: 2 }), fc.dictionary(name, anything, { maxKeys: 4 }))
  .map(([lines, data]) => [...lines, `data: ${JSON.stringify(data)}`, '', ''].join('\n'));

for (const [surface, map] of Object.entries({ chatCompletionsTextMap, messagesTextMap, responsesTextMap })) {
  test(`no record of any shape has a placeholder, wherever its bytes are cut: ${surface}`, (t) => {
    fc.assert(
      fc.property(fc.array(anyRecord, { maxLength: 4 }), cuts, (records, inBytes) => {
        const stream = restoredStream({ texts: map, restorer, recordBytesMax: 100_000 });
        const bytes = Buffer.from(records.join(''));
        const places = [0, ...inBytes.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
        const pieces = places.slice(1).map((end, nth) => stream.push(bytes.subarray(places[nth], end)));
        t.notRegex([...pieces, stream.finish()].join(''), /PERSON/);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  test(`no answer of any shape has a placeholder: ${surface}`, (t) => {
    fc.assert(
      fc.property(fc.dictionary(name, anything, { maxKeys: 4 }), (body) => {
        const restored = restoredBody({ shape: map.answer }, Buffer.from(JSON.stringify(body)), restorer);
        t.notRegex(restored.toString(), /PERSON/);
      }),
      { numRuns: propertyRuns(300) },
    );
  });
}
