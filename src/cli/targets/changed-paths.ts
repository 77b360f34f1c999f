/**
 * What differs between an answer as the upstream sent it and as the caller gets it: paths of members, with `[]` for any
 * element; `(dropped)` for a record that the caller does not get, `(added)` for one that the upstream did not send.
 */
export function changedPaths(sent: string, passed: string, isStreamed: boolean): readonly string[] {
  if (sent === passed) return [];
  const [before, after] = isStreamed ? [recordsOf(sent), recordsOf(passed)] : [[parsed(sent)], [parsed(passed)]];
  const paths = new Set<string>();
  let at = 0;
  for (const record of before) {
    const found = changesTo(record, after[at]);
    const further = at + 1 < after.length ? changesTo(record, after[at + 1]).length : Infinity;
    if (at < after.length && found.length <= further && isSameKind(record, after[at])) {
      for (const path of found) paths.add(path);
      at += 1;
    } else paths.add('(dropped)');
  }
  if (at < after.length) paths.add('(added)');
  return [...paths].toSorted();
}

/** The data of each record. Comments and empty records are none. */
function recordsOf(stream: string): readonly unknown[] {
  return stream
    .split(/\r?\n\r?\n|\r\r/)
    .map((record) =>
      record
        .split(/\r?\n|\r/)
        .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).replace(/^ /, '')] : []))
        .join('\n'),
    )
    .filter((data) => data !== '')
    .map(parsed);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function isSameKind(one: unknown, other: unknown): boolean {
  return isObject(one) === isObject(other) && (!isObject(one) || !isObject(other) || one['type'] === other['type']);
}

function changesTo(before: unknown, after: unknown, path = ''): readonly string[] {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((item, index) => changesTo(item, after[index], `${path}[]`));
  }
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => changesTo(before[name], after[name], path === '' ? name : `${path}.${name}`));
  }
  return Object.is(before, after) ? [] : [path === '' ? '(whole)' : path];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
