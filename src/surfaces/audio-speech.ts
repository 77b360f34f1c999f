import type { Middleware } from 'koa';
import { createAudioStreamReader } from '../domain/audio-stream.ts';
import { readSpeechRequest, writeSpeechRequest, type SpeechRequest } from '../domain/speech-request.ts';
import { noUsage, type TokenUsage } from '../domain/usage.ts';
import type { GatewayError } from '../errors.ts';
import type { InferenceRequest, StreamReader, Surface } from '../pipeline/stages.ts';
import { serveInference, type InferenceDeps } from './inference-handler.ts';
import { invalidValue, scanBody } from './json-body.ts';
import { openaiErrorBody, openaiRefusal } from './openai-error.ts';

/**
 * `POST /v1/audio/speech`: text that is spoken, as bytes of sound or as events. Priced on the characters of `input`, or
 * on tokens where the upstream counts them. Placeholders would be heard: nothing is cast, so a caller who needs that is
 * served by trusted targets only.
 */
export function audioSpeech(deps: InferenceDeps): Middleware {
  return serveInference(createSpeechSurface(deps.jsonDepthMax), deps);
}

function createSpeechSurface(jsonDepthMax: number): Surface {
  return {
    name: 'audio_speech',
    upstreamPath: '/audio/speech',
    forwardedHeaders: ['openai-beta'],
    parse: (body) => parseSpeechRequest(body, jsonDepthMax),
  };
}

function parseSpeechRequest(body: Buffer, depthMax: number): InferenceRequest {
  const object = scanBody(body, depthMax);
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
    usageOfWholeAnswer: charactersUsage(asked),
    answerForm: 'bytes',
    outputTokensMax: null,
    choices: 1,
    write: (target) => writeSpeechRequest(object, target),
    readAnswer: () => null,
    readStream: (_model, recordBytesMax) => readStream(asked, recordBytesMax),
    readRefusal: openaiRefusal,
  };
}

function charactersUsage({ characters }: SpeechRequest): TokenUsage {
  return { ...noUsage, input_characters: characters };
}

function readStream(asked: SpeechRequest, recordBytesMax: number): StreamReader {
  const reader = createAudioStreamReader({ recordBytesMax });
  return {
    push: (piece) => reader.push(piece),
    finish: () => reader.end(),
    get isDone() {
      return reader.isDone;
    },
    get isComplete() {
      return reader.isDone;
    },
    get hasError() {
      return reader.hasError;
    },
    get usage() {
      const characters = reader.contentBytes === 0 && !reader.isDone ? null : charactersUsage(asked);
      return reader.usage === null ? characters : { ...reader.usage, input_characters: asked.characters };
    },
    serviceTier: null,
    get contentBytes() {
      return reader.contentBytes;
    },
    get doneRecord() {
      return reader.doneRecord;
    },
    errorRecord: audioErrorRecord,
  };
}

/** As the official client reads it: a record whose data holds `error`. */
export function audioErrorRecord(error: GatewayError): Buffer {
  return Buffer.from(`data: ${JSON.stringify(openaiErrorBody(error))}\n\n`);
}
