import { leafKinds, type LeafKind, type TextMap, type TextShape } from '../../src/personal-data/text-map.ts';
import { audioSpeechTextMap } from '../../src/protocols/audio/speech-text-map.ts';
import { audioTranscriptionsTextMap } from '../../src/protocols/audio/transcriptions-text-map.ts';
import { chatCompletionsTextMap } from '../../src/protocols/chat/text-map.ts';
import { embeddingsTextMap } from '../../src/protocols/embeddings/text-map.ts';
import { jsonSchema } from '../../src/personal-data/text-maps/json-schema.ts';
import { messagesBlockTexts } from '../../src/protocols/messages/block-texts.ts';
import { messagesToolTexts } from '../../src/protocols/messages/tool-texts.ts';
import { messagesTextMap } from '../../src/protocols/messages/text-map.ts';
import { openaiModeration } from '../../src/personal-data/text-maps/openai-moderation.ts';
import { openaiRefusal } from '../../src/personal-data/text-maps/openai-refusal.ts';
import { responsesItemTexts, responsesPart } from '../../src/protocols/responses/item-texts.ts';
import { responsesToolTexts } from '../../src/protocols/responses/tool-texts.ts';
import { responsesTextMap } from '../../src/protocols/responses/text-map.ts';
import { systemOneTextMap } from '../../src/protocols/systemone/text-map.ts';
import { markdownTable } from './markdown-table.ts';

/** By the path that it serves. */
const surfaces: Readonly<Record<string, TextMap>> = {
  '/v1/chat/completions': chatCompletionsTextMap,
  '/v1/responses': responsesTextMap,
  '/v1/messages': messagesTextMap,
  '/v1/embeddings': embeddingsTextMap,
  '/v1/systemone': systemOneTextMap,
  '/v1/audio/speech': audioSpeechTextMap,
  '/v1/audio/transcriptions': audioTranscriptionsTextMap,
};

/** Shapes that stand in several places, told once. */
const shared: ReadonlyMap<TextShape, string> = new Map([
  [jsonSchema, 'JSON Schema'],
  [openaiRefusal, 'OpenAI error'],
  [openaiModeration, 'OpenAI moderation'],
  [responsesItemTexts, 'responses item'],
  [responsesPart, 'responses part'],
  [responsesToolTexts, 'responses tool'],
  [messagesBlockTexts, 'messages block'],
  [messagesToolTexts, 'messages tool'],
]);

/** What a kind is, and what becomes of it where personal data is cast on its way up and put back on its way down. */
const meanings: Readonly<Record<LeafKind, readonly [is: string, cast: string, restored: string]>> = {
  text: ['human text', 'yes; where it is JSON, each of its strings', 'yes'],
  json_text: ['JSON in a string; all that it holds is human text', 'each of its strings, names included', 'yes'],
  token_text: [
    'a piece of a text that is elsewhere too',
    'left out where that text is changed',
    'left out where that text is changed',
  ],
  signed_text: ['human text that a signature covers', 'never; with known personal data in it refused', 'never'],
  opaque: [
    'byte-exact: ids, base64, padding',
    'never; with known personal data or a mail address in an id refused',
    'never',
  ],
  bound: [
    'opaque, and read by nobody but the [account that made it](upstreams.md#opaque-blocks): encrypted reasoning, signatures',
    'never',
    'never',
  ],
  vocabulary: [
    "words of the protocol or of the caller's code",
    'never; with known personal data, a mail address or a number of an account, card or person in it refused',
    'yes',
  ],
  url: [
    'an address, or data as one',
    'never; with personal data in it refused',
    'where [links](personal-data.md#links-in-answers) are',
  ],
  secret: ['credentials: never logged', 'never', 'never'],
};

/** `docs/text-maps.md`: where human text and byte-exact blocks are, a section for each surface. */
export function textMapsPage(): string {
  return `# Text maps

Where requests, answers and records of streams contain human text, and where they contain data that must stay as it is.
Casting, restoring and storing use these maps. The protocols in \`src/protocols\` declare them. Tests compare them with
what clients send and get, and with the types of the official clients: a string without a path fails a test.

| in a path | means |
|---|---|
| \`name\` | the member of that name |
| \`one\\|other\` | either |
| \`*\` | any other member |
| \`**\` | everything within |
| \`~\` | the names of the members |
| \`[]\` | every element |
| \`[type=text]\`, \`{type=text}\` | the elements, and the objects, whose \`type\` is \`text\` |
| \`$name\` | the member that tells one text of a stream from another; with \`?\` it may be absent, and the place of the object tells it |

${markdownTable(
  ['kind', 'is', 'cast', 'restored'],
  leafKinds.map((kind) => [`\`${kind}\``, ...meanings[kind]]),
)}

