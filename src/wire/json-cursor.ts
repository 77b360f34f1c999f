import type { JsonObjectText, JsonSpan } from './json-object-text.ts';

/** A JSON value that is walked through. */
export interface JsonCursor {
  readonly kind: 'string' | 'object' | 'array' | 'other';
  /** Its place in the text; `null` for a parsed value. */
  readonly span: JsonSpan | null;
  /** For a string only. */
  text(): string;
  /** The JSON text, as written. */
  json(): string;
  members(): Iterable<JsonMemberCursor>;
  /** A member of an object; `null` when absent. */
  member(name: string): JsonCursor | null;
  elements(): Iterable<JsonCursor>;
  /** The scalar value of a member; `null` when absent. */
  scalar(member: string): string | number | boolean | null | object;
}

export interface JsonMemberCursor {
  readonly name: string;
  /** The place of its name, including quotes; `null` for a parsed value. */
  readonly nameSpan: JsonSpan | null;
  readonly value: JsonCursor;
}

/** A cursor over an object that stays text. Decodes only what is asked for. */
export function objectCursor(object: JsonObjectText): JsonCursor {
  return spanCursor(object, { valueStart: object.start, valueEnd: object.end, kind: 'object' });
}

/** A cursor over a value in the text of an object. */
function spanCursor(within: JsonObjectText, span: JsonSpan): JsonCursor {
  const { kind } = span;
  let read: JsonObjectText | null = null;
  /** Strings that conditions have asked for: many ask for the same one, and it may be long. */
  const asked = new Map<string, string>();
  const object = (): JsonObjectText | null => (kind === 'object' ? (read ??= within.object(span)) : null);
  return {
    kind: kind === 'string' || kind === 'object' || kind === 'array' ? kind : 'other',
    span,
    text: () => within.decode(span),
    json: () => within.text(span),
    *members() {
      for (const member of object()?.members ?? []) {
        const nameSpan = { valueStart: member.keyStart, valueEnd: member.keyEnd, kind: 'string' } as const;
        yield { name: within.key(member), nameSpan, value: spanCursor(within, member) };
      }
    },
    member: (name) => {
      const member = object()?.member(name);
      return member === undefined ? null : spanCursor(within, member);
    },
    *elements() {
      if (kind !== 'array') return;
      for (const element of within.eachElement(span)) yield spanCursor(within, element);
    },
    scalar: (name) => {
      const member = object()?.member(name);
      if (member === undefined) return null;
      if (member.kind === 'string') return asked.getOrInsertComputed(name, () => within.decode(member));
      // Only short values are ever compared.
      return member.kind === 'object' || member.kind === 'array' ? {} : (within.value(member) as number | null);
    },
  };
}
