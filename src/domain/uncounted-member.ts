import type { JsonObjectText } from './json-object-text.ts';
import { givenMember } from './request-fields.ts';

/** A member that is understood, and not served: it spends what no counter tells. */
export interface UncountedMember {
  readonly reason: 'unsupported_parameter' | 'tool_not_priced';
  readonly param: string;
  /** Why, for its caller. */
  readonly message: string;
}

const fees = 'for fees that no counter tells.';
const otherModel = 'lets another model answer, which is priced and allowed otherwise.';

/** Those of widespread compatible servers, whichever protocol they speak. */
const uncounted = [
  ['search_parameters', 'tool_not_priced', `has the upstream search ${fees}`],
  ['plugins', 'tool_not_priced', `has the upstream work ${fees}`],
  ['models', 'unsupported_parameter', otherModel],
  ['fallbacks', 'unsupported_parameter', otherModel],
] as const;

/** The first such member of a request; `null` where none asks for anything, as `null` and an empty list do not. */
export function findUncountedMember(object: JsonObjectText): UncountedMember | null {
  const found = uncounted.find(([key]) => isAsked(object, key));
  return found === undefined ? null : { reason: found[1], param: found[0], message: `\`${found[0]}\` ${found[2]}` };
}

/** Whether a member asks for something. */
export function isAsked(object: JsonObjectText, key: string): boolean {
  const member = givenMember(object, key);
  return member !== undefined && (member.kind !== 'array' || object.elements(member, 1).length > 0);
}
