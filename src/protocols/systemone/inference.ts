import type { Reading } from '../face.ts';
import type { Target } from '../../catalogue/model-catalogue.ts';
import { readSystemOneAnswer } from './answer.ts';
import { readSystemOneRequest, writeSystemOneRequest, type SystemOneRequest } from './request.ts';
import { shownName } from '../requests/request-fields.ts';
import { GatewayError } from '../../errors.ts';
import type { InferenceRequest, WholeAnswer } from '../inference-request.ts';
import { invalidValue, scanBody } from '../requests/json-body.ts';
import { neverStreamed } from '../answers/never-streamed.ts';
import { readUpstreamRefusal } from '../answers/upstream-refusal.ts';

/** Reads a request of System One: answers of few bytes, never streamed. Raises `GatewayError` (400). */
export function readSystemOneInference(body: Buffer, { jsonLimits: limits }: Reading): InferenceRequest {
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
