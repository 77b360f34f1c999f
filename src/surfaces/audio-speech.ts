import type { Middleware } from 'koa';
import type { AudioStreamReader } from '../protocols/audio/stream.ts';
import type { JsonLimits } from '../wire/json-scan.ts';
import { readSpeechRequest, writeSpeechRequest, type SpeechRequest } from '../protocols/audio/speech-request.ts';
import { knownSpeechMembers } from '../protocols/audio/known-speech-members.ts';
import { noUsage, type TokenUsage } from '../domain/usage.ts';
import { audioSpeechTexts } from '../protocols/audio/speech-text-map.ts';
import type { InferenceRequest, Surface } from '../pipeline/stages.ts';
import { readAudioEvents } from './audio-events.ts';
import { serveInference, type InferenceDeps } from './inference-handler.ts';
import { invalidValue, scanBody } from './json-body.ts';
import { readUnknownMembers } from './unknown-members.ts';
import { readUpstreamRefusal } from './upstream-refusal.ts';

/**
 * `POST /v1/audio/speech`: text that is spoken, as bytes of sound or as events. Priced on the characters of `input`, or
 * on tokens where the upstream counts them. Placeholders would be heard: nothing is cast, so a caller who needs that is
 * served by trusted targets only.
 */
export function audioSpeech(deps: InferenceDeps): Middleware {
  return serveInference(createSpeechSurface(deps.jsonLimits), deps);
}

/** How its bodies are read and written. */
export function createSpeechSurface(jsonLimits: JsonLimits): Surface {
  return {
    name: 'audio_speech',
    upstreamPath: '/audio/speech',
    forwardedHeaders: ['openai-beta'],
    texts: audioSpeechTexts,
    parse: (body) => parseSpeechRequest(body, jsonLimits),
  };
}

function parseSpeechRequest(body: Buffer, limits: JsonLimits): InferenceRequest {
  const object = scanBody(body, limits);
  const asked = readSpeechRequest(object);
  if (asked.kind === 'request_fault') throw invalidValue(asked);
  return {
    model: asked.model,
    isStream: asked.isStream,
    effort: null,
    serviceTier: null,
    inputBytes: body.length,
    hasUnboundedInput: false,
    isCastable: false,
    countedOtherwise: () => ({ inputCharactersMax: asked.characters }),
    ...readUnknownMembers(object, knownSpeechMembers),
    // Text to be spoken may stand elsewhere too: no character is shorter than a byte.
    wholeWork: ({ contextTokensMax }) => ({
      inputTokensMax: contextTokensMax,
      answersMax: 1,
      countedOtherwise: { inputCharactersMax: body.length },
    }),
    usageOfWholeAnswer: charactersUsage(asked),
    answerForm: 'bytes',
    outputTokensMax: null,
    choices: 1,
    write: (target) => writeSpeechRequest(object, target),
    readAnswer: () => null,
    readStream: (_model, recordBytesMax) => readAudioEvents(recordBytesMax, (reader) => usageSoFar(asked, reader)),
    readRefusal: readUpstreamRefusal,
  };
}

function charactersUsage({ characters }: SpeechRequest): TokenUsage {
  return { ...noUsage, input_characters: characters };
}

/** Where no tokens are told the characters are what was spoken, as soon as anything was. */
function usageSoFar(asked: SpeechRequest, { usage, isDone, contentBytes }: AudioStreamReader): TokenUsage | null {
  if (usage !== null) return { ...usage, input_characters: asked.characters };
  return isDone || contentBytes > 0 ? charactersUsage(asked) : null;
}
