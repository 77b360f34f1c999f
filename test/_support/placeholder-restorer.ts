import { doneAtOnce } from './done-at-once.ts';
import { noLinks, type LinkRules } from '../../src/personal-data/placeholders/link-guard.ts';
import { placeholderReader } from '../../src/personal-data/placeholders/placeholder-reader.ts';
import { restorerBy } from '../../src/personal-data/placeholders/placeholder-restorer.ts';
import type { CastEntry } from '../../src/personal-data/placeholders/cast-book.ts';
import type { TextRestorer } from '../../src/personal-data/text-restorer.ts';

/** Replaces the placeholders of a conversation with their values, except in links that the rules do not allow. */
export function placeholderRestorer(entries: readonly CastEntry[], rules: LinkRules = noLinks): TextRestorer {
  return restorerBy(doneAtOnce(placeholderReader(entries)), { entries, rules });
}
