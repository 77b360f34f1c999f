import type { CitedTexts, TextChannel, TextShape } from '../../personal-data/text-map.ts';
import {
  responsesAnnotation,
  responsesItemTexts,
  responsesLogprob,
  responsesPart,
  responsesShellOutput,
} from './item-texts.ts';

/** What the data of a record holds in addition to the response itself. */
export const responsesRecordTexts: TextShape = {
  type: 'vocabulary',
  'item_id|obfuscation': 'opaque',
  'item|next_item': responsesItemTexts,
  '{type=response.content_part.added|response.content_part.done}.part': responsesPart,
  '{type=response.reasoning_summary_part.added|response.reasoning_summary_part.done}.part': responsesPart,
  // Record types of vLLM.
  '{type=response.reasoning_part.added|response.reasoning_part.done}.part': responsesPart,
  '{type=response.output_text.delta|response.refusal.delta}.delta': 'text',
  '{type=response.output_text.delta|response.output_text.done}.logprobs[]': responsesLogprob,
  '{type=response.output_text.annotation.added}.annotation': responsesAnnotation,
  '{type=response.output_text.done}.text': 'text',
  '{type=response.refusal.done}.refusal': 'text',
  '{type=response.reasoning_summary_text.delta|response.reasoning_text.delta}.delta': 'text',
  '{type=response.reasoning_summary_text.done|response.reasoning_text.done}.text': 'text',
  '{type=response.reasoning_summary_part.done|response.reasoning_summary_text.done}.status': 'vocabulary',
  '{type=response.function_call_arguments.delta|response.mcp_call_arguments.delta}.delta': 'json_text',
  '{type=response.function_call_arguments.done|response.mcp_call_arguments.done}.arguments': 'json_text',
  '{type=response.function_call_arguments.done}.name': 'vocabulary',
  '{type=response.custom_tool_call_input.delta}.delta': 'text',
  '{type=response.custom_tool_call_input.done}.input': 'text',
  '{type=response.code_interpreter_call_code.delta}.delta': 'text',
  '{type=response.code_interpreter_call_code.done}.code': 'text',
  '{type=response.shell_call_command.delta}.delta': 'text',
  '{type=response.shell_call_command.added|response.shell_call_command.done}.command': 'text',
  '{type=response.shell_call_output_content.delta}.delta.stdout|stderr': 'text',
  '{type=response.shell_call_output_content.done}.output[]': responsesShellOutput,
  '{type=response.image_generation_call.partial_image}': {
    'partial_image_b64|partial_image': 'opaque',
    'background|output_format|quality|size': 'vocabulary',
  },
  '{type=response.audio.delta}.delta': 'opaque',
  '{type=response.audio.transcript.delta}.delta': 'text',
  '{type=error}': {
    code: 'vocabulary',
    // The parameter names a member of the request, whose name may be cast.
    'message|param': 'text',
    error: { 'type|code': 'vocabulary', 'message|param': 'text' },
  },
};

/** Records that repeat the whole response. */
const terminal = '{type=response.completed|response.incomplete|response.failed}';

interface ItemText {
  readonly name: string;
  readonly kind: TextChannel['kind'];
  /** Its records are `response.<records>.delta` and `.done`. */
  readonly records: string;
  /** The member of `.done` that repeats the text. */
  readonly repeatedAs: string;
  /** The member of a record that distinguishes it from others of its item; absent when an item has only one. */
  readonly index?: string;
  /** Its path in the item, after the condition on the item's type. */
  readonly inItem: string;
  /** The records that begin and end its part, and its path in the part; absent when it is no part. */
  readonly part?: { readonly records: readonly string[]; readonly text: string };
}

