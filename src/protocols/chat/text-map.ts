import type { CitedTexts, TextMap, TextShape } from '../../personal-data/text-map.ts';
import { jsonSchema } from '../../personal-data/text-maps/json-schema.ts';
import { openaiModeration } from '../../personal-data/text-maps/openai-moderation.ts';
import { openaiRefusal } from '../../personal-data/text-maps/openai-refusal.ts';

const contentPart: TextShape = {
  type: 'vocabulary',
  '{type=text}.text': 'text',
  '{type=refusal}.refusal': 'text',
  '{type=image_url}.image_url.url': 'url',
  '{type=image_url}.image_url.detail': 'vocabulary',
  '{type=input_audio}.input_audio.data': 'opaque',
  '{type=input_audio}.input_audio.format': 'vocabulary',
  '{type=file}.file.filename': 'text',
  '{type=file}.file.file_data|file_id': 'opaque',
  'prompt_cache_breakpoint.mode|ttl': 'vocabulary',
  'cache_control.type|ttl': 'vocabulary',
};

const toolCall: TextShape = {
  id: 'opaque',
  type: 'vocabulary',
  'function|custom.name': 'vocabulary',
  'function.arguments': 'json_text',
  'custom.input': 'text',
};

/** What a message of any role has, and a delta too. `reasoning…` is added by open-weight servers. */
const message: TextShape = {
  role: 'vocabulary',
  'content|refusal': 'text',
  'reasoning_content|reasoning': 'text',
  'tool_calls[]': toolCall,
  'function_call.name': 'vocabulary',
  'function_call.arguments': 'json_text',
  'audio.id|data': 'opaque',
  'audio.transcript': 'text',
};

const requestMessage: TextShape = {
  '': message,
  'content[]': contentPart,
  name: 'text',
  // In the answer of a tool this is the name of the tool.
  '{role=function|tool}.name': 'vocabulary',
  tool_call_id: 'opaque',
  // Sealed reasoning that servers add to a message and want back unchanged.
  'reasoning_details|thinking_blocks[].data|signature': 'opaque',
};

const tool: TextShape = {
  type: 'vocabulary',
  'function|custom.name': 'vocabulary',
  'function|custom.description': 'text',
  'function.parameters': jsonSchema,
  'custom.format.type': 'vocabulary',
  'custom.format.grammar.definition|syntax': 'vocabulary',
};

const request: TextShape = {
  'model|reasoning_effort|service_tier|verbosity|prompt_cache_retention': 'vocabulary',
  'messages[]': requestMessage,
  'prediction.type': 'vocabulary',
  'prediction.content': 'text',
  'prediction.content[]': contentPart,
  'tools[]': tool,
  'functions[].name': 'vocabulary',
  'functions[].description': 'text',
  'functions[].parameters': jsonSchema,
  'function_call|tool_choice': 'vocabulary',
  'function_call.name': 'vocabulary',
  'tool_choice.type': 'vocabulary',
  'tool_choice.function|custom.name': 'vocabulary',
  'tool_choice.allowed_tools.mode': 'vocabulary',
  'tool_choice.allowed_tools.tools[].**': 'vocabulary',
  'tool_choice.allowed_tools.tools[].**~': 'vocabulary',
  'response_format.type': 'vocabulary',
  'response_format.json_schema.name': 'vocabulary',
  'response_format.json_schema.description': 'text',
  'response_format.json_schema.schema': jsonSchema,
  stop: 'text',
  'stop[]': 'text',
  'user|safety_identifier|prompt_cache_key': 'text',
  'metadata.*': 'text',
  'metadata.*~': 'text',
  'modalities[]': 'vocabulary',
  'logit_bias.*~': 'opaque',
  'audio.format|voice': 'vocabulary',
  'audio.voice.id': 'opaque',
  'moderation.model': 'vocabulary',
  'moderation.policy.input|output.mode': 'vocabulary',
  'prompt_cache_options.mode|ttl': 'vocabulary',
  'provider.**': 'vocabulary',
  'provider.**~': 'vocabulary',
  'web_search_options.search_context_size': 'vocabulary',
  'web_search_options.user_location.type': 'vocabulary',
  'web_search_options.user_location.approximate.city|region': 'text',
  'web_search_options.user_location.approximate.country|timezone': 'vocabulary',
};

