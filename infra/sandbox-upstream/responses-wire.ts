// A response as bytes: one JSON body, or the records of a stream.
import type { Fields } from './ask.ts';
import { CREATED_S } from './chat-wire.ts';
import type { Usage } from './usage.ts';

/** One item of the output. */
export interface ResponseItem {
  readonly type: 'reasoning' | 'message' | 'function_call' | 'custom_tool_call' | 'web_search_call';
  readonly id: string;
  /** The text as it is streamed; of reasoning its summary, or all of it when it is plain. */
  readonly pieces: readonly string[];
  /** Output tokens: of reasoning more than its summary shows. */
  readonly tokens: number;
  /** The limit cut it. */
  readonly isCut: boolean;
  /** Of a call. */
  readonly name?: string;
  readonly callId?: string;
  /** Of reasoning. */
  readonly isPlain?: boolean;
  readonly encryptedContent?: string | null;
  /** Of a search. */
  readonly action?: object;
  /** Of a message: pages that it cites. */
  readonly citedPages?: readonly string[];
}

export interface ResponseAnswer {
  readonly id: string;
  readonly model: string;
  /** The request, of which much is echoed. */
  readonly fields: Fields;
  readonly effort: string | null;
  /** As it served. */
  readonly serviceTier: string;
  readonly items: readonly ResponseItem[];
  readonly status: 'completed' | 'incomplete' | 'failed';
  /** `null`: nothing is said about usage. Uses of tools are in it, as the billing records have them. */
  readonly usage: Usage | null;
}

export interface ResponseStreamPlan {
  /** Usage so far on every record, by the output tokens until then. */
  readonly runningUsage: ((done: Progress) => Usage) | null;
  readonly terminalRecords: number;
  /** The terminal record says nothing of the output. */
  readonly hidesOutput: boolean;
}

/** How far the work has come. */
export interface Progress {
  readonly outputTokens: number;
  readonly searches: number;
}

/** A record, and how far the work has come when it is sent. */
export interface ResponseFrame extends Progress {
  readonly text: string;
}

interface ResponseEvent {
  readonly type: string;
  readonly fields: object;
  /** Done with this event. */
  readonly tokens: number;
  /** The event ends a search. */
  readonly isSearch?: boolean;
}

const TOOL_USAGE = {
  image_gen: {
    input_tokens: 0,
    input_tokens_details: { image_tokens: 0, text_tokens: 0 },
    output_tokens: 0,
    total_tokens: 0,
  },
  web_search: { num_requests: 0 },
};

const ERROR = { code: 'server_error', message: 'The sandbox failed at the end of a response.' };

/** The fields of the request that come back, with what stands in for those that were not there. */
const ECHOED: Readonly<Record<string, unknown>> = {
  background: false,
  conversation: null,
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  metadata: {},
  parallel_tool_calls: true,
  previous_response_id: null,
  prompt: null,
  prompt_cache_key: null,
  safety_identifier: null,
  store: false,
  temperature: 1,
  tool_choice: 'auto',
  tools: [],
  top_logprobs: 0,
  top_p: 1,
  truncation: 'disabled',
  user: null,
};

const textPart = (text: string, annotations: readonly object[] = []): object => ({
  type: 'output_text',
  annotations,
  logprobs: [],
  text,
});

/** Each page is cited by the whole text. */
const annotationsOf = ({ citedPages = [] }: ResponseItem, text: string): readonly object[] =>
  citedPages.map((url) => ({ type: 'url_citation', start_index: 0, end_index: text.length, url, title: 'A page' }));

/** An item: `text` is empty and `isDone` false while nothing of it has come. */
function itemFields(item: ResponseItem, text: string, isDone: boolean): object {
  const status = item.isCut ? 'incomplete' : 'completed';
  const head = { id: item.id, type: item.type };
  const call = { status: isDone ? status : 'in_progress', name: item.name, call_id: item.callId };
  switch (item.type) {
    case 'reasoning':
      return { ...head, ...reasoningFields(item, text, isDone) };
    case 'message':
      return {
        ...head,
        status: call.status,
        role: 'assistant',
        content: isDone ? [textPart(text, annotationsOf(item, text))] : [],
      };
    case 'function_call':
      return { ...head, ...call, arguments: text };
    case 'custom_tool_call':
      return { ...head, ...call, input: text };
    case 'web_search_call':
      return { ...head, status: call.status, ...(isDone ? { action: item.action } : {}) };
  }
}

/** What is encrypted is whole only when the item is. */
function reasoningFields({ isPlain, encryptedContent }: ResponseItem, text: string, isDone: boolean): object {
  const type = isPlain === true ? 'reasoning_text' : 'summary_text';
  const parts = text === '' ? [] : [{ type, text }];
  const encrypted = encryptedContent ?? null;
  const told = isDone ? encrypted : (encrypted?.slice(0, encrypted.length / 2) ?? null);
  return {
    summary: isPlain === true ? [] : parts,
    ...(isPlain === true ? { content: parts } : {}),
    ...(encrypted === null ? {} : { encrypted_content: told }),
  };
}

const textOf = ({ pieces }: ResponseItem): string => pieces.join('');

const wholeItem = (item: ResponseItem): object => itemFields(item, textOf(item), true);

interface Shown {
  readonly status: ResponseAnswer['status'] | 'in_progress';
  readonly output: readonly object[];
  /** `null`: not known yet. */
  readonly usage: Usage | null;
}

