// A chat completion as bytes: one JSON body, or the records of a stream.
import type { ChatTool } from './chat-ask.ts';
import type { Usage } from './usage.ts';

/** Fixed, so that the same requests give the same bytes: 2026-01-01T00:00:00Z. */
export const CREATED_S = 1_767_225_600;

export interface ChatChoice {
  readonly index: number;
  /** Of the content, or of the tool's arguments. */
  readonly pieces: readonly string[];
  readonly tool: ChatTool | null;
  readonly finishReason: 'stop' | 'length' | 'tool_calls';
}

export interface ChatAnswer {
  readonly n: number;
  readonly model: string;
  /** As asked for. */
  readonly serviceTier: string | null;
  readonly choices: readonly ChatChoice[];
}

export interface ChatStreamPlan {
  /** In a record of its own, `usage: null` on the others; null: no usage at all. */
  readonly usage: Usage | null;
  /** Usage so far on every record, by the number of records. */
  readonly runningUsage: ((framesSent: number) => Usage) | null;
  readonly doneRecords: number;
}

const TIERS_SERVED = new Map([
  ['auto', 'default'],
  ['fast', 'priority'],
]);

const idOf = (answer: ChatAnswer): string => `chatcmpl-sandbox-${answer.n}`;
const callId = (answer: ChatAnswer, choice: ChatChoice): string => `call_sandbox_${answer.n}_${choice.index}`;

/** The tier that served: what was asked for, under the name it is billed by. */
export const tierOf = (answer: Pick<ChatAnswer, 'serviceTier'>): string | null =>
  answer.serviceTier === null ? null : (TIERS_SERVED.get(answer.serviceTier) ?? answer.serviceTier);

const toolFields = (tool: ChatTool, text: string): object =>
  tool.type === 'custom'
    ? { custom: { name: tool.name, input: text } }
    : { function: { name: tool.name, arguments: text } };

function messageOf(answer: ChatAnswer, choice: ChatChoice): object {
  const text = choice.pieces.join('');
  if (choice.tool === null) return { role: 'assistant', content: text, refusal: null, annotations: [] };
  const call = { id: callId(answer, choice), type: choice.tool.type, ...toolFields(choice.tool, text) };
  return { role: 'assistant', content: null, refusal: null, annotations: [], tool_calls: [call] };
}

/** The body of an answer that is not streamed. */
export function chatCompletionBody(answer: ChatAnswer, usage: Usage | null): string {
  const tier = tierOf(answer);
  return JSON.stringify({
    id: idOf(answer),
    object: 'chat.completion',
    created: CREATED_S,
    model: answer.model,
    choices: answer.choices.map((choice) => ({
      index: choice.index,
      message: messageOf(answer, choice),
      logprobs: null,
      finish_reason: choice.finishReason,
    })),
    ...(usage === null ? {} : { usage }),
    ...(tier === null ? {} : { service_tier: tier }),
    system_fingerprint: 'fp_sandbox',
  });
}

function openingDelta(answer: ChatAnswer, choice: ChatChoice): string {
  if (choice.tool === null) return '{"role":"assistant","content":"","refusal":null}';
  const call = { index: 0, id: callId(answer, choice), type: choice.tool.type, ...toolFields(choice.tool, '') };
  return JSON.stringify({ role: 'assistant', content: null, refusal: null, tool_calls: [call] });
}

function pieceDelta(choice: ChatChoice, piece: string): string {
  const text = JSON.stringify(piece);
  if (choice.tool === null) return `{"content":${text}}`;
  const fields = choice.tool.type === 'custom' ? `"custom":{"input":${text}}` : `"function":{"arguments":${text}}`;
  return `{"tool_calls":[{"index":0,${fields}}]}`;
}

/** The choices of every record but the last ones: openings, pieces turn by turn, endings. */
function choiceRecords(answer: ChatAnswer): string[] {
  const record = (choice: ChatChoice, delta: string, finish: string): string =>
    `{"index":${choice.index},"delta":${delta},"logprobs":null,"finish_reason":${finish}}`;
  const records = answer.choices.map((choice) => record(choice, openingDelta(answer, choice), 'null'));
  const turns = Math.max(...answer.choices.map((choice) => choice.pieces.length));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const choice of answer.choices) {
      const piece = choice.pieces[turn];
      if (piece !== undefined) records.push(record(choice, pieceDelta(choice, piece), 'null'));
    }
  }
  for (const choice of answer.choices) records.push(record(choice, '{}', `"${choice.finishReason}"`));
  return records;
}

/** The records of a streamed answer, put together by hand: this is the path that is measured. */
export function chatCompletionFrames(answer: ChatAnswer, plan: ChatStreamPlan): readonly string[] {
  const tier = tierOf(answer);
  const head =
    `data: {"id":"${idOf(answer)}","object":"chat.completion.chunk","created":${CREATED_S},` +
    `"model":${JSON.stringify(answer.model)},` +
    (tier === null ? '' : `"service_tier":${JSON.stringify(tier)},`) +
    '"system_fingerprint":"fp_sandbox","choices":[';
  const tail = plan.usage === null ? ']}\n\n' : '],"usage":null}\n\n';
  const { runningUsage } = plan;
  const frames = choiceRecords(answer).map((record, index) =>
    runningUsage === null
      ? `${head}${record}${tail}`
      : `${head}${record}],"usage":${JSON.stringify(runningUsage(index + 1))}}\n\n`,
  );
  if (plan.usage !== null) frames.push(`${head}],"usage":${JSON.stringify(plan.usage)}}\n\n`);
  for (let done = 0; done < plan.doneRecords; done += 1) frames.push('data: [DONE]\n\n');
  return frames;
}
