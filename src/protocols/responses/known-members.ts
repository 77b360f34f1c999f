import { knownObject, knownTypes, type KnownObject, type KnownTypes } from '../requests/known-members.ts';
import { uncountedMemberNames } from '../requests/uncounted-member.ts';

// Sources: the types of the official client (openai 7.57, `ResponseCreateParams`), and what Codex sends beside them.

const part = knownTypes({
  'input_text output_text text summary_text reasoning_text': knownObject(
    'type text annotations logprobs prompt_cache_breakpoint',
  ),
  refusal: knownObject('type refusal'),
  'input_image computer_screenshot': knownObject('type detail file_id image_url prompt_cache_breakpoint'),
  input_file: knownObject('type detail file_data file_id file_url filename prompt_cache_breakpoint'),
  input_audio: knownObject('type prompt_cache_breakpoint', { input_audio: knownObject('data format') }),
});

/** `created_by`, `parsed` and `parsed_arguments` are added by servers and the official client. */
const own = 'type id status created_by';

const outputs: KnownObject = knownObject(`${own} call_id name namespace caller`, { output: part });

const shellOutput = knownObject('stdout stderr created_by', { outcome: knownObject('type exit_code') });

/** Definitions of tools. Upstream web searches are counted; the last ones are refused by their types. */
const tool: KnownTypes = knownTypes({
  function: knownObject('type name description parameters strict output_schema allowed_callers async defer_loading'),
  custom: knownObject('type name description format allowed_callers async defer_loading'),
  namespace: knownObject('type name description', { tools: () => tool }),
  tool_search: knownObject('type description execution parameters'),
  'local_shell apply_patch computer': knownObject('type allowed_callers'),
  shell: knownObject('type environment allowed_callers'),
  computer_use_preview: knownObject('type display_height display_width environment'),
  'web_search web_search_2025_08_26': knownObject(
    'type external_web_access filters search_context_size search_content_types user_location',
  ),
  'web_search_preview web_search_preview_2025_03_11': knownObject(
    'type search_content_types search_context_size user_location',
  ),
  file_search: knownObject('type vector_store_ids filters max_num_results ranking_options'),
  code_interpreter: knownObject('type container allowed_callers'),
  programmatic_tool_calling: knownObject('type'),
  mcp: knownObject(
    'type server_label server_url server_description allowed_callers allowed_tools authorization connector_id ' +
      'defer_loading headers require_approval tunnel_id',
  ),
  image_generation: knownObject(
    'type model action background complexity frame_count frame_duration_ms input_fidelity input_image_mask moderation ' +
      'output_compression output_format partial_images quality size svg',
  ),
});

/** Tool calls and their results. Calls that an upstream ran are its own output. */
const item: KnownTypes = knownTypes({
  message: knownObject(`${own} role phase`, { content: part }),
  '': knownObject(`${own} role phase`, { content: part }),
  reasoning: knownObject(`${own} encrypted_content`, { summary: part, content: part }),
  'function_call custom_tool_call': knownObject(
    `${own} call_id name namespace arguments input parsed_arguments async caller`,
  ),
  'function_call_output custom_tool_call_output': outputs,
  'local_shell_call_output apply_patch_call_output': outputs,
  computer_call_output: knownObject(`${own} call_id acknowledged_safety_checks`, { output: part }),
  shell_call_output: knownObject(`${own} call_id max_output_length caller`, { output: shellOutput }),
  computer_call: knownObject(`${own} call_id action actions pending_safety_checks`),
  'local_shell_call shell_call': knownObject(`${own} call_id action environment caller`),
  apply_patch_call: knownObject(`${own} call_id operation caller`),
  web_search_call: knownObject(`${own} action`),
  file_search_call: knownObject(`${own} queries results`),
  code_interpreter_call: knownObject(`${own} code container_id outputs`),
  image_generation_call: knownObject(
    `${own} result action background error output_format quality revised_prompt size svg_usage`,
  ),
  'mcp_call mcp_list_tools mcp_approval_request mcp_approval_response': knownObject(
    `${own} server_label name arguments output error tools approval_request_id approve reason`,
  ),
  'tool_search_call tool_search_output additional_tools': knownObject(`${own} role call_id execution arguments`, {
    tools: tool,
  }),
  configuration_update: knownObject(own, {
    reasoning: knownObject('effort'),
    text: knownObject('', { format: knownObject('type name description schema strict') }),
  }),
  'compaction compaction_trigger': knownObject(`${own} encrypted_content`),
  'program program_output': knownObject(`${own} call_id code fingerprint result`),
  item_reference: knownObject(own),
});

/** `POST /v1/responses`. `reasoning_effort` is this gateway's own; `client_metadata` is not sent upstream. */
export const knownResponsesMembers: KnownObject = knownObject(
  'model stream reasoning_effort client_metadata access_programs background conversation include ' +
    'max_output_tokens max_tool_calls metadata moderation parallel_tool_calls previous_response_id prompt ' +
    'prompt_cache_key prompt_cache_retention safety_identifier service_tier store temperature tool_choice top_logprobs ' +
    `top_p truncation user ${uncountedMemberNames}`,
  {
    input: item,
    instructions: item,
    tools: tool,
    context_management: knownObject('type compact_threshold'),
    image: knownObject('context_compression'),
    prompt_cache_options: knownObject('comparison_response_id mode prewarm ttl'),
    reasoning: knownObject('effort summary generate_summary context mode'),
    stream_options: knownObject('include_usage include_obfuscation'),
    text: knownObject('verbosity', { format: knownObject('type name description schema strict') }),
  },
);
