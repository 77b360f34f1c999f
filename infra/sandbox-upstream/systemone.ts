// POST /v1/systemone: a fixed answer to every question, with counters that follow from the request.
import { readDirectives, replyOrRefusal } from './ask.ts';
import { combineDirections } from './misbehaviour.ts';
import type { Directions } from './misbehaviour.ts';
import type { Fault, Reply, Surface, SurfaceCall } from './surface.ts';
import { readSystemOneAsk } from './systemone-ask.ts';
import type { SystemOneAsk, SystemOneQuestion } from './systemone-ask.ts';
import type { Usage } from './usage.ts';

const BYTES_PER_TOKEN = 4;
const TEMPLATE_TOKENS = 12;
const HUGE_INPUT_TOKENS = 300_000_000;
const HUGE_OUTPUT_TOKENS = 500_000_000;
const OVERRUN_FACTOR = 10;
const OVERRUN_TOKENS = 100_000;

/** Each half as likely as the one before it, the last two alike: they add up to 1. */
const shares = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => 2 ** -Math.min(index + 1, count - 1));

/** With all their digits, which no serialiser writes so. */
const numberText = (value: number): string => value.toFixed(6);

const membersText = (keys: readonly string[], values: readonly string[]): string =>
  `{${keys.map((key, index) => `${JSON.stringify(key)}:${values[index]}`).join(',')}}`;

function answerText({ type, options }: SystemOneQuestion, { behaviours }: Directions): string {
  const likely = behaviours.has('probability_above_one') ? 1.5 : 0.75;
  if (type === 'noul') return `{"type":"noul","noul":${numberText(likely)}}`;
  const parts = shares(options.length).map(numberText);
  const told = behaviours.has('strange_label') ? [...options.slice(1), 'a label nobody gave'] : options;
  if (type === 'choice') {
    return `{"type":"choice","choice":${JSON.stringify(told[0])},"probabilities":${membersText(told, parts)},"confidence":${numberText(likely)}}`;
  }
  const levels = options.map((_, index) => String(index));
  const score = shares(options.length).reduce((sum, share, index) => sum + share * index, 0);
  return `{"type":"score","score":${numberText(score)},"legend":${membersText(levels, options)},"probabilities":${membersText(levels, parts)},"confidence":${numberText(likely)}}`;
}

function answersText({ questions }: SystemOneAsk, directions: Directions): string {
  const answered = directions.behaviours.has('lost_answer') ? questions.slice(1) : questions;
  return membersText(
    answered.map(({ id }) => id),
    answered.map((question) => answerText(question, directions)),
  );
}

function usageOf({ text, questions }: SystemOneAsk, { behaviours, parameters }: Directions): Usage {
  if (behaviours.has('huge_usage')) return { input_tokens: HUGE_INPUT_TOKENS, output_tokens: HUGE_OUTPUT_TOKENS };
  const output = parameters.completion_tokens ?? questions.length;
  return {
    input_tokens: parameters.prompt_tokens ?? Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN) + TEMPLATE_TOKENS,
    output_tokens: behaviours.has('overrun') ? output * OVERRUN_FACTOR + OVERRUN_TOKENS : output,
  };
}

function replyTo(call: SurfaceCall): Reply {
  const ask = readSystemOneAsk(call.body);
  const read = readDirectives({ model: ask.model, text: ask.text, param: 'state' });
  const directions = combineDirections(read.directions, call.queued);
  const usage = usageOf(ask, directions);
  const told = directions.behaviours.has('missing_usage') ? '' : `,"usage":${JSON.stringify(usage)}`;
  return {
    kind: 'json',
    model: ask.model,
    serviceTier: null,
    directions,
    input: read.text,
    usage,
    usageAfter: (framesSent) => (framesSent === 0 ? { ...usage, output_tokens: 0 } : usage),
    body: `{"model":${JSON.stringify(`${ask.model}-2026-01`)},"answers":${answersText(ask, directions)}${told}}`,
  };
}

/** As TypeSafe tells errors: a list for a body that does not fit, otherwise a text. */
function systemOneError({ status, message, code, param }: Fault): string {
  if (status !== 422) return JSON.stringify({ detail: message });
  return JSON.stringify({ detail: [{ type: code, loc: ['body', ...(param ?? '').split('.')], msg: message }] });
}

export const systemOne: Surface = {
  name: 'systemone',
  path: '/v1/systemone',
  reply: (call) => replyOrRefusal(() => replyTo(call)),
  error: systemOneError,
};
