import { isPiiEntity } from '../pii-kinds.ts';
import type { WorkInParts } from '../work-in-parts.ts';
import { CastBook, type CastEntry } from './cast-book.ts';

/** A mapping as it is written. It is personal data, and has to be sealed before it is stored. */
interface Written {
  readonly v: 1;
  /** Base64. */
  readonly key: string;
  /** Placeholder, kind, value, and whether the value was a number. */
  readonly entries: readonly (readonly [string, string, string, (0 | 1)?])[];
  /** The links and hosts in which values are restored; absent in older mappings, and when there are none. */
  readonly links?: readonly string[];
  readonly hosts?: readonly string[];
}

export function writeMapping({ key, entries, links, hosts }: CastBook): string {
  const written: Written = {
    v: 1,
    key: key.toString('base64'),
    entries: entries.map(({ placeholder, entity, value, isNumber }) =>
      isNumber ? [placeholder, entity, value, 1] : [placeholder, entity, value],
    ),
    ...(links.size > 0 && { links: [...links] }),
    ...(hosts.size > 0 && { hosts: [...hosts] }),
  };
  return JSON.stringify(written);
}

/** The size of the work for an entry. */
const charactersOfEntry = 128;

/** The book that {@link writeMapping} wrote. Several mappings are merged under the key of the first. */
export function* readMappings(mappings: readonly [string, ...string[]]): WorkInParts<CastBook> {
  const [first, ...others] = mappings.map(parse);
  if (first === undefined) throw new MappingUnreadable();
  const book = new CastBook(Buffer.from(first.key, 'base64'));
  for (const entry of [first, ...others].flatMap(({ entries }) => entries)) {
    yield charactersOfEntry;
    book.adopt(entryOf(entry));
  }
  for (const { links = [], hosts = [] } of [first, ...others]) {
    for (const link of links) book.links.add(link);
    for (const host of hosts) book.hosts.add(host);
  }
  return book;
}

function parse(mapping: string): Written {
  try {
    // Written above, and sealed since then.
    const written = JSON.parse(mapping) as Partial<Written> | null;
    if (written?.v === 1 && typeof written.key === 'string' && Array.isArray(written.entries))
      return written as Written;
  } catch {
    // Reported below, without the text.
  }
  throw new MappingUnreadable();
}

function entryOf([placeholder, entity, value, isNumber]: Written['entries'][number]): CastEntry {
  if (!isPiiEntity(entity)) throw new MappingUnreadable();
  const core = placeholder.startsWith('[') ? placeholder.slice(1, -1).toLowerCase() : null;
  return { placeholder, core, entity, value, isNumber: isNumber === 1 };
}

/** A mapping that this version cannot read. The message contains nothing of it. */
export class MappingUnreadable extends Error {
  override readonly name = 'MappingUnreadable';

  constructor() {
    super('a mapping that cannot be read');
  }
}
