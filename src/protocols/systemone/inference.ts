import type { Reading } from '../face.ts';
import type { Target } from '../../catalogue/model-catalogue.ts';
import { systemOneTemplateTokensMax } from '../../domain/template-tokens.ts';
import { readSystemOneAnswer } from './answer.ts';
import { assertChosenUpstreamPriced } from '../requests/uncounted-member.ts';
import { readUnknownMembers } from '../requests/unknown-members.ts';
import { knownSystemOneMembers } from './known-members.ts';
import { readSystemOneRequest, writeSystemOneRequest, type SystemOneRequest } from './request.ts';
import { GatewayError } from '../../errors.ts';
import type { InferenceRequest, WorkMax } from '../inference-request.ts';
import type { WholeAnswer } from '../answers/whole-answer.ts';
import { workMax } from '../requests/work-max.ts';
import { invalidValue, scanJsonBody } from '../requests/json-body.ts';

/** Reads a System One request: its answers are short and never streamed. Raises `GatewayError` (400). */
export function readSystemOneInference(body: Buffer, { jsonLimits: limits }: Reading): InferenceRequest {
  const object = scanJsonBody(body, limits);
  const asked = readSystemOneRequest(object);
  if (asked.kind === 'request_fault') throw invalidValue(asked);
  const { unknownMember } = readUnknownMembers(object, knownSystemOneMembers);
  return {
    // No token of an answer is shorter than a byte.
    asked: { model: asked.model, effort: null, serviceTier: null, outputTokensMax: asked.answersBytesMax },
    input: { bytes: body.length, tokens: null, castable: asked.hasMedia ? 'part' : 'all' },
    work: {
      unknownMember: unknownMember ?? asked.unknownMember,
      max: (target) => workMax(inputTokensMax(asked, object.rewrittenBytesMax, target), promptsOf(asked, target)),
      wholeMax: (target) => workMax(wholeInputTokensMax(asked, target), promptsOf(asked, target)),
      uncounted: () => null,
      assertTakenBy: (target) => {
        assertChosenUpstreamPriced(object, target);
        assertTakenBy(asked, target);
      },
    },
    answers: {
      unstreamed: { form: 'json', read: (answer) => readAnswer(answer, asked) },
      stream: null,
      ownAnswer: null,
    },
    memory: null,
    write: (target) => writeSystemOneRequest(object, target),
  };
}

/** The state is read once, or once for each question, each time within one context window. */
function inputTokensMax({ questions, hasMedia }: SystemOneRequest, bodyTokensMax: number, target: Target): number {
  const { contextTokensMax, systemOne } = target;
  const promptTokens = hasMedia
    ? contextTokensMax
    : Math.min(bodyTokensMax + systemOneTemplateTokensMax, contextTokensMax);
  return systemOne.prompt_per_question ? promptTokens * questions.size : promptTokens;
}

/** Each prompt is as long as the context window. */
function wholeInputTokensMax({ questions }: SystemOneRequest, { contextTokensMax, systemOne }: Target): number {
  return systemOne.prompt_per_question ? contextTokensMax * questions.size : contextTokensMax;
}

/** How often the state is read, each time within one context window. */
function promptsOf({ questions }: SystemOneRequest, { systemOne }: Target): Pick<WorkMax, 'readingsMax'> {
  return { readingsMax: systemOne.prompt_per_question ? questions.size : 1 };
}

function assertTakenBy({ questions }: SystemOneRequest, { systemOne }: Target): void {
  if (questions.size > systemOne.questions_max) {
    throw new GatewayError('invalid_value', {
      detail: `This model accepts at most ${systemOne.questions_max} questions.`,
      param: 'questions',
    });
  }
}

function readAnswer(body: Buffer, asked: SystemOneRequest): WholeAnswer | null {
  const answer = readSystemOneAnswer(body, asked);
  if (answer === null) return null;
  const { bytes, reading, answersBytes } = answer;
  return { body: bytes, usage: reading?.usage ?? null, reading, serviceTier: null, contentBytes: answersBytes };
}
