// POST /v1/audio/speech: noise as long as the text, as bytes or as events, with counters that follow from the text.
import { createHash } from 'node:crypto';
import { readAskJson, readAskModel, readDirectives, RefusedAsk, replyOrRefusal } from './ask.ts';
import type { Fields } from './ask.ts';
import { combineDirections } from './misbehaviour.ts';
import type { Directions } from './misbehaviour.ts';
import { openaiError } from './openai-error.ts';
import type { Reply, Surface, SurfaceCall } from './surface.ts';
import type { Usage } from './usage.ts';

const CHARACTERS_MAX = 4096;
const BLOCK_BYTES = 1024;
const CHARACTERS_PER_BLOCK = 8;
const CHARACTERS_PER_TOKEN = 4;
const TOKENS_PER_BLOCK = 5;
const OVERRUN_FACTOR = 10;
const OVERRUN_TOKENS = 100_000;

const TYPES = new Map([
  ['mp3', 'audio/mpeg'],
  ['opus', 'audio/opus'],
  ['aac', 'audio/aac'],
  ['flac', 'audio/flac'],
  ['wav', 'audio/wav'],
  ['pcm', 'audio/pcm'],
]);

function readInput({ input, voice }: Fields, model: string): string {
  const refused = (message: string, param: string) => new RefusedAsk({ message, code: 'invalid_value', param }, model);
  if (typeof input !== 'string' || input === '') throw refused('"input" is a text.', 'input');
  if (Array.from(input).length > CHARACTERS_MAX) throw refused(`"input" has ${CHARACTERS_MAX} characters.`, 'input');
  if (typeof voice !== 'string') throw refused('"voice" is required.', 'voice');
  return input;
}

function readType({ response_format: format = 'mp3' }: Fields, model: string): string {
  const type = TYPES.get(String(format));
  if (type !== undefined) return type;
  const message = `There is no "response_format" ${String(format)}.`;
  throw new RefusedAsk({ message, code: 'invalid_value', param: 'response_format' }, model);
}

/** Bytes that are no text in any encoding, the same for the same text. */
function noiseOf(text: string, blocks: number): Buffer {
  const seed = createHash('sha256').update(text).digest();
  return Buffer.alloc(blocks * BLOCK_BYTES, Buffer.concat([Buffer.from([0xff, 0xfb, 0x00, 0x0d, 0x0a, 0x0a]), seed]));
}

interface Spoken {
  readonly model: string;
  readonly text: string;
  readonly characters: number;
  readonly blocks: number;
  readonly directions: Directions;
}

/** Events count tokens, unless they are told to count nothing. */
function tokensOf({ characters, directions }: Spoken, blocks: number): Usage {
  const { behaviours, parameters } = directions;
  const counted = parameters.completion_tokens ?? blocks * TOKENS_PER_BLOCK;
  const output = behaviours.has('overrun') ? counted * OVERRUN_FACTOR + OVERRUN_TOKENS : counted;
  const input = parameters.prompt_tokens ?? Math.ceil(characters / CHARACTERS_PER_TOKEN);
  return { input_tokens: input, output_tokens: output, total_tokens: input + output };
}

function framesOf({ text, blocks, directions }: Spoken, usage: Usage): readonly string[] {
  const noise = noiseOf(text, blocks);
  const deltas = Array.from({ length: blocks }, (_, block) => ({
    type: 'speech.audio.delta',
    audio: noise.subarray(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES).toString('base64'),
  }));
  const isSilent = directions.behaviours.has('missing_usage');
  const done = { type: 'speech.audio.done', ...(isSilent ? {} : { usage }) };
  return [...deltas, done].map((data) => `data: ${JSON.stringify(data)}\n\n`);
}

function replyTo(call: SurfaceCall): Reply {
  const fields = readAskJson(call.body);
  const model = readAskModel(fields);
  const input = readInput(fields, model);
  const type = readType(fields, model);
  const read = readDirectives({ model, text: input, param: 'input' });
  const directions = combineDirections(read.directions, call.queued);
  const characters = Array.from(input).length;
  const blocks = directions.parameters.frames ?? Math.max(4, Math.ceil(characters / CHARACTERS_PER_BLOCK));
  const spoken: Spoken = { model, text: read.text, characters, blocks, directions };
  const byCharacters: Usage = { input_characters: characters };
  const taken = { model, serviceTier: null, directions, input: read.text };
  if (fields['stream_format'] !== 'sse') {
    const body = noiseOf(read.text, blocks);
    return { ...taken, kind: 'json', type, body, usage: byCharacters, usageAfter: () => byCharacters };
  }
  const isSilent = directions.behaviours.has('missing_usage');
  const usage = isSilent ? byCharacters : tokensOf(spoken, blocks);
  return {
    ...taken,
    kind: 'stream',
    frames: framesOf(spoken, usage),
    usage,
    usageAfter: (framesSent) => (isSilent ? byCharacters : tokensOf(spoken, Math.min(framesSent, blocks))),
    errorFrame: () => `data: ${openaiError({ status: 500, message: 'The voice broke.', code: null, param: null })}\n\n`,
  };
}

export const audioSpeech: Surface = {
  name: 'audio_speech',
  path: '/v1/audio/speech',
  reply: (call) => replyOrRefusal(() => replyTo(call)),
  error: openaiError,
};
