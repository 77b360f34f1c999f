import type { Reading } from '../face.ts';
import { AudioStream, type AudioReport } from './stream.ts';
import { readSpeechRequest, writeSpeechRequest, type SpeechRequest } from './speech-request.ts';
import { knownSpeechMembers } from './known-speech-members.ts';
import { noUsage, type Usage } from '../../domain/usage.ts';
import type { Target } from '../../catalogue/model-catalogue.ts';
import type { InferenceRequest, WorkMax } from '../inference-request.ts';
import { inputTokensMax, promptTokensMax, workMax } from '../requests/work-max.ts';
import { invalidValue, scanJsonBody } from '../requests/json-body.ts';
import { assertChosenUpstreamPriced } from '../requests/uncounted-member.ts';
import { readUnknownMembers } from '../requests/unknown-members.ts';

/**
 * Reads a text that is to be spoken, as audio bytes or as events. Priced by the characters of `input`, or by tokens if
 * the upstream counts them. Placeholders would be heard, so nothing is cast: a caller who needs protection is served by
 * trusted targets only. Raises `GatewayError` (400).
 */
export function readSpeechInference(body: Buffer, { jsonLimits: limits }: Reading): InferenceRequest {
  const object = scanJsonBody(body, limits);
  const asked = readSpeechRequest(object);
  if (asked.kind === 'request_fault') throw invalidValue(asked);
  return {
    asked: { model: asked.model, effort: null, serviceTier: null, outputTokensMax: null },
    // A placeholder would be heard.
    input: { bytes: body.length, tokens: null, castable: 'none' },
    work: {
      ...readUnknownMembers(object, knownSpeechMembers),
      max: (target) => speechMax(promptTokensMax(object), target, asked.characters),
      wholeMax: (target) => wholeSpeechMax(body, target),
      uncounted: () => charactersUsage(asked),
      assertTakenBy: (target) => assertChosenUpstreamPriced(object, target),
    },
    answers: {
      unstreamed: { form: 'bytes', usage: charactersUsage(asked) },
      stream: asked.isStream
        ? { isOptional: false, open: () => new AudioStream('audio_speech', (report) => usageSoFar(asked, report)) }
        : null,
      ownAnswer: null,
    },
    memory: null,
    write: (target) => writeSpeechRequest(object, target),
  };
}

function speechMax(bodyTokensMax: number, target: Target, inputCharactersMax: number): WorkMax {
  const read = { bodyTokensMax, hasUnboundedInput: false, toolPrompts: 0 };
  return workMax(inputTokensMax(read, target), { countedOtherwise: { inputCharactersMax } });
}

/** Other members may hold text to be spoken too: no character is shorter than a byte. */
function wholeSpeechMax({ length: inputCharactersMax }: Buffer, { contextTokensMax }: Target): WorkMax {
  return workMax(contextTokensMax, { countedOtherwise: { inputCharactersMax } });
}

function charactersUsage({ characters }: SpeechRequest): Usage {
  return { ...noUsage, input_characters: characters };
}

/** Without token counters the characters of the input are charged, as soon as any audio came. */
function usageSoFar(asked: SpeechRequest, { usage, hasContent }: AudioReport): Usage | null {
  if (usage !== null) return { ...usage, input_characters: asked.characters };
  return hasContent ? charactersUsage(asked) : null;
}
