import type { TextShape } from '../../personal-data/text-map.ts';
import { jsonSchema } from '../../personal-data/text-maps/json-schema.ts';

const filter: TextShape = {
  'type|key': 'vocabulary',
  value: 'text',
  'value[]': 'text',
  'filters[]': () => filter,
};

const networkPolicy: TextShape = {
  type: 'vocabulary',
  'allowed_domains[]': 'url',
  'domain_secrets[].domain': 'url',
  'domain_secrets[].name': 'vocabulary',
  'domain_secrets[].value': 'secret',
};

/** Where commands run. */
export const responsesEnvironment: TextShape = {
  'type|memory_limit': 'vocabulary',
  'file_ids[]': 'opaque',
  container_id: 'opaque',
  network_policy: networkPolicy,
  'skills[].type|name|version': 'vocabulary',
  'skills[].description|path': 'text',
  'skills[].skill_id': 'opaque',
  'skills[].source.type|media_type': 'vocabulary',
  'skills[].source.data': 'opaque',
};

const userLocation: TextShape = { 'type|country|timezone': 'vocabulary', 'city|region': 'text' };

/** A tool of the responses protocol: functions, custom tools, namespaces of them, and those that run upstream. */
export const responsesToolTexts: TextShape = {
  'type|name': 'vocabulary',
  'allowed_callers[]': 'vocabulary',
  description: 'text',
  '{type=function|tool_search}.parameters': jsonSchema,
  '{type=function}.output_schema': jsonSchema,
  '{type=custom}.format.type|syntax|definition': 'vocabulary',
  '{type=namespace}.tools[]': () => responsesToolTexts,
  '{type=tool_search}.execution': 'vocabulary',
  '{type=file_search}.vector_store_ids[]': 'opaque',
  '{type=file_search}.filters': filter,
  '{type=file_search}.ranking_options.ranker': 'vocabulary',
  '{type=computer_use_preview}.environment': 'vocabulary',
  'search_content_types[]': 'vocabulary',
  search_context_size: 'vocabulary',
  user_location: userLocation,
  'filters.allowed_domains|blocked_domains[]': 'url',
  '{type=shell}.environment': responsesEnvironment,
  '{type=code_interpreter}.container': 'opaque',
  '{type=code_interpreter}.container{type=auto}': responsesEnvironment,
  '{type=mcp}': {
    'server_label|connector_id|require_approval': 'vocabulary',
    'allowed_tools[]': 'vocabulary',
    'allowed_tools.tool_names[]': 'vocabulary',
    'require_approval.always|never.tool_names[]': 'vocabulary',
    server_description: 'text',
    server_url: 'url',
    tunnel_id: 'opaque',
    authorization: 'secret',
    'headers.*': 'secret',
    'headers.*~': 'vocabulary',
  },
  '{type=image_generation}': {
    'action|background|complexity|input_fidelity|moderation|output_format|quality|size|model': 'vocabulary',
    'input_image_mask.file_id': 'opaque',
    'input_image_mask.image_url': 'url',
    'svg.model': 'vocabulary',
    'svg.reasoning.effort': 'vocabulary',
  },
};
