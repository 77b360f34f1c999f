import type { TextShape } from '../../personal-data/text-map.ts';
import { anyText, messagesToolTexts } from './tool-texts.ts';

/** Where a text was found. Its offsets count in the document as it was sent. */
export const messagesCitation: TextShape = {
  type: 'vocabulary',
  'cited_text|document_title|title|source': 'text',
  url: 'url',
  encrypted_index: 'bound',
  file_id: 'opaque',
};

const source: TextShape = {
  'type|media_type': 'vocabulary',
  '{type=base64}.data': 'opaque',
  '{type=text}.data': 'text',
  '{type=content}.content': 'text',
  '{type=content}.content[]': () => messagesBlockTexts,
  '{type=url}.url': 'url',
  '{type=file}.file_id': 'opaque',
};

const browserState: TextShape = {
  'tabs|state_changes[]': {
    type: 'vocabulary',
    'tab_id|download_id': 'opaque',
    'title|path|error': 'text',
    url: 'url',
  },
};

/** The result of a tool that ran upstream: one object, or a list of them. */
const serverToolResult: TextShape = {
  'type|error_code|file_type|stop_reason': 'vocabulary',
  'text|error_message|stdout|stderr|title|page_age': 'text',
  url: 'url',
  'encrypted_content|encrypted_stdout': 'bound',
  file_id: 'opaque',
  retrieved_at: 'vocabulary',
  content: 'text',
  'content{type=document}': () => messagesBlockTexts,
  'content[]': () => serverToolResult,
  'lines[]': 'text',
  'tool_references[]': () => messagesBlockTexts,
};

const serverToolResults = `{type=${[
  'web_search_tool_result',
  'web_fetch_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'tool_search_tool_result',
  'advisor_tool_result',
].join('|')}}.content`;

/** Tools that are added or removed in the middle of a conversation. */
const toolChange: TextShape = {
  type: 'vocabulary',
  'cache_control.type|ttl': 'vocabulary',
  'tool.type|name|server_name': 'vocabulary',
  'tool.definition': messagesToolTexts,
};

/** A content block of any role, at any depth. */
export const messagesBlockTexts: TextShape = {
  type: 'vocabulary',
  'id|tool_use_id': 'opaque',
  'cache_control.type|ttl': 'vocabulary',
  'caller.type': 'vocabulary',
  'caller.tool_id': 'opaque',
  'toolset_name|server_name': 'vocabulary',
  '{type=text}.text': 'text',
  '{type=text}.citations[]': messagesCitation,
  '{type=image|document}.source': source,
  '{type=image}.transformations.oversized_image': 'vocabulary',
  '{type=document}.title|context': 'text',
  '{type=search_result}.title|source': 'text',
  '{type=search_result}.content[]': () => messagesBlockTexts,
  // Signed as a whole: not a byte may change.
  '{type=thinking}.thinking': 'signed_text',
  '{type=thinking}.signature': 'bound',
  '{type=redacted_thinking}.data': 'bound',
  '{type=tool_use|server_tool_use|mcp_tool_use}.name': 'vocabulary',
  '{type=tool_use|server_tool_use|mcp_tool_use}.input': anyText,
  '{type=tool_result|mcp_tool_result}.content': 'text',
  '{type=tool_result|mcp_tool_result}.content[]': () => messagesBlockTexts,
  '{type=tool_reference}.tool_name': 'vocabulary',
  '{type=browser_state}': browserState,
  '{type=container_upload}.file_id': 'opaque',
  // The signature covers what it summarises.
  '{type=compaction}.content': 'signed_text',
  '{type=compaction}.encrypted_content|signature': 'bound',
  '{type=compaction}.tool_changes[]': toolChange,
  '{type=tool_addition|tool_removal}': toolChange,
  '{type=mcp_tool_listing}': messagesToolTexts,
  '{type=fallback}.from|to.model': 'vocabulary',
  '{type=fallback}.trigger.**': 'vocabulary',
  '{type=fallback}.trigger.**~': 'vocabulary',
  [serverToolResults]: serverToolResult,
  [`${serverToolResults}[]`]: serverToolResult,
};
