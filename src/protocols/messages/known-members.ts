import { knownObject, knownTypes, type KnownObject, type KnownTypes } from '../requests/known-members.ts';
import { uncountedMemberNames } from '../requests/uncounted-member.ts';

// Source: the types of the official client (@anthropic-ai/sdk 1.14 and 0.137, `MessageCreateParams` with betas).

const source = knownObject('type media_type data url file_id', { content: () => block });

/** Results of tools that ran upstream: bounded by their bytes or by the context window. */
const serverResult = knownObject('type tool_use_id content is_error caller cache_control');

const toolChange = knownObject('type cache_control', {
  tool: knownObject('type name server_name', { definition: () => tool }),
});

const toolCall = knownObject('type id name input server_name toolset_name caller cache_control');

/** A block of content, at whatever depth. */
const block: KnownTypes = knownTypes({
  text: knownObject('type text citations cache_control'),
  image: knownObject('type transformations cache_control', { source }),
  document: knownObject('type title context citations cache_control', { source }),
  search_result: knownObject('type title source citations cache_control', { content: () => block }),
  thinking: knownObject('type thinking signature'),
  redacted_thinking: knownObject('type data'),
  'tool_use server_tool_use mcp_tool_use': toolCall,
  'tool_result mcp_tool_result': knownObject('type tool_use_id is_error toolset_name cache_control', {
    content: () => block,
  }),
  tool_reference: knownObject('type tool_name cache_control'),
  browser_state: knownObject('type tabs state_changes cache_control'),
  'web_search_tool_result web_fetch_tool_result advisor_tool_result tool_search_tool_result': serverResult,
  'code_execution_tool_result bash_code_execution_tool_result text_editor_code_execution_tool_result': serverResult,
  container_upload: knownObject('type file_id cache_control'),
  compaction: knownObject('type content encrypted_content signature cache_control', { tool_changes: toolChange }),
  'tool_addition tool_removal': toolChange,
  mcp_tool_listing: knownObject('type mcp_server_name tools'),
  fallback: knownObject('type from to trigger'),
});

/**
 * The definition of a tool. `configs` are switches of the tools of a set. The last line is for tools that run upstream,
 * which are refused by their types.
 */
const tool = knownObject(
  'type name description input_schema input_examples strict cache_control allowed_callers defer_loading ' +
    'eager_input_streaming display_width_px display_height_px display_number enable_zoom max_characters configs ' +
    'max_uses allowed_domains blocked_domains user_location citations max_content_tokens url_sources use_cache ' +
    'response_inclusion ' +
    'model max_tokens caching mcp_server_name default_config tools',
);

const outputConfig = knownObject('effort', {
  format: knownObject('type schema'),
  task_budget: knownObject('type total remaining'),
});

const thinking = knownObject('type budget_tokens display block_binding');

const contextEdit = knownObject(
  'type clear_at_least clear_tool_inputs exclude_tools keep trigger instructions pause_after_compaction',
);

/** `POST /v1/messages` and its count. `reasoning_effort` is this gateway's own. */
export const knownMessagesMembers: KnownObject = knownObject(
  'model max_tokens stream reasoning_effort service_tier speed inference_geo stop_sequences temperature top_k top_p ' +
    'tool_choice metadata cache_control diagnostics user_profile_id workspace_id thread container mcp_servers ' +
    `fallback_credit_token billing_policy ${uncountedMemberNames}`,
  {
    messages: knownObject('role clear_at', { content: block, output_config: outputConfig }),
    system: block,
    tools: tool,
    thinking,
    output_config: outputConfig,
    output_format: knownObject('type schema'),
    context_management: knownObject('', { edits: contextEdit }),
    compaction: knownObject('type instructions'),
  },
);
