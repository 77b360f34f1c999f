import type { JsonCursor } from '../wire/json-cursor.ts';

/** The paths of text maps (text-map.ts), parsed. */

/** A condition on a member of the current object. */
export type TextCondition =
  | { readonly test: 'is'; readonly member: string; readonly values: readonly string[] }
  | { readonly test: 'present' | 'absent'; readonly member: string }
  /** Holds when the member is a string or number, and binds its value to `variable`. */
  | { readonly test: 'called'; readonly member: string; readonly variable: string }
  /** Holds always: without the member, the place of the object is bound. */
  | { readonly test: 'placed'; readonly member: string; readonly variable: string };

export type TextStep =
  | { readonly step: 'member'; readonly names: readonly string[] }
  | { readonly step: 'any_member' | 'any_depth' | 'names' }
  /** `variable` is `null` when the position is not bound. */
  | { readonly step: 'elements'; readonly variable: string | null }
  | { readonly step: 'when'; readonly conditions: readonly TextCondition[] };

const stepPattern =
  /\.?(?:(?<deep>\*\*)|(?<names>\*?~)|(?<any>\*)|\[(?<element>[^\]]*)\]|\{(?<when>[^}]*)\}|(?<member>[^.[\]{}~*]+))/y;

const parsed = new Map<string, readonly TextStep[]>();

/** The steps of a path, outermost first; none for the value itself. Raises `Error` for an invalid path. */
export function parseTextPath(path: string): readonly TextStep[] {
  const known = parsed.get(path);
  if (known !== undefined) return known;
  const steps: TextStep[] = [];
  const pattern = new RegExp(stepPattern);
  while (pattern.lastIndex < path.length) {
    const groups = pattern.exec(path)?.groups;
    if (groups === undefined) throw new Error(`no path of a text map: ${path}`);
    steps.push(...stepsOf(groups));
  }
  parsed.set(path, steps);
  return steps;
}

function stepsOf(groups: Readonly<Record<string, string | undefined>>): readonly TextStep[] {
  const { deep, any, names, element, when, member } = groups;
  if (deep !== undefined) return [{ step: 'any_depth' }];
  if (any !== undefined) return [{ step: 'any_member' }];
  if (names !== undefined) return [{ step: 'names' }];
  if (member !== undefined) return [{ step: 'member', names: member.split('|') }];
  if (when !== undefined) return [{ step: 'when', conditions: conditionsOf(when) }];
  if (element === undefined || element === '') return [{ step: 'elements', variable: null }];
  if (element.startsWith('$')) return [{ step: 'elements', variable: element.slice(1) }];
  return [
    { step: 'elements', variable: null },
    { step: 'when', conditions: conditionsOf(element) },
  ];
}

function conditionsOf(text: string): readonly TextCondition[] {
  return text.split(',').map((condition): TextCondition => {
    if (condition.startsWith('!')) return { test: 'absent', member: condition.slice(1) };
    const [member = '', value = ''] = condition.split('=');
    if (value === '*') return { test: 'present', member };
    if (value.startsWith('$')) return namedBy(member, value.slice(1));
    return { test: 'is', member, values: value.split('|') };
  });
}

function namedBy(member: string, variable: string): TextCondition {
  return variable.endsWith('?')
    ? { test: 'placed', member, variable: variable.slice(0, -1) }
    : { test: 'called', member, variable };
}

/** Whether an object meets a condition. */
export function holds(condition: TextCondition, object: JsonCursor): boolean {
  const value = object.scalar(condition.member);
  switch (condition.test) {
    case 'is':
      return typeof value === 'string' && condition.values.includes(value);
    case 'absent':
      return isNothing(value);
    case 'present':
      return !isNothing(value);
    case 'placed':
      return true;
    case 'called':
      return typeof value === 'string' || typeof value === 'number';
  }
}

/** Some servers write an empty string for an absent value. */
function isNothing(value: unknown): boolean {
  return value === null || value === '';
}
