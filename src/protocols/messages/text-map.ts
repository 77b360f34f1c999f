import type { CitedTexts, TextMap, TextShape } from '../../personal-data/text-map.ts';
import { jsonSchema } from '../../personal-data/text-maps/json-schema.ts';
import { messagesBlockTexts, messagesCitation } from './block-texts.ts';
import { messagesToolTexts } from './tool-texts.ts';
import { refusalWordsMap } from '../../personal-data/text-maps/refusal-words.ts';

/** Includes the members that the gateway's own errors have in addition. */
const error: TextShape = {
  'type|code': 'vocabulary',
  // Names a member of the request, whose name may be cast.
  param: 'text',
  message: 'text',
  'details.error_code': 'vocabulary',
};

const container: TextShape = {
  id: 'opaque',
  expires_at: 'vocabulary',
  'skills[].type|version': 'vocabulary',
  'skills[].skill_id': 'opaque',
};

const thinkingSettings: TextShape = {
  'type|display': 'vocabulary',
  'block_binding.prefix_mismatch_behavior': 'vocabulary',
};

const outputSettings: TextShape = {
  effort: 'vocabulary',
  'format.type': 'vocabulary',
  'format.schema': jsonSchema,
  'task_budget.type': 'vocabulary',
};

const requestMessage: TextShape = {
  role: 'vocabulary',
  content: 'text',
  'content[]': messagesBlockTexts,
  clear_at: 'vocabulary',
  output_config: outputSettings,
};

/** Beta features: histories and summaries upstream, fallback models, remote tools. */
const betaSettings: TextShape = {
  'betas[]': 'vocabulary',
  'output_format.type': 'vocabulary',
  'output_format.schema': jsonSchema,
  'thread.type': 'vocabulary',
  'thread.previous_message_id': 'opaque',
  'billing_policy.type|bill_to': 'vocabulary',
  'compaction.type': 'vocabulary',
  'compaction.instructions': 'text',
  'context_management.edits[]': {
    'type|keep': 'vocabulary',
    'trigger|keep|clear_at_least.type': 'vocabulary',
    'exclude_tools|clear_tool_inputs[]': 'vocabulary',
    instructions: 'text',
  },
  fallbacks: 'vocabulary',
  'fallbacks[]': {
    'model|speed': 'vocabulary',
    thinking: thinkingSettings,
    output_config: outputSettings,
  },
  fallback_credit_token: 'opaque',
  'fallback_credit_token.token': 'opaque',
  'fallback_credit_token.mode': 'vocabulary',
  'mcp_servers[]': {
    'type|name': 'vocabulary',
    url: 'url',
    authorization_token: 'secret',
    'tool_configuration.allowed_tools[]': 'vocabulary',
  },
};

const request: TextShape = {
  'model|service_tier|speed|inference_geo': 'vocabulary',
  'provider.**': 'vocabulary',
  'provider.**~': 'vocabulary',
  system: 'text',
  'system[]': messagesBlockTexts,
  'messages[]': requestMessage,
  'stop_sequences[]': 'text',
  'metadata.user_id': 'text',
  'cache_control.type|ttl': 'vocabulary',
  thinking: thinkingSettings,
  output_config: outputSettings,
  'tools[]': messagesToolTexts,
  'tool_choice.type|name': 'vocabulary',
  'container|user_profile_id|workspace_id': 'opaque',
  container,
  'diagnostics.previous_message_id': 'opaque',
  '': betaSettings,
};

const usage: TextShape = {
  'inference_geo|service_tier|speed': 'vocabulary',
  'iterations[].type|model': 'vocabulary',
  'fallback_credit.status.type|reason': 'vocabulary',
  'fallback_credit.status.remove_to_redeem[]': 'vocabulary',
};

/** How a message ended, in a whole message and in the delta that ends one. */
const ending: TextShape = {
  stop_reason: 'vocabulary',
  stop_sequence: 'text',
  'stop_details.type|category': 'vocabulary',
  'stop_details.recommended_model': 'vocabulary',
  'stop_details.explanation': 'text',
  'stop_details.fallback_credit_token': 'opaque',
  container,
};

