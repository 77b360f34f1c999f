/** The name of the button that asks for one more row of a repeated group, whose value is the group. */
export const moreField = '_more';

/** The name of a member of a row, as a form sends it and a refusal names it: `budgets.0.zone`. */
export const rowMember = (group: string, row: number, member: string): string => `${group}.${row}.${member}`;

/** The group, row and member that a field of a form names; `null`: it is of no row. */
export function rowPlace(
  name: string,
): { readonly group: string; readonly row: string; readonly member: string } | null {
  const [, group = '', row = '', member = ''] = /^(\w+)\.(\d{1,4})\.(\w+)$/.exec(name) ?? [];
  return group === '' ? null : { group, row, member };
}

/** The rows of a group as they were written, by the names of their members; the empty ones last. */
export function rowsIn(group: string, written: URLSearchParams): readonly URLSearchParams[] {
  const rows = new Map<string, URLSearchParams>();
  for (const [name, text] of written) {
    const place = rowPlace(name);
    if (place?.group !== group) continue;
    rows.getOrInsertComputed(place.row, () => new URLSearchParams()).append(place.member, text);
  }
  return [...rows.values()].toSorted((one, other) => Number(isEmpty(one)) - Number(isEmpty(other)));
}

/** Whether nothing was written into a row. */
export function isEmpty(row: URLSearchParams): boolean {
  return row.values().every((text) => text.trim() === '');
}
