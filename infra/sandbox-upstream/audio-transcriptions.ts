// POST /v1/audio/transcriptions and /v1/audio/translations: tells of the upload what it was, as a transcript.
import { createHash } from 'node:crypto';
import { wordPieces } from './answer-pieces.ts';
import { readAskModel, readDirectives, RefusedAsk, replyOrRefusal } from './ask.ts';
import type { Fields } from './ask.ts';
import { combineDirections } from './misbehaviour.ts';
import type { Directions } from './misbehaviour.ts';
import { fieldsOf, readParts } from './multipart.ts';
import type { Part } from './multipart.ts';
import { openaiError } from './openai-error.ts';
import type { Reply, Surface, SurfaceCall } from './surface.ts';
import type { Usage } from './usage.ts';

const BYTES_PER_SECOND = 16_000;
const TOKENS_PER_SECOND = 10;
const BYTES_PER_TOKEN = 4;
const OVERRUN_FACTOR = 10;
const OVERRUN_SECONDS = 100_000;

const FORMATS = new Set(['json', 'text', 'srt', 'verbose_json', 'vtt', 'diarized_json']);

type Task = 'transcribe' | 'translate';

/** A recording, listened to. */
interface Heard {
  readonly model: string;
  readonly task: Task;
  /** Whether the times of words were asked for. */
  readonly words: boolean;
  readonly text: string;
  readonly seconds: number;
  readonly usage: Usage;
  readonly directions: Directions;
}

function readFile(parts: readonly Part[], model: string): Part {
  const file = parts.find(({ name, fileName }) => name === 'file' && fileName !== null);
  if (file !== undefined && file.content.length > 0) return file;
  throw new RefusedAsk({ message: '"file" is required.', code: 'invalid_value', param: 'file' }, model);
}

function readFormat({ response_format: format = 'json' }: Fields, model: string): string {
  if (FORMATS.has(String(format))) return String(format);
  const message = `There is no "response_format" ${String(format)}.`;
  throw new RefusedAsk({ message, code: 'invalid_value', param: 'response_format' }, model);
}

/** The smallest model counts time, the others tokens. */
const countsTime = (model: string): boolean => model.startsWith('sandbox-small');

function usageOf(heard: Omit<Heard, 'usage'>, promptBytes: number): Usage {
  const { model, seconds, text, directions } = heard;
  const { behaviours, parameters } = directions;
  if (countsTime(model)) {
    return { seconds: behaviours.has('overrun') ? seconds * OVERRUN_FACTOR + OVERRUN_SECONDS : seconds };
  }
  const audio = seconds * TOKENS_PER_SECOND;
  const input = parameters.prompt_tokens ?? audio + Math.ceil(promptBytes / BYTES_PER_TOKEN);
  const output = parameters.completion_tokens ?? wordPieces(text).length;
  return {
    input_tokens: input,
    input_token_details: { audio_tokens: Math.min(audio, input), text_tokens: Math.max(0, input - audio) },
    output_tokens: output,
    total_tokens: input + output,
  };
}

const toldUsage = ({ model, usage, directions }: Heard): object =>
  directions.behaviours.has('missing_usage')
    ? {}
    : { usage: { type: countsTime(model) ? 'duration' : 'tokens', ...usage } };

const cueEnd = (seconds: number, comma: string): string =>
  new Date(seconds * 1_000).toISOString().slice(11, 23).replace('.', comma);

function verbose({ task, text, seconds, words }: Heard): object {
  const scores = { avg_logprob: -0.25, compression_ratio: 1.5, no_speech_prob: 0.01, temperature: 0 };
  const pieces = wordPieces(text);
  const at = (index: number): number => (seconds * index) / pieces.length;
  return {
    task,
    text,
    language: 'english',
    duration: seconds + 0.25,
    segments: [{ id: 0, seek: 0, start: 0, end: seconds, text, tokens: pieces.map((_, index) => index), ...scores }],
    ...(words && {
      words: pieces.map((word, index) => ({ word: word.trim(), start: at(index), end: at(index + 1) })),
    }),
  };
}