/** What was done to the input before the model read it. */
const changes: TextShape = {
  'context_management.applied_edits[].type': 'vocabulary',
  'input_transformations[].type|reason|path': 'vocabulary',
};

const answer: TextShape = {
  '': ending,
  '{type=message}': changes,
  id: 'opaque',
  'type|role|model': 'vocabulary',
  'content[]': messagesBlockTexts,
  'diagnostics.cache_miss_reason.type': 'vocabulary',
  usage,
};

const delta: TextShape = {
  type: 'vocabulary',
  '{type=text_delta}.text': 'text',
  '{type=input_json_delta}.partial_json': 'json_text',
  '{type=citations_delta}.citation': messagesCitation,
  '{type=thinking_delta}.thinking': 'signed_text',
  '{type=signature_delta}.signature': 'bound',
  '{type=compaction_delta}.content': 'signed_text',
  '{type=compaction_delta}.encrypted_content|signature': 'bound',
};

const record: TextShape = {
  type: 'vocabulary',
  '{type=message_start}.message': answer,
  '{type=content_block_start}.content_block': messagesBlockTexts,
  '{type=content_block_delta}.delta': delta,
  '{type=message_delta}.delta': ending,
  '{type=message_delta}.usage': usage,
  '{type=message_delta}': changes,
  '{type=error}.error': error,
  '{type=error}.request_id': 'opaque',
};

const refusal: TextShape = {
  type: 'vocabulary',
  request_id: 'opaque',
  error,
  'object|code': 'vocabulary',
  param: 'text',
  ...refusalWordsMap,
};

const start = '{type=content_block_start,index=$block?}.content_block';
const piece = '{type=content_block_delta,index=$block?}.delta';

/** No record repeats a text; the end of its block ends it. */
const ends = ['{type=content_block_stop,index=$block?}', '{type=message_stop}'];

/** A citation of plain text: it names a document of the request, and positions in it. */
const cited =
  'type=char_location,document_index=$document,start_char_index=$start,end_char_index=$end,cited_text=$cited';

function citedIn(...citations: readonly string[]): CitedTexts {
  const ends = citations.flatMap((each) => [`${each}.start_char_index`, `${each}.end_char_index`]);
  return { channels: [{ name: 'document', kind: 'text', pieces: [], ends, wholes: [] }] };
}

const document: TextShape = {
  '{type=document}.source.type': 'vocabulary',
  '{type=document}.source{type=text}.data': 'text',
  '{type=tool_result}.content[]': () => document,
};

/** `POST /v1/messages`, and the request of `…/count_tokens`, whose answer has no text. */
export const messagesTextMap: TextMap = {
  request,
  opening: { 'messages[role=user].content': 'text', 'messages[role=user].content[type=text].text': 'text' },
  instructions: { system: 'text', 'system[type=text].text': 'text', 'tools[].**': 'text' },
  answer,
  refusal,
  record,
  citations: {
    request: citedIn(`messages[].content[].citations[${cited}]`),
    answer: citedIn(`content[].citations[${cited}]`),
    record: citedIn(
      `{type=content_block_start}.content_block.citations[${cited}]`,
      `{type=content_block_delta}.delta.citation{${cited}}`,
    ),
    documents: { 'messages[].content[]': document },
  },
  channels: [
    {
      name: 'text',
      kind: 'text',
      pieces: [`${start}{type=text}.text`, `${piece}{type=text_delta}.text`],
      ends,
      wholes: [],
    },
    { name: 'input', kind: 'json_text', pieces: [`${piece}{type=input_json_delta}.partial_json`], ends, wholes: [] },
    {
      name: 'thinking',
      kind: 'signed_text',
      pieces: [`${start}{type=thinking}.thinking`, `${piece}{type=thinking_delta}.thinking`],
      ends,
      wholes: [],
    },
    { name: 'compaction', kind: 'signed_text', pieces: [`${piece}{type=compaction_delta}.content`], ends, wholes: [] },
  ],
};
