import type { JsonObjectText } from './json-object-text.ts';
import { givenMember, shownName } from './request-fields.ts';

/** Something in a chat request that is understood, and not served. */
export interface ChatRefusal {
  readonly kind: 'chat_refusal';
  readonly reason: 'unsupported_parameter' | 'tool_not_priced';
  readonly param: string;
  readonly message: string;
}

const uncounted = 'for fees that chat does not count; /v1/responses and /v1/messages count the searches of theirs.';
const otherModel = 'lets another model answer, which is priced and allowed otherwise.';

/**
 * Members that spend what no counter of the protocol tells. The first is the protocol's own, the others are those of
 * widespread compatible servers. `null` and an empty list ask for nothing.
 */
const unserved = [
  ['web_search_options', 'tool_not_priced', `has the upstream search ${uncounted}`],
  ['search_parameters', 'tool_not_priced', `has the upstream search ${uncounted}`],
  ['plugins', 'tool_not_priced', `has the upstream work ${uncounted}`],
  ['models', 'unsupported_parameter', otherModel],
  ['fallbacks', 'unsupported_parameter', otherModel],
] as const;

/** The tools that the caller runs; others are run by compatible servers. One without a type is the upstream's to judge. */
const runByTheCaller: ReadonlySet<string> = new Set(['function', 'custom']);

/** The first thing in a request that is not served; `null`: everything is. `messages` are those of the request. */
export function findChatRefusal(object: JsonObjectText, messages: readonly JsonObjectText[]): ChatRefusal | null {
  const member = unserved.find(([key]) => isAsked(object, key));
  if (member !== undefined) return refusal(member[1], member[0], `\`${member[0]}\` ${member[2]}`);
  return findUpstreamTool(object) ?? findKeptSound(messages);
}

function findUpstreamTool(object: JsonObjectText): ChatRefusal | null {
  const tools = givenMember(object, 'tools');
  if (tools?.kind !== 'array') return null;
  for (const [index, tool] of object.elements(tools).entries()) {
    const definition = tool.kind === 'object' ? object.object(tool) : undefined;
    const type = definition === undefined ? undefined : givenMember(definition, 'type');
    if (definition === undefined || type === undefined) continue;
    const name = type.kind === 'string' ? definition.decode(type) : definition.text(type);
    if (runByTheCaller.has(name)) continue;
    const what = `The tool ${JSON.stringify(shownName(name))} is run by the upstream, ${uncounted}`;
    return refusal('tool_not_priced', `tools[${index}]`, what);
  }
  return null;
}

/** Sound of an earlier answer lies at the upstream, in the account that all callers share: its id proves no owner. */
function findKeptSound(messages: readonly JsonObjectText[]): ChatRefusal | null {
  const index = messages.findIndex((message) => givenMember(message, 'audio') !== undefined);
  if (index < 0) return null;
  const param = `messages[${index}].audio`;
  const what = `\`${param}\` names sound that is kept at the upstream. Send what was said as \`content\`.`;
  return refusal('unsupported_parameter', param, what);
}

function isAsked(object: JsonObjectText, key: string): boolean {
  const member = givenMember(object, key);
  return member !== undefined && (member.kind !== 'array' || object.elements(member, 1).length > 0);
}

function refusal(reason: ChatRefusal['reason'], param: string, message: string): ChatRefusal {
  return { kind: 'chat_refusal', reason, param, message };
}
