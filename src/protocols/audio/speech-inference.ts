import type { Reading } from '../face.ts';
import type { AudioStreamReader } from './stream.ts';
import { readSpeechRequest, writeSpeechRequest, type SpeechRequest } from './speech-request.ts';
import { knownSpeechMembers } from './known-speech-members.ts';
import { noUsage, type TokenUsage } from '../../domain/usage.ts';
import type { InferenceRequest } from '../inference-request.ts';
import { readAudioEvents } from './events.ts';
import { invalidValue, scanBody } from '../requests/json-body.ts';
import { readUnknownMembers } from '../requests/unknown-members.ts';
import { readUpstreamRefusal } from '../answers/upstream-refusal.ts';

/**
 * Reads a text that is to be spoken, as bytes of sound or as events. Priced on the characters of `input`, or on tokens
 * where the upstream counts them. Placeholders would be heard: nothing is cast, so a caller who needs that is served by
 * trusted targets only. Raises `GatewayError` (400).
 */
export function readSpeechInference(body: Buffer, { jsonLimits: limits }: Reading): InferenceRequest {
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
