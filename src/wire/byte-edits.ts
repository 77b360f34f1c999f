/** Replaces the bytes from `start` up to `end` (exclusive); both equal inserts. A string is written as UTF-8. */
export interface ByteEdit {
  readonly start: number;
  readonly end: number;
  readonly replacement: Buffer | string;
}

/**
 * Applies edits in one pass; bytes that no edit covers stay. Edits may come in any order; insertions at the same place
 * keep theirs. `origin` is the offset in `bytes` that the edits count from. Returns `bytes` itself when there are no
 * edits. Raises `RangeError` when edits overlap.
 */
export function applyEdits(bytes: Buffer, edits: readonly ByteEdit[], origin = 0): Buffer {
  if (edits.length === 0) return bytes;
  const ordered = edits.length === 1 ? edits : edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  let length = bytes.length;
  for (const edit of ordered) length += growthOf(edit);
  const out = Buffer.allocUnsafe(Math.max(0, length));
  let from = 0;
  let at = 0;
  for (const { start, end, replacement } of ordered) {
    if (start + origin < from || end < start || end + origin > bytes.length) {
      throw new RangeError('edits overlap or leave the text');
    }
    at += bytes.copy(out, at, from, start + origin);
    at += typeof replacement === 'string' ? out.write(replacement, at) : replacement.copy(out, at);
    from = end + origin;
  }
  bytes.copy(out, at, from);
  return out;
}

/** How many bytes an edit adds to a text; negative when it shortens it. */
export function growthOf({ start, end, replacement }: ByteEdit): number {
  return Buffer.byteLength(replacement) - (end - start);
}

/** The first edits, and those of the others that do not touch them. Neither list overlaps itself. */
export function editsBeside(first: readonly ByteEdit[], others: readonly ByteEdit[]): readonly ByteEdit[] {
  if (first.length === 0 || others.length === 0) return first.length === 0 ? others : first;
  const taken = first.toSorted((a, b) => a.start - b.start || a.end - b.end);
  let next = 0;
  const beside = others
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .filter(({ start, end }) => {
      while (next < taken.length && (taken[next]?.end ?? 0) <= start) next++;
      return (taken[next]?.start ?? Number.POSITIVE_INFINITY) >= end;
    });
  return [...first, ...beside];
}
