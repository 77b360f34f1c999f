import type { TextShape } from '../../personal-data/text-map.ts';
import { jsonSchema } from '../../personal-data/text-maps/json-schema.ts';

/** Any JSON of the caller or a tool: text at every depth, including the names of members. */
export const anyText: TextShape = { '**': 'text', '**~': 'text' };

/** The sources of URLs that are fetched. */
const urlSource: TextShape = {
  type: 'vocabulary',
  'tools[].type|name': 'vocabulary',
};

/** A tool of the messages protocol: the caller's own, and those that run upstream. */
export const messagesToolTexts: TextShape = {
  'type|name|model|response_inclusion|mcp_server_name': 'vocabulary',
  'caching.type|ttl': 'vocabulary',
  'tools[].name': 'vocabulary',
  'tools[].description': 'text',
  'tools[].input_schema': jsonSchema,
  'configs.*~': 'vocabulary',
  'cache_control.type|ttl': 'vocabulary',
  description: 'text',
  input_schema: jsonSchema,
  'input_examples[]': anyText,
  'allowed_callers[]': 'vocabulary',
  'allowed_domains|blocked_domains[]': 'url',
  'user_location.type|country|timezone': 'vocabulary',
  'user_location.city|region': 'text',
  'url_sources.client_tool_results|server_tool_results|user_input': urlSource,
};
