import { createHash } from 'node:crypto';
import { KeptValues } from '../../src/personal-data/placeholders/kept-values.ts';
import type { TextLane, TextRestorer } from '../../src/personal-data/text-restorer.ts';
import type { CastConversation, PiiEngine, RecalledConversation } from '../../src/ports/pii-engine.ts';

/**
 * Knows its names by heart: stands `[NAME 4f2a1]` in the place of each, and puts them back. The space in it cuts it in
 * two wherever an upstream tells an answer word by word.
 */
export function substitutingPiiEngine(...names: readonly string[]): PiiEngine {
  return {
    cast: async ({ texts, earlier }) => {
      const mapping = new Map(earlier.flatMap((each) => Object.entries(JSON.parse(each) as Record<string, string>)));
      return conversation(
        texts.map(({ text }) => cast(text, names, mapping)),
        mapping,
      );
    },
    recall: async (mapping) => wayBack(new Map(Object.entries(JSON.parse(mapping) as Record<string, string>))),
  };
}

/** What stands for a name. */
export function placeholderOf(name: string): string {
  return `[NAME ${createHash('sha256').update(name).digest('hex').slice(0, 5)}]`;
}

function conversation(texts: readonly string[], mapping: ReadonlyMap<string, string>): CastConversation {
  return {
    texts,
    unfit: [],
    counts: new Map(),
    mapping: JSON.stringify(Object.fromEntries(mapping)),
    ...wayBack(mapping),
  };
}

function wayBack(mapping: ReadonlyMap<string, string>): RecalledConversation {
  return { kept: new KeptValues(), sweep: async () => [], ...restorerOf(mapping) };
}

function cast(text: string, names: readonly string[], mapping: Map<string, string>): string {
  return replaced(text, names, (name) => {
    const placeholder = placeholderOf(name);
    mapping.set(placeholder, name);
    return placeholder;
  });
}

/** Puts back what a mapping tells, and holds back what may be the beginning of it. */
export function restorerOf(mapping: ReadonlyMap<string, string>): TextRestorer {
  const placeholders = [...mapping.keys()];
  const restore = (text: string): string => replaced(text, placeholders, (each) => mapping.get(each) ?? each);
  return { restore, numberOf: () => null, openLane: () => openLane(placeholders, restore) };
}

function openLane(placeholders: readonly string[], restore: (text: string) => string): TextLane {
  let held = '';
  return {
    push: (piece) => {
      const text = held + piece;
      const end = text.length - lengthOfOpenPlaceholder(text, placeholders);
      held = text.slice(end);
      return restore(text.slice(0, end));
    },
    flush: () => held,
    get isHolding() {
      return held !== '';
    },
  };
}

/** How much of the end of a text may be the beginning of a placeholder. */
function lengthOfOpenPlaceholder(text: string, placeholders: readonly string[]): number {
  const longest = Math.max(0, ...placeholders.map(({ length }) => length - 1));
  for (let length = Math.min(longest, text.length); length > 0; length--) {
    const end = text.slice(-length);
    if (placeholders.some((each) => each.length > length && each.startsWith(end))) return length;
  }
  return 0;
}

/** In one pass, the longest first. */
function replaced(text: string, words: readonly string[], by: (word: string) => string): string {
  if (words.length === 0) return text;
  const inOrder = words.toSorted((a, b) => b.length - a.length).map((word) => RegExp.escape(word));
  return text.replaceAll(new RegExp(inOrder.join('|'), 'g'), by);
}
