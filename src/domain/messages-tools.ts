import { givenMember } from './request-fields.ts';
import type { JsonObjectText, JsonSpan } from './json-object-text.ts';

/**
 * The tools that the caller runs: their own, and those whose shape the protocol defines. They cost the tokens that are
 * counted, and nothing else. Every other tool runs at the upstream, for a fee per request, by the hour or with another
 * model, and in loops that no output limit bounds.
 */
const runByTheCaller = /^(custom|(bash|text_editor|memory|computer|computer_toolset|browser_toolset)_\d{8})$/;

/** A tool that a request offers, and that the upstream would run. */
export interface UpstreamTool {
  /** Its place, e.g. `tools[1]`. */
  readonly param: string;
  readonly type: string;
}

/** The first tool of a request that the upstream runs, offered at its top or in one of its messages, given read. */
export function findUpstreamTool(object: JsonObjectText, messages: readonly JsonObjectText[]): UpstreamTool | null {
  const tools = givenMember(object, 'tools');
  if (tools?.kind === 'array') {
    for (const [index, tool] of object.elements(tools).entries()) {
      const found = upstreamTool(object, tool, `tools[${index}]`);
      if (found !== null) return found;
    }
  }
  for (const [index, message] of messages.entries()) {
    const found = addedTool(message, `messages[${index}]`);
    if (found !== null) return found;
  }
  return null;
}

/** Tools may also be defined in the middle of a conversation, in `tool_addition` blocks. */
function addedTool(message: JsonObjectText, param: string): UpstreamTool | null {
  const content = message.member('content');
  if (content?.kind !== 'array') return null;
  for (const [index, block] of message.elements(content).entries()) {
    if (block.kind !== 'object') continue;
    const addition = message.object(block);
    if (addition.string('type') !== 'tool_addition') continue;
    const definition = addition.nested('tool')?.member('definition');
    const found = definition === undefined ? null : upstreamTool(addition, definition, `${param}.content[${index}]`);
    if (found !== null) return found;
  }
  return null;
}

function upstreamTool(object: JsonObjectText, tool: JsonSpan, param: string): UpstreamTool | null {
  if (tool.kind !== 'object') return null;
  const definition = object.object(tool);
  const member = givenMember(definition, 'type');
  if (member === undefined) return null;
  const type = member.kind === 'string' ? definition.decode(member) : definition.text(member);
  return runByTheCaller.test(type) ? null : { param, type };
}
