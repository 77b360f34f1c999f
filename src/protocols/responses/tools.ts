import type { HostedTool, OfferedTools, UpstreamTool } from '../requests/hosted-tools.ts';
import type { JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';
import { givenMember } from '../requests/request-fields.ts';
import { instructionItems } from './items.ts';

/**
 * The tools that the caller runs. They cost only the counted tokens. Every other tool runs at the upstream, for a fee
 * of its own and in loops that no output limit bounds.
 */
const runByTheCaller =
  /^(function|custom|namespace|local_shell|apply_patch|computer|computer_use_preview|tool_search)$/;

/** Upstream tools that count their uses, which `max_tool_calls` limits. */
const webSearch = /^web_search(_preview)?(_\d{4}_\d{2}_\d{2})?$/;

/**
 * Items that add tools in the middle of a conversation: from the caller, or found by a search among the caller's tools.
 */
const itemsWithTools = new Set(['additional_tools', 'tool_search_output']);

/** The tools of a request that the upstream runs, offered at its top level or by an item of its input. */
export function findResponsesTools(object: JsonObjectText, items: readonly JsonObjectText[]): OfferedTools {
  const offered = [...upstreamToolsIn(object, 'tools')];
  for (const [place, bringing] of [
    ['input', items],
    ['instructions', instructionItems(object)],
  ] as const) {
    for (const [index, item] of bringing.entries()) {
      if (!itemsWithTools.has(item.string('type') ?? '')) continue;
      for (const tool of upstreamToolsIn(item, `${place}[${index}].tools`)) offered.push(tool);
    }
  }
  const hosted = offered.filter(({ type }) => webSearch.test(type));
  return {
    hosted: hosted.map(({ type, param }): HostedTool => ({ kind: 'web_search', type, param, usesMax: null })),
    unpriced: offered.find(({ type }) => !webSearch.test(type)) ?? null,
  };
}

function* upstreamToolsIn(holder: JsonObjectText, param: string): Generator<UpstreamTool> {
  const tools = givenMember(holder, 'tools');
  if (tools?.kind !== 'array') return;
  for (const [index, tool] of holder.elements(tools).entries()) {
    yield* upstreamTool(holder, tool, `${param}[${index}]`);
  }
}

function* upstreamTool(holder: JsonObjectText, tool: JsonSpan, param: string): Generator<UpstreamTool> {
  if (tool.kind !== 'object') return;
  const definition = holder.object(tool);
  const type = definition.string('type') ?? '';
  if (type === 'shell') {
    // A shell in the caller's own environment says so; without an environment it may run in the upstream's container.
    if (definition.nested('environment')?.string('type') !== 'local') yield { param, type };
    return;
  }
  if (!runByTheCaller.test(type)) yield { param, type };
  else if (type === 'namespace') yield* upstreamToolsIn(definition, `${param}.tools`);
}
