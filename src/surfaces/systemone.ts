import type { Middleware } from 'koa';
import type { JsonLimits } from '../wire/json-scan.ts';
import type { Target } from '../catalogue/model-catalogue.ts';
import { readSystemOneAnswer } from '../protocols/systemone/answer.ts';
import { readSystemOneRequest, writeSystemOneRequest, type SystemOneRequest } from '../protocols/systemone/request.ts';
import { shownName } from '../protocols/requests/request-fields.ts';
import { systemOneTexts } from '../protocols/systemone/text-map.ts';
import { GatewayError } from '../errors.ts';
import type { InferenceRequest, Surface, WholeAnswer } from '../pipeline/stages.ts';
import { serveInference, type InferenceDeps } from './inference-handler.ts';
import { invalidValue, scanBody } from './json-body.ts';
import { neverStreamed } from './never-streamed.ts';
import { readUpstreamRefusal } from './upstream-refusal.ts';

/**
 * `POST /v1/systemone`: one state and typed questions, answered with probabilities. Never streamed. Unlike elsewhere the
 * answer keeps the upstream's name of the model: in this protocol it tells the version that answered.
 */
export function systemOne(deps: InferenceDeps): Middleware {
  return serveInference(createSystemOneSurface(deps.jsonLimits), deps);
}

/** How its bodies are read and written. */
export function createSystemOneSurface(jsonLimits: JsonLimits): Surface {
  return {
    name: 'systemone',
    upstreamPath: '/systemone',
    forwardedHeaders: ['typesafe-danger-zone-'],
    texts: systemOneTexts,
    parse: (body) => parseSystemOneRequest(body, jsonLimits),
  };
}

function parseSystemOneRequest(body: Buffer, limits: JsonLimits): InferenceRequest {
  const object = scanBody(body, limits);
  const asked = readSystemOneRequest(object);
  if (asked.kind === 'request_fault') throw invalidValue(asked);
  return {
    model: asked.model,
    isStream: false,
    effort: null,
    serviceTier: null,
    inputBytes: body.length,
    hasUnboundedInput: asked.hasMedia,
    inputTokensMax: (target) => inputTokensMax(asked, body.length, target),
    assertTakenBy: (target) => assertTakenBy(asked, target),
    unknownMember: asked.unknownMember,
    wholeWork: (target) => ({ inputTokensMax: wholeInputTokensMax(asked, target), answersMax: 1 }),
    // No token is shorter than a byte.
    outputTokensMax: asked.answersBytesMax,
    choices: 1,
    write: (target) => writeSystemOneRequest(object, target),
    readAnswer: (answer) => readAnswer(answer, asked),
    readStream: neverStreamed,
    readRefusal: readUpstreamRefusal,
  };
}

/** What an upstream puts around state and questions, tokens a prompt. */
const templateTokensMax = 512;

/** Read once, or once for each question, and each time within one context window. */
function inputTokensMax({ questions, hasMedia }: SystemOneRequest, bodyBytes: number, target: Target): number {
  const { contextTokensMax, systemOne } = target;
  const promptTokens = hasMedia ? contextTokensMax : Math.min(bodyBytes + templateTokensMax, contextTokensMax);
  return systemOne.prompt_per_question ? promptTokens * questions.size : promptTokens;
}

/** Each prompt as long as the context window. */
function wholeInputTokensMax({ questions }: SystemOneRequest, { contextTokensMax, systemOne }: Target): number {
  return systemOne.prompt_per_question ? contextTokensMax * questions.size : contextTokensMax;
}

function assertTakenBy({ extraFields, questions }: SystemOneRequest, { systemOne }: Target): void {
  const stray = extraFields.find((field) => !systemOne.fields.includes(field));
  if (stray !== undefined) {
    throw new GatewayError('invalid_value', {
      detail: `This model takes no field ${JSON.stringify(shownName(stray))} beside model, state and questions.`,
      param: shownName(stray),
    });
  }
  if (questions.size > systemOne.questions_max) {
    throw new GatewayError('invalid_value', {
      detail: `This model takes at most ${systemOne.questions_max} questions.`,
      param: 'questions',
    });
  }
}

function readAnswer(body: Buffer, asked: SystemOneRequest): WholeAnswer | null {
  const answer = readSystemOneAnswer(body, asked);
  if (answer === null) return null;
  return { body: answer.bytes, usage: answer.usage, serviceTier: null, contentBytes: answer.answersBytes };
}