function responseFields(answer: ResponseAnswer, { status, output, usage }: Shown): object {
  const { fields } = answer;
  const echoed = Object.entries(ECHOED).map(([key, otherwise]) => [key, fields[key] ?? otherwise]);
  return {
    id: answer.id,
    object: 'response',
    created_at: CREATED_S,
    status,
    completed_at: status === 'completed' ? CREATED_S : null,
    error: status === 'failed' ? ERROR : null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    model: answer.model,
    output,
    ...Object.fromEntries(echoed),
    reasoning: { summary: null, ...(fields['reasoning'] as object | null | undefined), effort: answer.effort },
    service_tier: answer.serviceTier,
    text: { format: { type: 'text' }, ...(fields['text'] as object | null | undefined) },
    ...(answer.usage === null ? {} : toldUsage(usage)),
  };
}

/** Uses of tools are told beside the tokens. */
function toldUsage(counted: Usage | null): object {
  if (counted === null) return { tool_usage: TOOL_USAGE, usage: null };
  const { tool_usage: uses, ...usage } = counted;
  return { tool_usage: { ...TOOL_USAGE, ...(typeof uses === 'object' ? uses : {}) }, usage };
}

/** The response at its end. */
const wholeResponse = (answer: ResponseAnswer, output = answer.items.map(wholeItem)): object =>
  responseFields(answer, { status: answer.status, output, usage: answer.usage });

/** The body of an answer that is not streamed. */
export const responseBody = (answer: ResponseAnswer): string => JSON.stringify(wholeResponse(answer));

interface Place {
  readonly item_id: string;
  readonly output_index: number;
}

const free = (type: string, fields: object): ResponseEvent => ({ type: `response.${type}`, fields, tokens: 0 });

function messageEvents(item: ResponseItem, place: Place): readonly ResponseEvent[] {
  const at = { ...place, content_index: 0 };
  const text = textOf(item);
  return [
    free('content_part.added', { ...at, part: textPart('') }),
    ...item.pieces.map((delta) => ({ ...free('output_text.delta', { ...at, delta, logprobs: [] }), tokens: 1 })),
    ...annotationsOf(item, text).map((annotation, index) =>
      free('output_text.annotation.added', { ...at, annotation_index: index, annotation }),
    ),
    free('output_text.done', { ...at, text, logprobs: [] }),
    free('content_part.done', { ...at, part: textPart(text, annotationsOf(item, text)) }),
  ];
}

function callEvents(item: ResponseItem, place: Place): readonly ResponseEvent[] {
  const isFunction = item.type === 'function_call';
  const name = isFunction ? 'function_call_arguments' : 'custom_tool_call_input';
  return [
    ...item.pieces.map((delta) => ({ ...free(`${name}.delta`, { ...place, delta }), tokens: 1 })),
    free(`${name}.done`, { ...place, [isFunction ? 'arguments' : 'input']: textOf(item) }),
  ];
}

/** Plain reasoning as vLLM tells it, a summary as OpenAI does. */
function reasoningEvents(item: ResponseItem, place: Place): readonly ResponseEvent[] {
  if (item.pieces.length === 0) return [];
  const isPlain = item.isPlain === true;
  const at = { ...place, [isPlain ? 'content_index' : 'summary_index']: 0 };
  const [name, type] = isPlain ? ['reasoning', 'reasoning_text'] : ['reasoning_summary', 'summary_text'];
  const text = textOf(item);
  const tokens = isPlain ? 1 : 0;
  return [
    free(`${name}_part.added`, { ...at, part: { type, text: '' } }),
    ...item.pieces.map((delta) => ({ ...free(`${name}_text.delta`, { ...at, delta }), tokens })),
    free(`${name}_text.done`, { ...at, text }),
    free(`${name}_part.done`, { ...at, part: { type, text } }),
  ];
}

const searchEvents = (place: Place): readonly ResponseEvent[] =>
  ['in_progress', 'searching', 'completed'].map((state) => free(`web_search_call.${state}`, { ...place }));

function innerEvents(item: ResponseItem, place: Place): readonly ResponseEvent[] {
  if (item.type === 'web_search_call') return searchEvents(place);
  if (item.type === 'message') return messageEvents(item, place);
  return item.type === 'reasoning' ? reasoningEvents(item, place) : callEvents(item, place);
}

function itemEvents(item: ResponseItem, index: number): readonly ResponseEvent[] {
  const inner = innerEvents(item, { item_id: item.id, output_index: index });
  const done = inner.reduce((sum, { tokens }) => sum + tokens, 0);
  const ending = free('output_item.done', { output_index: index, item: wholeItem(item) });
  return [
    free('output_item.added', { output_index: index, item: itemFields(item, '', false) }),
    ...inner,
    { ...ending, tokens: item.tokens - done, isSearch: item.type === 'web_search_call' },
  ];
}

/** One record of the stream. */
export const responseRecord = (type: string, sequenceNumber: number, fields: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequenceNumber, ...fields })}\n\n`;

/** The records of a streamed answer, each with the output tokens of all up to it. */
export function responseFrames(answer: ResponseAnswer, plan: ResponseStreamPlan): readonly ResponseFrame[] {
  const begun = { response: responseFields(answer, { status: 'in_progress', output: [], usage: null }) };
  const ended = { response: plan.hidesOutput ? wholeResponse(answer, []) : wholeResponse(answer) };
  const events = [
    free('created', begun),
    free('in_progress', begun),
    ...answer.items.flatMap(itemEvents),
    ...Array.from({ length: plan.terminalRecords }, () => free(answer.status, ended)),
  ];
  let outputTokens = 0;
  let searches = 0;
  return events.map(({ type, fields, tokens, isSearch = false }, index) => {
    outputTokens += tokens;
    searches += Number(isSearch);
    const running = plan.runningUsage === null ? {} : { usage: plan.runningUsage({ outputTokens, searches }) };
    return { text: responseRecord(type, index, { ...fields, ...running }), outputTokens, searches };
  });
}
