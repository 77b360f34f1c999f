import { chainedDigest, noDigest, singleDigest, splitMetadata } from '../../domain/event-digest.ts';
import type { DatabaseSync } from 'node:sqlite';
import type { StreamTrouble } from '../../ports/log-identity.ts';

/** Most streams whose beginning is looked at, so that the look takes less than 50 ms: an audit looks at all. */
const lookedAtMax = 2_000;
/** First events of thinned streams above this many bytes are sealed contents, which are not read at a start. */
const thinnedBytesMax = 4_096;
/** Above every name. */
const lastName = '\u{10FFFF}';

/** Matches streams with a rule, by which some of their events cannot be read. */
export const isRuled = `(state <> 'open' OR hidden_before <> 0 OR revision_floor <> -1
  OR coalesce(truncate_before, max_count, max_age_seconds) IS NOT NULL)`;

/**
 * One look at the streams of a file that is opened: none is missing, none that keeps all its events hides one, and each
 * begins with an event that was recorded under its name. Returns what is wrong first; `null`: nothing was seen.
 */
export function streamTrouble(database: DatabaseSync, thinnedPrefixes: readonly string[]): StreamTrouble | null {
  const { streams, last, used } =
    database
      .prepare('SELECT count(*) AS streams, max(id) AS last, (SELECT max(stream_id) FROM events) AS used FROM streams')
      .get() ?? {};
  // Streams are numbered without gaps and never removed.
  if (streams !== Number(last) || Number(used) > Number(last)) {
    return {
      stream: null,
      problem: `${Math.max(Number(used), Number(last))} streams were recorded, and ${String(streams)} are there`,
    };
  }
  const look = new StreamLook(database);
  const prefixes = thinnedPrefixes.toSorted();
  const ends = prefixes.map(endOf);
  const kept = ['', ...ends].map((from, index) => [from, prefixes[index] ?? lastName] as const);
  const thinned = prefixes.map((from, index) => [from, ends[index] ?? lastName] as const);
  // Names with the last letters first: wallets.
  for (const [from, to] of kept.toReversed()) {
    const trouble = look.hidden(from, to) ?? look.renamed(from, to, false);
    if (trouble !== null) return trouble;
  }
  for (const [from, to] of thinned) {
    const trouble = look.renamed(from, to, true);
    if (trouble !== null) return trouble;
  }
  return null;
}

class StreamLook {
  readonly #hidden;
  readonly #beginnings;
  #left = lookedAtMax;

  constructor(database: DatabaseSync) {
    this.#hidden = database.prepare(`SELECT name FROM streams WHERE name >= ? AND name < ? AND ${isRuled} LIMIT 1`);
    this.#beginnings = database.prepare(`
      SELECT name, revision, events.id AS id, type, data, metadata
      FROM streams LEFT JOIN events ON stream_id = streams.id
        AND revision = (SELECT min(revision) FROM events WHERE stream_id = streams.id) AND octet_length(data) <= ?
      WHERE name >= ? AND name < ? ORDER BY name DESC LIMIT ?
    `);
  }

  hidden(from: string, to: string): StreamTrouble | null {
    const row = this.#hidden.get(from, to);
    return row === undefined ? null : { stream: String(row['name']), problem: 'a rule hides some of its events' };
  }

  renamed(from: string, to: string, isThinned: boolean): StreamTrouble | null {
    const bytesMax = isThinned ? thinnedBytesMax : Number.MAX_SAFE_INTEGER;
    for (const row of this.#beginnings.iterate(bytesMax, from, to, this.#left)) {
      this.#left -= 1;
      const stream = String(row['name']);
      if (row['revision'] === null) {
        if (isThinned) continue;
        return { stream, problem: 'it has no events' };
      }
      const [id, type, data, text] = [row['id'], row['type'], row['data'], row['metadata']].map(String) as [
        string,
        string,
        string,
        string,
      ];
      const recorded = splitMetadata(text);
      const metadata = recorded?.metadata ?? text;
      const event = { stream, revision: Number(row['revision']), id, type, data, metadata };
      const digest = isThinned ? singleDigest(event) : chainedDigest(noDigest, event);
      if (digest !== recorded?.digest)
        return { stream, problem: 'its first event was recorded with another name or content' };
    }
    return null;
  }
}

/** The first name after all names that begin with a prefix. */
function endOf(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCodePoint((prefix.codePointAt(prefix.length - 1) ?? 0) + 1);
}