const logprobs: TextShape = { 'content|refusal[]': { token: 'token_text', 'top_logprobs[].token': 'token_text' } };

/** What a whole answer and a record of a stream have in common. */
const envelope: TextShape = {
  id: 'opaque',
  'object|model|service_tier': 'vocabulary',
  system_fingerprint: 'opaque',
  'choices[].finish_reason': 'vocabulary',
  'choices[].logprobs': logprobs,
  'moderation.input|output': openaiModeration,
};

const answer: TextShape = {
  '': envelope,
  'choices[].message': message,
  'choices[].message.annotations[].type': 'vocabulary',
  'choices[].message.annotations[type=url_citation].url_citation.title': 'text',
  'choices[].message.annotations[type=url_citation].url_citation.url': 'url',
  'metadata.*': 'text',
  'metadata.*~': 'text',
};

const record: TextShape = {
  '': envelope,
  'choices[].delta': message,
  'choices[].delta.annotations[].type': 'vocabulary',
  'choices[].delta.annotations[type=url_citation].url_citation.title': 'text',
  'choices[].delta.annotations[type=url_citation].url_citation.url': 'url',
  obfuscation: 'opaque',
  error: 'text',
  'error.message': 'text',
  'error.type|code': 'vocabulary',
  // Names a member of the request, whose name may be cast.
  'error.param': 'text',
};

const delta = 'choices[index=$choice?].delta';

/** The end of a choice ends all of its texts; no record repeats them. */
const ends = ['choices[index=$choice?,finish_reason=*]'];

const call = `${delta}.tool_calls[index=$call?]`;

const cited = 'annotations[type=url_citation].url_citation';

/** Where citations refer to positions in the text of a message or delta. */
function citedIn(message: string, wholes: readonly string[]): CitedTexts {
  const ends = [`${message}.${cited}.start_index`, `${message}.${cited}.end_index`];
  return { channels: [{ name: 'content', kind: 'text', pieces: [], ends, wholes }] };
}

/** `POST /v1/chat/completions`. */
export const chatCompletionsTextMap: TextMap = {
  request,
  opening: { 'messages[role=user].content': 'text', 'messages[role=user].content[type=text].text': 'text' },
  instructions: {
    'messages[role=system|developer].content': 'text',
    'messages[role=system|developer].content[type=text].text': 'text',
    'tools|functions[].**': 'text',
  },
  answer,
  refusal: openaiRefusal,
  record,
  citations: {
    request: citedIn('messages[$choice]', ['messages[$choice].content']),
    answer: citedIn('choices[$choice].message', ['choices[$choice].message.content']),
    record: citedIn(delta, []),
  },
  channels: [
    { name: 'content', kind: 'text', pieces: [`${delta}.content`], ends, wholes: [] },
    { name: 'refusal', kind: 'text', pieces: [`${delta}.refusal`], ends, wholes: [] },
    { name: 'reasoning_content', kind: 'text', pieces: [`${delta}.reasoning_content`], ends, wholes: [] },
    { name: 'reasoning', kind: 'text', pieces: [`${delta}.reasoning`], ends, wholes: [] },
    { name: 'transcript', kind: 'text', pieces: [`${delta}.audio.transcript`], ends, wholes: [] },
    { name: 'call_name', kind: 'text', pieces: [`${call}.function|custom.name`], ends, wholes: [] },
    { name: 'arguments', kind: 'json_text', pieces: [`${call}.function.arguments`], ends, wholes: [] },
    { name: 'custom_input', kind: 'text', pieces: [`${call}.custom.input`], ends, wholes: [] },
    { name: 'function_call', kind: 'json_text', pieces: [`${delta}.function_call.arguments`], ends, wholes: [] },
  ],
};
