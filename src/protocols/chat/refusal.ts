import type { JsonMember, JsonObjectText } from '../../wire/json-object-text.ts';
import { givenMember, shownName } from '../requests/request-fields.ts';
import { findUncountedMember } from '../requests/uncounted-member.ts';

/** Something in a chat request that the gateway understands and does not serve. */
export interface ChatRefusal {
  readonly kind: 'chat_refusal';
  readonly reason: 'unsupported_parameter' | 'tool_not_priced';
  readonly param: string;
  readonly message: string;
}

const uncounted =
  'for fees that chat does not count. Where a model has a price for searches, ask for them by `web_search_options`, or by the tools of /v1/responses and /v1/messages.';

/** The types of tools that the caller runs. Compatible servers run tools of other types themselves. */
const runByTheCaller: ReadonlySet<string> = new Set(['function', 'custom']);

/**
 * Members that mark a tool without a type as the caller's. Gemini marks its own tools by a member instead:
 * `google_search`.
 */
const definitions = ['function', 'custom', 'name'];

/** The first thing in a request that is not served; `null`: everything is. `messages` are those of the request. */
export function findChatRefusal(object: JsonObjectText, messages: readonly JsonObjectText[]): ChatRefusal | null {
  const member = findUncountedMember(object);
  if (member !== null) return { kind: 'chat_refusal', ...member };
  return findUpstreamTool(object) ?? findKeptSound(messages);
}

function findUpstreamTool(object: JsonObjectText): ChatRefusal | null {
  const tools = givenMember(object, 'tools');
  if (tools?.kind !== 'array') return null;
  for (const [index, tool] of object.elements(tools).entries()) {
    const definition = tool.kind === 'object' ? object.object(tool) : undefined;
    const type = definition === undefined ? undefined : givenMember(definition, 'type');
    if (definition === undefined) continue;
    const name = type === undefined ? untypedTool(definition) : nameOfType(definition, type);
    if (name === null || runByTheCaller.has(name)) continue;
    const what = `The tool ${JSON.stringify(shownName(name))} is run by the upstream, ${uncounted}`;
    return refusal('tool_not_priced', `tools[${index}]`, what);
  }
  return null;
}

/** `null` for a tool of the caller's, and for a definition without content. */
function untypedTool(definition: JsonObjectText): string | null {
  const first = definition.members.find(({ kind }) => kind !== 'null');
  if (first === undefined || definitions.some((name) => definition.member(name) !== undefined)) return null;
  return definition.key(first);
}

function nameOfType(definition: JsonObjectText, type: JsonMember): string {
  return type.kind === 'string' ? definition.decode(type) : definition.text(type);
}

/** Audio of an earlier answer is stored in the upstream account that all callers share: its id proves no owner. */
function findKeptSound(messages: readonly JsonObjectText[]): ChatRefusal | null {
  const index = messages.findIndex((message) => givenMember(message, 'audio') !== undefined);
  if (index < 0) return null;
  const param = `messages[${index}].audio`;
  const what = `\`${param}\` refers to audio that is stored at the upstream. Send its transcript as \`content\`.`;
  return refusal('unsupported_parameter', param, what);
}

function refusal(reason: ChatRefusal['reason'], param: string, message: string): ChatRefusal {
  return { kind: 'chat_refusal', reason, param, message };
}