function diarized({ text, seconds }: Heard): object {
  const segment = { type: 'transcript.text.segment', id: 'seg_0', start: 0, end: seconds, text, speaker: 'A' };
  return { text, duration: seconds, task: 'transcribe', segments: [segment] };
}

function wholeText(heard: Heard, format: string): string {
  const { text, seconds } = heard;
  switch (format) {
    case 'text':
      return `${text}\n`;
    case 'srt':
      return `1\n00:00:00,000 --> ${cueEnd(seconds, ',')}\n${text}\n\n`;
    case 'vtt':
      return `WEBVTT\n\n00:00:00.000 --> ${cueEnd(seconds, '.')}\n${text}\n\n`;
    case 'verbose_json':
      return JSON.stringify({ ...verbose(heard), ...toldUsage(heard) });
    case 'diarized_json':
      return JSON.stringify({ ...diarized(heard), ...toldUsage(heard) });
    default:
      return JSON.stringify({ text, ...toldUsage(heard) });
  }
}

function framesOf(heard: Heard): readonly string[] {
  const deltas = wordPieces(heard.text).map((delta) => ({ type: 'transcript.text.delta', delta }));
  const done = { type: 'transcript.text.done', text: heard.text, ...toldUsage(heard) };
  return [...deltas, done].map((data) => `data: ${JSON.stringify(data)}\n\n`);
}

function listen(call: SurfaceCall, task: Task): { readonly heard: Heard; readonly fields: Fields } {
  const parts = readParts(call.body, call.contentType);
  const fields = fieldsOf(parts);
  const model = readAskModel(fields);
  const file = readFile(parts, model);
  const prompt = typeof fields['prompt'] === 'string' ? fields['prompt'] : '';
  const read = readDirectives({ model, text: prompt, param: 'prompt' });
  const directions = combineDirections(read.directions, call.queued);
  const digest = createHash('sha256').update(file.content).digest('hex').slice(0, 16);
  const text = `${task} ${file.fileName} of ${file.content.length} bytes ${digest}`;
  const seconds = directions.parameters.frames ?? Math.ceil(file.content.length / BYTES_PER_SECOND);
  const words = [fields['timestamp_granularities[]'], fields['timestamp_granularities']].flat().includes('word');
  const heard = { model, task, words, text, seconds, directions };
  return { heard: { ...heard, usage: usageOf(heard, Buffer.byteLength(prompt)) }, fields };
}

function replyTo(call: SurfaceCall, task: Task): Reply {
  const { heard, fields } = listen(call, task);
  const { model, usage, directions } = heard;
  const format = readFormat(fields, model);
  const taken = { model, serviceTier: null, directions, input: heard.text, usage, usageAfter: () => usage };
  if (task === 'transcribe' && fields['stream'] === 'true' && !countsTime(model)) {
    const errorFrame = (): string =>
      `data: ${openaiError({ status: 500, message: 'The sandbox went deaf.', code: null, param: null })}\n\n`;
    return { ...taken, kind: 'stream', frames: framesOf(heard), errorFrame };
  }
  const type = format.endsWith('json') ? 'application/json' : 'text/plain; charset=utf-8';
  return { ...taken, kind: 'json', type, body: wholeText(heard, format) };
}

export const audioTranscriptions: Surface = {
  name: 'audio_transcriptions',
  path: '/v1/audio/transcriptions',
  reply: (call) => replyOrRefusal(() => replyTo(call, 'transcribe')),
  error: openaiError,
};

export const audioTranslations: Surface = {
  name: 'audio_translations',
  path: '/v1/audio/translations',
  reply: (call) => replyOrRefusal(() => replyTo(call, 'translate')),
  error: openaiError,
};
