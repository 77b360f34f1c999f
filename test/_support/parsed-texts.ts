import { channelUsesIn, type ChannelUse } from '../../src/personal-data/channel-uses.ts';
import { leavesOfCursor, type TextLeaf } from '../../src/personal-data/text-leaf.ts';
import type { TextMap, TextShape } from '../../src/personal-data/text-map.ts';
import type { JsonCursor } from '../../src/wire/json-cursor.ts';

/** The leaves of what `JSON.parse` gave: what those of a body that stayed text are held against. */
export function leavesOf(shape: TextShape, json: unknown): readonly TextLeaf[] {
  return leavesOfCursor(shape, parsedCursor(json));
}

/** What one parsed record does to the texts of its stream. */
export function channelUsesOf(map: TextMap, record: unknown): readonly ChannelUse[] {
  return channelUsesIn(map, parsedCursor(record));
}

/** Over what `JSON.parse` gave. */
function parsedCursor(value: unknown): JsonCursor {
  return {
    kind: kindOf(value),
    span: null,
    text: () => String(value),
    json: () => JSON.stringify(value),
    *members() {
      for (const [name, inner] of Object.entries(value ?? {})) {
        yield { name, nameSpan: null, value: parsedCursor(inner) };
      }
    },
    member: (name) => (isRecord(value) && Object.hasOwn(value, name) ? parsedCursor(value[name]) : null),
    *elements() {
      for (const element of Array.isArray(value) ? value : []) yield parsedCursor(element);
    },
    scalar: (member) => (isRecord(value) && Object.hasOwn(value, member) ? (value[member] ?? null) : null),
  };
}

function kindOf(value: unknown): JsonCursor['kind'] {
  if (typeof value === 'string') return 'string';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' && value !== null ? 'object' : 'other';
}

function isRecord(value: unknown): value is Readonly<Record<string, string | number | boolean | null | object>> {
  return typeof value === 'object' && value !== null;
}
