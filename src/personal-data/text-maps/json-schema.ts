import type { TextShape } from '../text-map.ts';

/** A JSON Schema: what describes is text, what names and restricts is the caller's code. Names of members stay as they are. */
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
