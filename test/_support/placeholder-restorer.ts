import { noLinks, type LinkRules } from '../../src/personal-data/placeholders/link-guard.ts';
import { placeholderReader } from '../../src/personal-data/placeholders/placeholder-reader.ts';
import { restorerBy } from '../../src/personal-data/placeholders/placeholder-restorer.ts';
import type { CastEntry } from '../../src/personal-data/placeholders/cast-book.ts';
import type { TextRestorer } from '../../src/personal-data/text-restorer.ts';
import type { WorkInParts } from '../../src/personal-data/work-in-parts.ts';

/** Replaces the placeholders of a conversation with their values, except in links that the rules do not allow. */
export function* placeholderRestorer(
  entries: readonly CastEntry[],
  rules: LinkRules = noLinks,
): WorkInParts<TextRestorer> {
  return restorerBy(yield* placeholderReader(entries), { entries, rules });
}
