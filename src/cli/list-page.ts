import { InvalidArgumentError, type Command } from 'commander';
import type { Projection, DocumentReader } from '../ports/read-models.ts';
import { allDocuments } from './all-documents.ts';
import { note } from './output.ts';

const limitMax = 10_000;

/** The options of a list command that select a page. */
export interface PageOptions {
  readonly limit?: number;
  readonly after?: string;
}

/** A page of a list, in the order of the ids. */
export interface ListPage<Document> {
  readonly documents: readonly Document[];
  /** The id after which the next page begins; `null`: the last page. */
  readonly next: string | null;
}

/** Adds `--limit` and `--after`. */
export function pagedList(command: Command): Command {
  return command
    .option('--limit <count>', `maximum number of entries, 1 to ${limitMax} (default: all)`, limit)
    .option('--after <id>', 'only entries after this id: "next" of the previous page');
}

function limit(text: string): number {
  const count = Number(text);
  if (/^\d{1,5}$/.test(text) && count >= 1 && count <= limitMax) return count;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${limitMax}.`);
}

/**
 * One page of the matching documents of a read model; no more are read. Documents with events that only a later version of
 * Waybill can read are out of date; the code that opens the read models prints a notice about them.
 */
export function listPage<Document extends object>(
  readModels: DocumentReader,
  { projection, keyOf }: { readonly projection: Projection<Document>; readonly keyOf: (document: Document) => string },
  { limit: most = Infinity, after = '' }: PageOptions,
  isWanted: (document: Document) => boolean = () => true,
): ListPage<Document> {
  const documents: Document[] = [];
  for (const document of allDocuments(readModels, projection, after)) {
    if (!isWanted(document)) continue;
    const last = documents.at(-1);
    if (documents.length === most && last !== undefined) return { documents, next: keyOf(last) };
    documents.push(document);
  }
  return { documents, next: null };
}

/** `next` for programs, in a list with `--limit`. */
export function nextMember(options: PageOptions, next: string | null): { readonly next?: string | null } {
  return options.limit === undefined ? {} : { next };
}

/** `next` for people, on stderr. */
export function printNext(next: string | null): void {
  if (next !== null) note(`There is more: --after ${next}`);
}
