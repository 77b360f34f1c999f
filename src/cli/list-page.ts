import { InvalidArgumentError, type Command } from 'commander';
import type { Projection, DocumentReader } from '../ports/read-models.ts';
import { allDocuments } from './all-documents.ts';
import { note } from './output.ts';

const limitMax = 10_000;

/** What a list command may be told about the part that is wanted. */
export interface PageOptions {
  readonly limit?: number;
  readonly after?: string;
}

/** A part of a list, in the order of the ids. */
export interface ListPage<Document> {
  readonly documents: readonly Document[];
  /** The id to go on after; `null`: this is the end. */
  readonly next: string | null;
}

/** Adds `--limit` and `--after`. */
export function pagedList(command: Command): Command {
  return command
    .option('--limit <count>', `at most so many, 1 to ${limitMax} (default: all)`, limit)
    .option('--after <id>', 'only what comes after this id: the "next" of the page before');
}

function limit(text: string): number {
  const count = Number(text);
  if (/^\d{1,5}$/.test(text) && count >= 1 && count <= limitMax) return count;
  throw new InvalidArgumentError(`It is no whole number from 1 to ${limitMax}.`);
}

/**
 * The wanted documents of a read model, as many as one page holds. No more are read. What waits for a version of Waybill that
 * can read it stands as it was before; whoever lends the read models says so beside the list.
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

/** `next` for programs: of a list that was asked for in pages. */
export function nextMember(options: PageOptions, next: string | null): { readonly next?: string | null } {
  return options.limit === undefined ? {} : { next };
}

/** `next` for people, beside the list. */
export function tellNext(next: string | null): void {
  if (next !== null) note(`There is more: --after ${next}`);
}
