import { hash } from 'node:crypto';
import { LinkReader, type Link } from './link-reader.ts';
import type { PlaceholderReader } from './placeholder-reader.ts';

/**
 * The links that a caller has sent, each up to every value in it, as digests: a digest contains the one of the value
 * before it. So they take a fixed room for each value, and no text can be read from them.
 */

/** The digest of a link up to a value. `before`: that of the value before it; empty for the first. */
export function nextInLink(before: string, text: string, value: string): string {
  return hash('sha256', JSON.stringify([before, text.replaceAll(/\\+\//g, '/'), value]), 'base64url').slice(0, 22);
}

/** Where a text has no link, nothing is read. */
const maySpellLink = /[.。．｡:]|\/\//;

/** Whether a text contains a placeholder in any spelling in which it would be restored. */
export function holdsPlaceholder(text: string, reader: PlaceholderReader): boolean {
  for (let at = reader.next(text, 0); at >= 0; at = reader.next(text, at + 1)) {
    const read = reader.read(text, at, { before: '', isWhole: true });
    if (read !== null && read !== 'more') return true;
  }
  return false;
}

/** Reports the digests of the links with values in a text of the caller's, which was cast. */
export function ownLinksIn(cast: string, reader: PlaceholderReader, found: Set<string>): void {
  if (!maySpellLink.test(cast)) return;
  const links = new LinkReader();
  let last: Link | null = null;
  let known = '';
  let from = 0;
  for (let at = reader.next(cast, 0); at >= 0;) {
    const read = reader.read(cast, at, { before: '', isWhole: true });
    if (read === null || read === 'more') {
      at = reader.next(cast, at + 1);
      continue;
    }
    links.pass(cast.slice(from, at));
    const link = links.current();
    if (link !== null && !link.isTooLong) {
      known = nextInLink(link === last ? known : '', link.takeRead(), read.text);
      found.add(known);
    }
    last = link;
    from = read.end;
    at = reader.next(cast, from);
  }
}
