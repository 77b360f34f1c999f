import type { TextShape } from '../../personal-data/text-map.ts';
import { jsonSchema } from '../../personal-data/text-maps/json-schema.ts';
import { responsesEnvironment, responsesToolTexts } from './tool-texts.ts';

export const responsesAnnotation: TextShape = {
  type: 'vocabulary',
  'title|filename': 'text',
  url: 'url',
  'file_id|container_id': 'opaque',
};

export const responsesLogprob: TextShape = { token: 'token_text', 'top_logprobs[].token': 'token_text' };

/** A part of a message, of reasoning or of a tool result. */
export const responsesPart: TextShape = {
  'type|detail': 'vocabulary',
  '{type=input_text|output_text|summary_text|reasoning_text|text}.text': 'text',
  '{type=output_text}.annotations[]': responsesAnnotation,
  '{type=output_text}.logprobs[]': responsesLogprob,
  '{type=refusal}.refusal': 'text',
  '{type=input_image|computer_screenshot}.image_url': 'url',
  '{type=input_file}.file_data': 'opaque',
  '{type=input_file}.file_url': 'url',
  '{type=input_file}.filename': 'text',
  '{type=input_audio}.input_audio.data': 'opaque',
  '{type=input_audio}.input_audio.format': 'vocabulary',
  file_id: 'opaque',
  'prompt_cache_breakpoint.mode|ttl': 'vocabulary',
};

/** The format that an answer is to have. */
export const responsesFormat: TextShape = {
  'type|name': 'vocabulary',
  description: 'text',
  schema: jsonSchema,
};

const computerAction: TextShape = {
  'type|button': 'vocabulary',
  'keys[]': 'vocabulary',
  '{type=type}.text': 'text',
};

const safetyCheck: TextShape = { id: 'opaque', code: 'vocabulary', message: 'text' };

export const responsesShellOutput: TextShape = {
  'stdout|stderr': 'text',
  'outcome.type': 'vocabulary',
  created_by: 'opaque',
};

/** Calls of tools that run upstream, and their results. */
const upstreamToolCall: TextShape = {
  '{type=web_search_call}.action': {
    type: 'vocabulary',
    'query|pattern': 'text',
    'queries[]': 'text',
    url: 'url',
    'sources[].type|name': 'vocabulary',
    'sources[].url': 'url',
  },
  '{type=file_search_call}': {
    'queries[]': 'text',
    'results[].text|filename': 'text',
    'results[].file_id': 'opaque',
    'results[].attributes.*': 'text',
    'results[].attributes.*~': 'text',
  },
  '{type=code_interpreter_call}': {
    code: 'text',
    container_id: 'opaque',
    'outputs[].type': 'vocabulary',
    'outputs[].logs': 'text',
    'outputs[].url': 'url',
  },
  '{type=image_generation_call}': {
    result: 'opaque',
    revised_prompt: 'text',
    'action|background|output_format|quality|size': 'vocabulary',
    'error.message': 'text',
    'error.type|code|param': 'vocabulary',
    'error.moderation_details.moderation_stage': 'vocabulary',
    'error.moderation_details.categories[]': 'vocabulary',
    'svg_usage.model': 'vocabulary',
  },
  '{type=mcp_call|mcp_list_tools|mcp_approval_request|mcp_approval_response}': {
    server_label: 'vocabulary',
    arguments: 'json_text',
    'output|reason|error': 'text',
    'error.message': 'text',
    'error.content.**': 'text',
    'error.content.**~': 'text',
    'error.type|code': 'vocabulary',
    approval_request_id: 'opaque',
    'tools[].name': 'vocabulary',
    'tools[].description': 'text',
    'tools[].input_schema': jsonSchema,
    'tools[].annotations.**': 'text',
    'tools[].annotations.**~': 'vocabulary',
  },
  '{type=program}.code': 'text',
  '{type=program}.fingerprint': 'bound',
  '{type=program_output}.result': 'text',
};

/** Calls of tools that the caller runs, and their results. */
const callerToolCall: TextShape = {
  '{type=function_call}.arguments': 'json_text',
  '{type=custom_tool_call}.input': 'text',
  '{type=function_call_output|custom_tool_call_output}.output': 'text',
  '{type=function_call_output|custom_tool_call_output}.output[]': responsesPart,
  '{type=tool_search_call}.arguments.**': 'text',
  '{type=tool_search_call}.arguments.**~': 'text',
  '{type=tool_search_output|additional_tools}.tools[]': responsesToolTexts,
  '{type=computer_call}.action': computerAction,
  '{type=computer_call}.actions[]': computerAction,
  'pending_safety_checks|acknowledged_safety_checks[]': safetyCheck,
  '{type=computer_call_output}.output': responsesPart,
  '{type=shell_call|local_shell_call}.action': {
    'type|user': 'vocabulary',
    'commands|command[]': 'text',
    working_directory: 'text',
    'env.*': 'text',
    'env.*~': 'vocabulary',
  },
  '{type=shell_call}.environment': responsesEnvironment,
  '{type=shell_call_output}.output[]': responsesShellOutput,
  '{type=local_shell_call_output|apply_patch_call_output}.output': 'text',
  '{type=apply_patch_call}.operation.type': 'vocabulary',
  '{type=apply_patch_call}.operation.path|diff': 'text',
};

/** An item of the input or the output of the responses protocol. */
export const responsesItemTexts: TextShape = {
  'type|role|status|phase|execution|name|namespace': 'vocabulary',
  'id|call_id|created_by': 'opaque',
  'caller.type': 'vocabulary',
  'caller.caller_id': 'opaque',
  // A message may leave out its type.
  '{!type}.content': 'text',
  '{!type}.content[]': responsesPart,
  '{type=message}.content': 'text',
  '{type=message|reasoning}.content[]': responsesPart,
  '{type=reasoning}.summary[]': responsesPart,
  '{type=reasoning|compaction}.encrypted_content': 'bound',
  '{type=configuration_update}': {
    'reasoning.effort': 'vocabulary',
    'text.format': responsesFormat,
  },
  '{type=*}': upstreamToolCall,
  '': callerToolCall,
};
