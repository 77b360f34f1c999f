import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { givenMember } from './request-fields.ts';

/** Tools that the request describes itself, in bytes that are counted. */
const describedTypes: ReadonlySet<string> = new Set(['function', 'custom', 'namespace']);

/**
 * How many prompts an upstream adds to a request with tools: one that explains how to call tools, and one for each tool
 * that the request only names, as `bash_20250124`. 0 when no tool is offered.
 */
export function toolPromptsOf(object: JsonObjectText, members: readonly string[] = ['tools']): number {
  let tools = 0;
  let named = 0;
  for (const member of members) {
    const offered = givenMember(object, member);
    if (offered?.kind !== 'array') continue;
    for (const tool of object.elements(offered)) {
      tools += 1;
      const type = tool.kind === 'object' ? object.object(tool).string('type') : null;
      if (typeof type === 'string' && !describedTypes.has(type)) named += 1;
    }
  }
  return tools === 0 ? 0 : 1 + named;
}
