import { clippedText, clippedToolResults, type RoutingQuestion, type ToolResult } from '../../routing/question.ts';
import type { JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';
import { givenMember } from './request-fields.ts';

/** What the choice of a route may see of a request: its texts, clipped, and its features. */
export type ConversationTurns = Pick<
  RoutingQuestion,
  'openingText' | 'latestText' | 'toolResults' | 'toolCount' | 'wantsSchema' | 'hasAttachments' | 'isCompacted'
>;

/** One turn of a conversation, as far as the choice needs it. */
export type Turn =
  /** A text that a person wrote. */
  | { readonly kind: 'said'; readonly text: string }
  | ({ readonly kind: 'tool_result' } & ToolResult)
  /** A summary of earlier turns. */
  | { readonly kind: 'compacted' };

/** The turns of a request, in order, and its features. */
export function requestTurns(
  turns: Iterable<Turn>,
  brought: Pick<ConversationTurns, 'toolCount' | 'wantsSchema' | 'hasAttachments'>,
): ConversationTurns {
  let openingText = '';
  let latestText = '';
  let isCompacted = false;
  let toolResults: ToolResult[] = [];
  for (const turn of turns) {
    if (turn.kind === 'compacted') isCompacted = true;
    else if (turn.kind === 'tool_result') toolResults.push({ text: turn.text, isError: turn.isError });
    else if (turn.text.trim() !== '') {
      if (openingText === '') openingText = clippedText(turn.text);
      latestText = clippedText(turn.text);
      // Results of tools before this turn belong to an earlier task.
      toolResults = [];
    }
  }
  return { openingText, latestText, toolResults: clippedToolResults(toolResults), isCompacted, ...brought };
}

/** The text of a content: a string, or the parts of the given types, one per line. */
export function contentText(holder: JsonObjectText, content: JsonSpan | undefined, types: ReadonlySet<string>): string {
  if (content === undefined) return '';
  if (content.kind === 'string') return holder.decode(content);
  if (content.kind !== 'array') return '';
  const texts: string[] = [];
  for (const part of holder.eachElement(content)) {
    if (part.kind === 'string') texts.push(holder.decode(part));
    if (part.kind !== 'object') continue;
    const object = holder.object(part);
    if (types.has(object.string('type') ?? '')) texts.push(object.string('text') ?? '');
  }
  return texts.join('\n');
}

/** The total number of elements in the lists with these names. */
export function countListed(object: JsonObjectText, ...names: readonly string[]): number {
  return names.reduce((sum, name) => {
    const member = givenMember(object, name);
    return member?.kind === 'array' ? sum + object.elements(member).length : sum;
  }, 0);
}

/** The objects of a list, in order; none when it is no list. */
export function* objectsOf(object: JsonObjectText, member: JsonSpan | undefined): Generator<JsonObjectText, void> {
  if (member?.kind !== 'array') return;
  for (const element of object.eachElement(member)) if (element.kind === 'object') yield object.object(element);
}
