import type { JsonObjectText, JsonSpan } from './json-object-text.ts';
import { givenMember } from './request-fields.ts';
import type { UpstreamTool } from './messages-tools.ts';

/**
 * The tools that the caller runs. They cost the tokens that are counted, and nothing else. Every other tool runs at the
 * upstream, for a fee of its own and in loops that no output limit bounds.
 */
const runByTheCaller =
  /^(function|custom|namespace|local_shell|apply_patch|computer|computer_use_preview|tool_search)$/;

/** The first tool of a request that the upstream would run, offered at its top or by an item of its input. */
export function findHostedTool(object: JsonObjectText, items: readonly JsonObjectText[]): UpstreamTool | null {
  const own = hostedIn(object, 'tools');
  if (own !== null) return own;
  for (const [index, item] of items.entries()) {
    const found = item.string('type') === 'additional_tools' ? hostedIn(item, `input[${index}].tools`) : null;
    if (found !== null) return found;
  }
  return null;
}

function hostedIn(holder: JsonObjectText, param: string): UpstreamTool | null {
  const tools = givenMember(holder, 'tools');
  if (tools?.kind !== 'array') return null;
  for (const [index, tool] of holder.elements(tools).entries()) {
    const found = hostedTool(holder, tool, `${param}[${index}]`);
    if (found !== null) return found;
  }
  return null;
}

function hostedTool(holder: JsonObjectText, tool: JsonSpan, param: string): UpstreamTool | null {
  if (tool.kind !== 'object') return null;
  const definition = holder.object(tool);
  const type = definition.string('type') ?? '';
  if (type === 'shell') {
    // A shell in the caller's own place is named so; without a place it may be the upstream's container.
    return definition.nested('environment')?.string('type') === 'local' ? null : { param, type };
  }
  if (!runByTheCaller.test(type)) return { param, type };
  return type === 'namespace' ? hostedIn(definition, `${param}.tools`) : null;
}
