import type { TextShape } from '../text-map.ts';

/**
 * A JSON Schema: descriptions are text; names and constraints are the caller's code. Names of members are not changed.
 */
export const jsonSchema: TextShape = {
  'title|description|$comment|markdownDescription': 'text',
  'const|default|example|examples|enum.**': 'text',
  'const|default|example|examples|enum.**~': 'text',
  'type|format|pattern|contentEncoding|contentMediaType': 'vocabulary',
  'type|required[]': 'vocabulary',
  '$id|$schema|$ref|$anchor|$dynamicRef|$dynamicAnchor': 'vocabulary',
  'properties|patternProperties|$defs|definitions|dependentSchemas.*': () => jsonSchema,
  'properties|patternProperties|$defs|definitions|dependentSchemas.*~': 'vocabulary',
  'dependentRequired.*[]': 'vocabulary',
  'dependentRequired.*~': 'vocabulary',
  'items|not|if|then|else|contains|propertyNames': () => jsonSchema,
  'additionalProperties|unevaluatedProperties|additionalItems|unevaluatedItems': () => jsonSchema,
  'items|prefixItems|allOf|anyOf|oneOf[]': () => jsonSchema,
};
