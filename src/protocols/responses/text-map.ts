import type { TextMap, TextShape } from '../../personal-data/text-map.ts';
import { openaiRefusal } from '../../personal-data/text-maps/openai-refusal.ts';
import { openaiModeration } from '../../personal-data/text-maps/openai-moderation.ts';
import { responsesFormat, responsesItemTexts, responsesPart } from './item-texts.ts';
import { responsesChannels, responsesCitations, responsesRecordTexts } from './record-texts.ts';
import { responsesToolTexts } from './tool-texts.ts';

/** Settings of a request that its answer repeats. */
const settings: TextShape = {
  'model|service_tier|truncation|prompt_cache_retention': 'vocabulary',
  instructions: 'text',
  'instructions[]': responsesItemTexts,
  'tools[]': responsesToolTexts,
  tool_choice: 'vocabulary',
  'tool_choice.type|mode|name|server_label': 'vocabulary',
  'tool_choice.tools[].**': 'vocabulary',
  'tool_choice.tools[].**~': 'vocabulary',
  'text.format': responsesFormat,
  'text.verbosity': 'vocabulary',
  'reasoning.effort|summary|generate_summary|context|mode': 'vocabulary',
  'user|safety_identifier|prompt_cache_key': 'text',
  'metadata.*': 'text',
  'metadata.*~': 'text',
  'prompt.id|version': 'opaque',
  'prompt.variables.*': 'text',
  'prompt.variables.*~': 'vocabulary',
  'prompt.variables.*{type=*}': responsesPart,
  'previous_response_id|conversation': 'opaque',
  'conversation.id': 'opaque',
  'context_management[].type': 'vocabulary',
  'moderation.model': 'vocabulary',
  'moderation.policy.input|output.mode': 'vocabulary',
  'prompt_cache_options.mode|ttl': 'vocabulary',
  'prompt_cache_options.comparison_response_id': 'opaque',
  'access_programs.cyber': 'vocabulary',
  'image.context_compression': 'vocabulary',
};

const request: TextShape = {
  '': settings,
  input: 'text',
  'input[]': responsesItemTexts,
  'include[]': 'vocabulary',
  'provider.**': 'vocabulary',
  'provider.**~': 'vocabulary',
  // What Codex reports about its host, partly as JSON in strings.
  'client_metadata.**': 'text',
  'client_metadata.**~': 'vocabulary',
};

const answer: TextShape = {
  '': settings,
  id: 'opaque',
  'object|status': 'vocabulary',
  'output[]': responsesItemTexts,
  output_text: 'text',
  'error.type|code': 'vocabulary',
  // Names a member of the request, whose name may be cast.
  'error.param': 'text',
  'error.message': 'text',
  'error.misalignment.error_type': 'vocabulary',
  'error.misalignment.detailed_explanation|review_target': 'text',
  'error.misalignment.steer.message': 'text',
  'moderation.input|output': openaiModeration,
  'prompt_cache_diagnostics.type|reason': 'vocabulary',
  'incomplete_details.reason': 'vocabulary',
  'input_transformations[].id': 'opaque',
  'input_transformations[].type|action|reason': 'vocabulary',
};

/** `POST /v1/responses`. */
export const responsesTextMap: TextMap = {
  request,
  opening: {
    input: 'text',
    'input[role=user].content': 'text',
    'input[role=user].content[type=input_text].text': 'text',
  },
  instructions: {
    instructions: 'text',
    'input[role=system|developer].content': 'text',
    'input[role=system|developer].content[type=input_text].text': 'text',
    'tools[].**': 'text',
  },
  answer,
  refusal: openaiRefusal,
  record: { '': responsesRecordTexts, response: answer },
  channels: responsesChannels,
  citations: responsesCitations,
};
