import type { ByteEdit } from './byte-edits.ts';
import type { JsonMember, JsonObjectText, JsonSpan } from './json-object-text.ts';

/** The change of one member: its new value as JSON text, or `null` to remove it. */
export interface MemberChange {
  readonly key: string;
  readonly json: string | null;
}

/** The edit that gives a member, or any other value, another JSON text. */
export function replaceValue(span: JsonSpan, json: string): ByteEdit {
  return { start: span.valueStart, end: span.valueEnd, replacement: json };
}

/** The change that gives a member a string; none when it already has that value, in any spelling. `null` removes it. */
export function stringChange(object: JsonObjectText, key: string, value: string | null): readonly MemberChange[] {
  if (value !== null && object.string(key) === value) return [];
  return [{ key, json: value === null ? null : JSON.stringify(value) }];
}

/** The change that adds a string to an object without this member; none when there is one, whatever its value. */
export function addedString(object: JsonObjectText, key: string, value: string): readonly MemberChange[] {
  return object.member(key) === undefined ? stringChange(object, key, value) : [];
}

/**
 * The edits that make several changes to one object, each key named once. Present members are replaced in place, absent
 * ones are added at the end in the given order, and removed ones take the right comma with them, also next to each
 * other. Edits of different objects of one text may be applied together, unless one of them is replaced or removed
 * whole.
 */
export function editJsonMembers(object: JsonObjectText, changes: readonly MemberChange[]): readonly ByteEdit[] {
  const edits: ByteEdit[] = [];
  const removed = new Set<JsonMember>();
  const added: string[] = [];
  for (const { key, json } of changes) {
    const member = object.member(key);
    if (member === undefined) {
      if (json !== null) added.push(`${JSON.stringify(key)}:${json}`);
    } else if (json === null) {
      removed.add(member);
    } else {
      edits.push(replaceValue(member, json));
    }
  }
  if (removed.size > 0) edits.push(...removals(object.members, removed));
  if (added.length > 0) {
    const isEmpty = removed.size === object.members.length;
    const at = object.members.at(-1)?.valueEnd ?? object.start + 1;
    edits.push({ start: at, end: at, replacement: `${isEmpty ? '' : ','}${added.join(',')}` });
  }
  return edits;
}

/** One edit for each run of adjacent removed members. */
function removals(members: readonly JsonMember[], removed: ReadonlySet<JsonMember>): readonly ByteEdit[] {
  const edits: ByteEdit[] = [];
  for (let first = 0; first < members.length; first++) {
    if (!isRemoved(members[first], removed)) continue;
    let last = first;
    while (isRemoved(members[last + 1], removed)) last++;
    edits.push(removalOf(members, first, last));
    first = last;
  }
  return edits;
}

function isRemoved(member: JsonMember | undefined, removed: ReadonlySet<JsonMember>): boolean {
  return member !== undefined && removed.has(member);
}

/** Removes the comma before the run; a run at the beginning of the object removes the one after it. */
function removalOf(members: readonly JsonMember[], first: number, last: number): ByteEdit {
  const end = members[last]?.valueEnd ?? 0;
  const before = members[first - 1];
  if (before !== undefined) return { start: before.valueEnd, end, replacement: '' };
  const start = members[first]?.keyStart ?? 0;
  return { start, end: members[last + 1]?.keyStart ?? end, replacement: '' };
}
