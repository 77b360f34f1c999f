import test from 'ava';
import type {
  TranscriptionDiarized,
  TranscriptionDiarizedSegment,
  TranscriptionSegment,
  TranscriptionVerbose,
  TranscriptionWord,
} from 'openai/resources/audio/transcriptions';
import { z } from 'zod';
import { audioGateway, upload } from '../_support/audio-gateway.ts';

const { audioCaller, endAudio } = audioGateway();
test.after.always(endAudio);

test('the sandbox writes all members that the protocol requires of detailed transcripts', async (t) => {
  const { audio } = await audioCaller();
  const ask = { model: 'light', file: await upload() };
  const verbose = await audio.transcriptions.create({
    ...ask,
    response_format: 'verbose_json',
    timestamp_granularities: ['word', 'segment'],
  });
  const number = z.number();
  const verboseSegment = {
    id: number,
    seek: number,
    start: number,
    end: number,
    text: z.string(),
    tokens: z.array(number),
    temperature: number,
    avg_logprob: number,
    compression_ratio: number,
    no_speech_prob: number,
  } satisfies Record<keyof TranscriptionSegment, z.ZodType>;
  const word = { word: z.string(), start: number, end: number } satisfies Record<keyof TranscriptionWord, z.ZodType>;
  const verboseMembers = {
    language: z.string(),
    duration: number,
    text: z.string(),
    usage: z.looseObject({}),
    segments: z.array(z.strictObject(verboseSegment)).min(1),
    words: z.array(z.strictObject(word)).min(1),
  } satisfies Record<keyof TranscriptionVerbose, z.ZodType>;
  t.notThrows(() => z.strictObject({ ...verboseMembers, task: z.literal('transcribe') }).parse(verbose));
  const diarized = await audio.transcriptions.create({ ...ask, response_format: 'diarized_json' });
  const diarizedSegment = {
    id: z.string(),
    type: z.literal('transcript.text.segment'),
    speaker: z.string(),
    start: number,
    end: number,
    text: z.string(),
  } satisfies Record<keyof TranscriptionDiarizedSegment, z.ZodType>;
  const diarizedMembers = {
    duration: number,
    task: z.literal('transcribe'),
    text: z.string(),
    usage: z.looseObject({}),
    segments: z.array(z.strictObject(diarizedSegment)).min(1),
  } satisfies Record<keyof TranscriptionDiarized, z.ZodType>;
  t.notThrows(() => z.strictObject(diarizedMembers).parse(diarized));
});