const itemTexts: readonly ItemText[] = [
  {
    name: 'output_text',
    kind: 'text',
    records: 'output_text',
    repeatedAs: 'text',
    index: 'content_index',
    inItem: '{type=message}.content[$part]{type=output_text}.text',
    part: { records: ['content_part'], text: '{type=output_text}.text' },
  },
  {
    name: 'refusal',
    kind: 'text',
    records: 'refusal',
    repeatedAs: 'refusal',
    index: 'content_index',
    inItem: '{type=message}.content[$part]{type=refusal}.refusal',
    part: { records: ['content_part'], text: '{type=refusal}.refusal' },
  },
  {
    name: 'reasoning_text',
    kind: 'text',
    records: 'reasoning_text',
    repeatedAs: 'text',
    index: 'content_index',
    inItem: '{type=reasoning}.content[$part]{type=reasoning_text}.text',
    part: { records: ['content_part', 'reasoning_part'], text: '{type=reasoning_text}.text' },
  },
  {
    name: 'reasoning_summary',
    kind: 'text',
    records: 'reasoning_summary_text',
    repeatedAs: 'text',
    index: 'summary_index',
    inItem: '{type=reasoning}.summary[$part].text',
    part: { records: ['reasoning_summary_part'], text: '.text' },
  },
  {
    name: 'arguments',
    kind: 'json_text',
    records: 'function_call_arguments',
    repeatedAs: 'arguments',
    inItem: '{type=function_call}.arguments',
  },
  {
    name: 'mcp_arguments',
    kind: 'json_text',
    records: 'mcp_call_arguments',
    repeatedAs: 'arguments',
    inItem: '{type=mcp_call}.arguments',
  },
  {
    name: 'custom_input',
    kind: 'text',
    records: 'custom_tool_call_input',
    repeatedAs: 'input',
    inItem: '{type=custom_tool_call}.input',
  },
  {
    name: 'code',
    kind: 'text',
    records: 'code_interpreter_call_code',
    repeatedAs: 'code',
    inItem: '{type=code_interpreter_call}.code',
  },
  {
    name: 'command',
    kind: 'text',
    records: 'shell_call_command',
    repeatedAs: 'command',
    index: 'command_index',
    inItem: '{type=shell_call}.action.commands[$part]',
  },
];

const itemDone = '{type=response.output_item.done,output_index=$item?}';

function channelOf({ name, kind, records, repeatedAs, index, inItem, part }: ItemText): TextChannel {
  const place = `output_index=$item?${index === undefined ? '' : `,${index}=$part?`}`;
  const done = `{type=response.${records}.done,${place}}`;
  const partRecord = (end: 'added' | 'done'): readonly string[] =>
    part === undefined ? [] : [`{type=${part.records.map((each) => `response.${each}.${end}`).join('|')},${place}}`];
  const inPart = (record: string): string => `${record}.part${part?.text ?? ''}`;
  return {
    name,
    kind,
    pieces: [...partRecord('added').map(inPart), `{type=response.${records}.delta,${place}}.delta`],
    ends: [done, ...partRecord('done'), itemDone, terminal],
    wholes: [
      `${done}.${repeatedAs}`,
      ...partRecord('done').map(inPart),
      `${itemDone}.item${inItem}`,
      `${terminal}.response.output[$item]${inItem}`,
    ],
  };
}

function shellOutputOf(stream: 'stdout' | 'stderr'): TextChannel {
  const place = 'output_index=$item?,command_index=$part?';
  return {
    name: stream,
    kind: 'text',
    pieces: [`{type=response.shell_call_output_content.delta,${place}}.delta.${stream}`],
    ends: [`{type=response.shell_call_output_content.done,${place}}`, itemDone, terminal],
    // The `.done` records repeat the output piece by piece.
    wholes: [],
  };
}

/** Where citations refer to positions in the text of a part. */
function citedIn(parts: readonly { readonly part: string; readonly isWhole: boolean }[]): CitedTexts {
  const ends = parts.flatMap(({ part, isWhole }) => {
    const citation = isWhole ? `${part}.annotations[]` : part;
    return [`${citation}.start_index`, `${citation}.end_index`];
  });
  const wholes = parts.flatMap(({ part, isWhole }) => (isWhole ? [`${part}.text`] : []));
  return { channels: [{ name: 'output_text', kind: 'text', pieces: [], ends, wholes }] };
}

const messagePart = '{type=message}.content[$part]{type=output_text}';
const place = 'output_index=$item?,content_index=$part?';

export const responsesCitations = {
  request: citedIn([
    { part: `input[$item]${messagePart}`, isWhole: true },
    { part: 'input[$item]{!type}.content[$part]{type=output_text}', isWhole: true },
  ]),
  answer: citedIn([{ part: `output[$item]${messagePart}`, isWhole: true }]),
  record: citedIn([
    { part: `{type=response.output_text.annotation.added,${place}}.annotation`, isWhole: false },
    { part: `{type=response.content_part.done,${place}}.part{type=output_text}`, isWhole: true },
    { part: `${itemDone}.item${messagePart}`, isWhole: true },
    { part: `${terminal}.response.output[$item]${messagePart}`, isWhole: true },
  ]),
};

export const responsesChannels: readonly TextChannel[] = [
  ...itemTexts.map(channelOf),
  shellOutputOf('stdout'),
  shellOutputOf('stderr'),
  {
    name: 'transcript',
    kind: 'text',
    pieces: ['{type=response.audio.transcript.delta}.delta'],
    ends: ['{type=response.audio.transcript.done}', terminal],
    wholes: [],
  },
];
