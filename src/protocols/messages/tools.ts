import {
  clampUses,
  type HostedTool,
  type HostedToolKind,
  type OfferedTools,
  type UpstreamTool,
} from '../requests/hosted-tools.ts';
import type { ByteEdit } from '../../wire/byte-edits.ts';
import { editJsonMembers, type MemberChange } from '../../wire/json-edits.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import {
  givenMember,
  isRequestFault,
  readCountField,
  requestFault,
  type RequestFault,
} from '../requests/request-fields.ts';

/**
 * The tools that the caller runs: their own, and those whose shape the protocol defines. They cost only the counted
 * tokens. Every other tool runs at the upstream, in loops that no output limit bounds, for a fee per request, by the
 * hour or with another model.
 */
const runByTheCaller = /^(custom|(bash|text_editor|memory|computer|computer_toolset|browser_toolset)_\d{8})$/;

/** Upstream tools that count their uses and stop at `max_uses`. */
const runForAFee = /^(?<kind>web_search|web_fetch)_\d{8}$/;

/**
 * Searches among the tools of the request itself, without a fee. Each reads the input again, with definitions that the
 * request already has.
 */
const searchesTools = /^tool_search_tool_(regex|bm25)(_\d{8})?$/;

/**
 * Versions that only the model calls unless the request says otherwise. Later versions run code first, which the model
 * writes, the upstream runs and no limit bounds; after each run the input is read again.
 */
const calledByTheModel: ReadonlySet<string> = new Set(['web_search_20250305', 'web_fetch_20250910']);

const usesMax = 2 ** 31;

/**
 * The tools of a request that the upstream runs, from its top level or one of its parsed messages. A tool in a message
 * has no price: the message may be signed, so that no limit can be written into it. A search among tools needs none.
 */
export function findMessagesTools(
  object: JsonObjectText,
  messages: readonly JsonObjectText[],
): OfferedTools | RequestFault {
  const added = [...addedDefinitions(messages)];
  const defined = [...definitionsOf(object)].map(([index, definition]) => [`tools[${index}]`, definition] as const);
  const loadable = [...defined, ...added].filter(([, tool]) => !searchesTools.test(tool.string('type') ?? '')).length;
  const hosted: HostedTool[] = [];
  for (const [index, [param, definition]] of [...defined, ...added].entries()) {
    const tool = upstreamTool(definition, param);
    if (tool === null) continue;
    const kind = hostedKind(tool.type);
    const isAdded = index >= defined.length;
    if (kind === null || (isAdded && kind !== 'tool_search')) return { hosted, unpriced: tool };
    if (isCalledByCode(definition)) return { hosted, unpriced: { ...tool, isCalledByCode: true } };
    if (kind === 'tool_search') {
      hosted.push({ ...tool, kind, usesMax: loadable });
      continue;
    }
    const asked = readCountField(definition, 'max_uses', usesMax);
    if (isRequestFault(asked)) return requestFault(`${param}.max_uses`, `an integer from 1 to ${usesMax}`);
    hosted.push({ ...tool, kind, usesMax: asked });
  }
  return { hosted, unpriced: null };
}

/** The edits that limit the uses of each hosted tool, and let only the model call it. */
export function usesEdits(object: JsonObjectText, limit: number): readonly ByteEdit[] {
  return [...definitionsOf(object)].flatMap(([, definition]) => {
    const type = definition.string('type') ?? '';
    const kind = hostedKind(type);
    if (kind === null || kind === 'tool_search') return [];
    const asked = readCountField(definition, 'max_uses', usesMax);
    const wish = isRequestFault(asked) ? null : asked;
    const uses = clampUses(wish, limit);
    const changes: MemberChange[] = wish === uses ? [] : [{ key: 'max_uses', json: String(uses) }];
    if (!calledByTheModel.has(type) && givenMember(definition, 'allowed_callers') === undefined) {
      changes.push({ key: 'allowed_callers', json: '["direct"]' });
    }
    return editJsonMembers(definition, changes);
  });
}

/** Whether the request lets code call a tool. Does not tell what the tool's version does by default. */
function isCalledByCode(definition: JsonObjectText): boolean {
  const callers = givenMember(definition, 'allowed_callers');
  if (callers === undefined) return false;
  const names = callers.kind === 'array' ? definition.elements(callers) : [];
  return names.length === 0 || names.some((name) => name.kind !== 'string' || definition.decode(name) !== 'direct');
}

/** The tool of a type, of any version, whose uses can be bounded; `null`: none. */
function hostedKind(type: string): HostedToolKind | null {
  if (searchesTools.test(type)) return 'tool_search';
  const kind = runForAFee.exec(type)?.groups?.['kind'];
  return kind === 'web_search' || kind === 'web_fetch' ? kind : null;
}

function* definitionsOf(object: JsonObjectText): Generator<readonly [number, JsonObjectText]> {
  const tools = givenMember(object, 'tools');
  if (tools?.kind !== 'array') return;
  for (const [index, tool] of object.elements(tools).entries()) {
    if (tool.kind === 'object') yield [index, object.object(tool)];
  }
}

/** How many tools are defined in the middle of a conversation. */
export function countAddedTools(messages: readonly JsonObjectText[]): number {
  return blocksOf(messages).reduce((sum, [, block]) => sum + [...additionsOf(block)].length, 0);
}

/** The definitions in the middle of a conversation, each with the path of the block that it stands in. */
function* addedDefinitions(messages: readonly JsonObjectText[]): Generator<readonly [string, JsonObjectText]> {
  for (const [param, block] of blocksOf(messages)) {
    for (const addition of additionsOf(block)) {
      const definition = addition.nested('tool')?.nested('definition');
      if (definition !== undefined) yield [param, definition];
    }
  }
}

function blocksOf(messages: readonly JsonObjectText[]): readonly (readonly [string, JsonObjectText])[] {
  return messages.flatMap((message, at) => {
    const content = message.member('content');
    if (content?.kind !== 'array') return [];
    return message
      .elements(content)
      .flatMap((block, index) =>
        block.kind === 'object' ? [[`messages[${at}].content[${index}]`, message.object(block)] as const] : [],
      );
  });
}

/** The block itself, or the blocks that a compaction kept from what it summarises. */
function* additionsOf(block: JsonObjectText): Generator<JsonObjectText> {
  const type = block.string('type');
  if (type === 'tool_addition') yield block;
  const changes = type === 'compaction' ? block.member('tool_changes') : undefined;
  if (changes?.kind !== 'array') return;
  for (const change of block.elements(changes)) {
    if (change.kind === 'object') yield* additionsOf(block.object(change));
  }
}

function upstreamTool(definition: JsonObjectText, param: string): UpstreamTool | null {
  const member = givenMember(definition, 'type');
  if (member === undefined) return untypedTool(definition, param);
  const type = member.kind === 'string' ? definition.decode(member) : definition.text(member);
  return runByTheCaller.test(type) ? null : { param, type };
}

/** The caller's own tools have a name. A tool named by a member instead, as `google_search` is, runs upstream. */
function untypedTool(definition: JsonObjectText, param: string): UpstreamTool | null {
  const first = definition.members.find(({ kind }) => kind !== 'null');
  if (first === undefined || definition.member('name') !== undefined) return null;
  return { param, type: definition.key(first) };
}
