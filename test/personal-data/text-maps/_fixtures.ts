// Bodies and streams of every surface. Those that end in `-recorded` are what the named agent sent, as it reached the
// upstream, long strings put short. All others are made: in them every human text names Ada, every byte-exact block is
// spelt with `0paque`, and every credential with `s3cret`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TextMap, TextShape } from '../../../src/personal-data/text-map.ts';
import { audioSpeechTextMap } from '../../../src/protocols/audio/speech-text-map.ts';
import { audioTranscriptionsTextMap } from '../../../src/protocols/audio/transcriptions-text-map.ts';
import { chatCompletionsTextMap } from '../../../src/protocols/chat/text-map.ts';
import { embeddingsTextMap } from '../../../src/protocols/embeddings/text-map.ts';
import { messagesTextMap } from '../../../src/protocols/messages/text-map.ts';
import { responsesTextMap } from '../../../src/protocols/responses/text-map.ts';
import { systemOneTextMap } from '../../../src/protocols/systemone/text-map.ts';

const maps: Readonly<Record<string, TextMap>> = {
  'audio-speech': audioSpeechTextMap,
  'audio-transcriptions': audioTranscriptionsTextMap,
  'chat-completions': chatCompletionsTextMap,
  embeddings: embeddingsTextMap,
  messages: messagesTextMap,
  responses: responsesTextMap,
  systemone: systemOneTextMap,
};

export interface Fixture {
  /** E.g. `messages/request-every-block`. */
  readonly name: string;
  readonly map: TextMap;
  readonly shape: TextShape;
  /** A body, or a record of a stream. */
  readonly json: unknown;
}

export interface StreamFixture {
  readonly name: string;
  readonly map: TextMap;
  readonly records: readonly unknown[];
}

const folder = join(import.meta.dirname, '../../fixtures');

const files = Object.entries(maps).flatMap(([surface, map]) =>
  readdirSync(join(folder, surface)).map((file) => {
    const json: unknown = JSON.parse(readFileSync(join(folder, surface, file), 'utf8'));
    const what = file.split('-')[0] ?? '';
    return { name: `${surface}/${file.replace('.json', '')}`, what, map, json };
  }),
);

/** Whole bodies. */
export const bodies: readonly Fixture[] = files.flatMap(({ name, what, map, json }) => {
  if (what === 'stream') return [];
  if (what !== 'request' && what !== 'answer' && what !== 'refusal') throw new Error(`a fixture of what? ${name}`);
  return [{ name, map, shape: map[what], json }];
});

export const streams: readonly StreamFixture[] = files.flatMap(({ name, what, map, json }) => {
  if (what !== 'stream') return [];
  if (!Array.isArray(json)) throw new Error(`a stream is a list of records: ${name}`);
  return [{ name, map, records: json }];
});

/** Bodies, and the records of streams one by one. */
export const fixtures: readonly Fixture[] = [
  ...bodies,
  ...streams.flatMap(({ name, map, records }) =>
    records.map((json, i) => ({ name: `${name}[${i}]`, map, shape: map.record ?? {}, json })),
  ),
];