- **Strings without a path** are cast, so that nothing new leaves unseen, and restored, so that no placeholder reaches
  the caller. In a stream such a string may be a piece of a text: pieces belong together if they have the same path,
  \`index\` and id, or else the same position.
- **Streams.** Text that may be the beginning of a placeholder waits for the next piece of the text, or for a record
  that shows that the text has ended; a string without a path waits for 64 records at most.
- **Numbers.** Whole numbers of seven digits or more are cast to strings within data of any form (\`**\`, and JSON in a
  text). They are restored to numbers if they are a whole value. Other numbers are taken for settings.
- **Citations** have offsets in characters (Unicode code points) of a text. The offsets are adjusted to that text in
  both directions, if it is in the same answer or is a document of the request in plain text. An offset that does not
  fit its document stays. If a stored turn is cast once more, because its personal data was recognised later, its
  offsets are adjusted too. The \`index\` of a cited file is a position in a list, and stays.

Why: decisions
[19](adr/0019-engines-know-strings.md) and [34](adr/0034-placeholders-are-drawn-from-keys.md).

${Object.entries(surfaces)
  .map(([path, map]) => surfaceSection(path, map))
  .join('\n\n')}

## Shared shapes

${[...shared].map(([shape, name]) => `### ${capital(name)}\n\n${shapeTable(shape)}`).join('\n\n')}
`;
}

function surfaceSection(path: string, map: TextMap): string {
  const { request, answer, refusal, record, channels = [], citations } = map;
  const parts = { Request: request, Answer: answer, 'Record of a stream': record, Refusal: refusal };
  const shapes = Object.entries(parts).flatMap(([heading, shape]) =>
    shape === undefined || Object.keys(shape).length === 0 ? [] : [`### ${heading} of ${path}\n\n${shapeText(shape)}`],
  );
  const texts = channels.map(({ name, kind, pieces, ends, wholes }) => [
    `${name}: \`${kind}\``,
    lines(pieces),
    lines(ends),
    lines(wholes),
  ]);
  const heading = `### Texts of a stream of ${path}`;
  const table = markdownTable(['text', 'pieces', 'whole before', 'repeated in'], texts);
  const streamed = texts.length === 0 ? [] : [`${heading}\n\n${table}`];
  return [
    `## ${path}`,
    ...shapes,
    ...streamed,
    ...(citations === undefined ? [] : [citedSection(path, citations)]),
  ].join('\n\n');
}

function citedSection(path: string, { request, answer, record }: NonNullable<TextMap['citations']>): string {
  const rows = Object.entries({ request, answer, 'record of a stream': record }).flatMap(([where, { channels }]) =>
    channels.map(({ name, ends, wholes }) => [where, name, lines(ends), lines(wholes)]),
  );
  const table = markdownTable(['in a', 'cited', 'places', 'text'], rows);
  return `### Places that citations tell in ${path}\n\n${table}`;
}

const lines = (paths: readonly string[]): string => paths.map((path) => `\`${path}\``).join('<br>');

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A shared shape by its name, any other by its paths. */
function shapeText(shape: TextShape): string {
  const name = shared.get(shape);
  return name === undefined ? shapeTable(shape) : `As ${linkTo(name)}.`;
}

const linkTo = (name: string): string => `[${name}](#${name.toLowerCase().replaceAll(' ', '-')})`;

/** One row a kind, with all of its paths. */
function shapeTable(shape: TextShape): string {
  const places = [...placesOf(shape, '', [shape])];
  const kinds = leafKinds.map((kind) => [kind, `\`${kind}\``] as const);
  const others = [...shared.values()].map((name) => [name, linkTo(name)] as const);
  const rows = [...kinds, ...others, [again, again] as const].flatMap(([is, cell]) => {
    const paths = places.filter((place) => place.is === is).map(({ path }) => path);
    return paths.length === 0 ? [] : [[cell, lines(paths)]];
  });
  return markdownTable(['is', 'paths'], rows);
}

/** Of a place that holds once more what it stands in. */
const again = 'once more';

function* placesOf(
  shape: TextShape,
  prefix: string,
  within: readonly TextShape[],
): Generator<{ readonly path: string; readonly is: string }> {
  for (const [path, declared] of Object.entries(shape)) {
    const full = prefix === '' || /^([[{~]|$)/.test(path) ? `${prefix}${path}` : `${prefix}.${path}`;
    const inner = typeof declared === 'function' ? declared() : declared;
    const name = typeof inner === 'string' ? inner : shared.get(inner);
    if (name !== undefined) yield { path: full, is: name };
    else if (typeof inner === 'string') throw new Error('a kind is a name');
    else if (within.includes(inner)) yield { path: full, is: again };
    else yield* placesOf(inner, full, [...within, inner]);
  }
}
