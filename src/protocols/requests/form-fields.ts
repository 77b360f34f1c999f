/**
 * How a field is sent: `file`, once; `one` value; a `list`, under its name with `[]`, with a number or alone, once for
 * each value; an `object`, one value for each member in brackets, or one for the whole.
 */
export type FieldKind = 'file' | 'one' | 'list' | 'object';

/** The fields of a form by their names, without brackets. */
export type FormFields = ReadonlyMap<string, FieldKind>;

/** Fields of one kind, for a map of them. */
export function fieldsOf(kind: FieldKind, ...names: readonly string[]): readonly (readonly [string, FieldKind])[] {
  return names.map((name) => [name, kind]);
}
