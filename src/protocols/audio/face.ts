import { openaiErrors } from '../answers/openai-error.ts';
import type { FormFace, JsonFace } from '../face.ts';
import { readSpeechInference } from './speech-inference.ts';
import { audioSpeechTextMap } from './speech-text-map.ts';
import { transcriptionFields } from './transcription-fields.ts';
import { readTranscriptionInference } from './transcription-inference.ts';
import { audioTranscriptionsTextMap } from './transcriptions-text-map.ts';

const audio = { forwardedHeaders: ['openai-beta'], errors: openaiErrors } as const;

/** The length of a recording is not known before it is processed: only another model needs a smaller hold. */
const recording = {
  ...audio,
  texts: audioTranscriptionsTextMap,
  fields: transcriptionFields,
  lessWork: 'Use a model that accepts only shorter recordings',
} as const;

export const speechFace = {
  ...audio,
  name: 'audio_speech',
  upstreamPath: '/audio/speech',
  texts: audioSpeechTextMap,
  read: readSpeechInference,
  lessWork: 'Send a shorter text',
} as const satisfies JsonFace;

export const transcriptionsFace = {
  ...recording,
  name: 'audio_transcriptions',
  upstreamPath: '/audio/transcriptions',
  readForm: (form) => readTranscriptionInference(form, { canStream: true }),
} as const satisfies FormFace;

/** Transcripts translated to English. Never streamed. */
export const translationsFace = {
  ...recording,
  name: 'audio_translations',
  upstreamPath: '/audio/translations',
  readForm: (form) => readTranscriptionInference(form, { canStream: false }),
} as const satisfies FormFace;
