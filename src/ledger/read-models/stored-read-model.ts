import type { ReadModelEvent } from '../../domain/read-models/read-model-events.ts';
import type { EventLog, Position, RecordedEvent } from '../../ports/event-log.ts';
import { projectionId, type Projection, type ProjectionSnapshot } from '../../ports/read-models.ts';
import { decodeEvent } from '../codec.ts';
import { readModelStream } from '../stream-names.ts';

type Data = ReadModelEvent['data'];

/** Events of one page; each has up to 200 kB. */
const pageEvents = 50;
/** UTF-8 bytes of the documents of one part: an event takes 256 KiB. */
const partBytesMax = 160 * 1024;
/** No more than this is looked back for the beginning of what is stored. */
const eventsMax = 5_000;

/** What a stream of a read model holds, by its newest event. */
export interface StoredStanding {
  /** Of the newest event, whatever it is; `null`: nothing was ever stored. */
  readonly revision: number | null;
  /** The place of the newest whole storing; `null`: there is none. */
  readonly upTo: Position | null;
}

/** One document with its text; `null`: it is gone. */
export type StoredDocument = readonly [key: string, text: string | null];

/** Where a stream of a read model ends. Raises what the log raises. */
export async function storedStanding(
  log: Pick<EventLog, 'readStream'>,
  projection: Projection<object>,
): Promise<StoredStanding> {
  const [newest] = await newestFirst(log, projection, 1);
  if (newest === undefined) return { revision: null, upTo: null };
  const { part, parts, up_to } = dataOf(newest);
  return { revision: newest.revision, upTo: part === parts ? (up_to as Position) : null };
}

/**
 * The newest state of a read model that the log itself holds: all documents as they were stored, and what was stored of
 * changes since. What is not whole, does not follow on the rest, or is older than it, is left out. `null`: nothing can be
 * used. Raises what the log raises.
 */
export async function storedReadModel<Document extends object>(
  log: Pick<EventLog, 'readStream' | 'comparePositions'>,
  projection: Projection<Document>,
): Promise<ProjectionSnapshot<Document> | null> {
  let state: { upTo: Position; texts: Map<string, string> } | null = null;
  for (const storing of storingsOf(await sinceNewestWhole(log, projection))) {
    const [first] = storing;
    if (first === undefined) continue;
    const upTo = first.up_to as Position; // as the log gave it out
    if (first.after === null) state = { upTo, texts: new Map() };
    else if (state?.upTo === first.after && log.comparePositions(upTo, state.upTo) > 0) state.upTo = upTo;
    else continue;
    for (const { documents } of storing) addTo(state.texts, documents);
  }
  if (state === null) return null;
  // The stream's name says what its documents are.
  const parsed = [...state.texts].map(([key, text]) => [key, JSON.parse(text) as Document] as const);
  return { checkpoint: state.upTo, documents: new Map(parsed) };
}

/** The events of one storing. `null`: a document is too large for any. */
export function storingOf(
  projection: Projection<object>,
  stored: { readonly upTo: Position; readonly after: Position | null; readonly documents: readonly StoredDocument[] },
): readonly ReadModelEvent[] | null {
  const parts: StoredDocument[][] = [[]];
  let bytes = 0;
  for (const document of stored.documents) {
    const size = Buffer.byteLength(JSON.stringify(document));
    if (size > partBytesMax) return null;
    if (bytes + size > partBytesMax) {
      parts.push([]);
      bytes = 0;
    }
    bytes += size;
    parts.at(-1)?.push(document);
  }
  return parts.map((own, index) => ({
    type: 'ReadModelStored',
    data: {
      projection: projection.name,
      version: projection.version,
      up_to: stored.upTo,
      after: stored.after,
      part: index + 1,
      parts: parts.length,
      documents: own.map(([key, document]) => ({ key, document })),
    },
  }));
}

function addTo(texts: Map<string, string>, documents: Data['documents']): void {
  for (const { key, document } of documents) {
    if (document === null) texts.delete(key);
    else texts.set(key, document);
  }
}

/** In the order of the log, from the first part of the newest storing of all documents that is there. */
async function sinceNewestWhole(
  log: Pick<EventLog, 'readStream'>,
  projection: Projection<object>,
): Promise<readonly Data[]> {
  const found: Data[] = [];
  let fromRevision: number | undefined;
  while (found.length < eventsMax) {
    const page = await newestFirst(log, projection, pageEvents, fromRevision);
    for (const recorded of page) {
      const data = dataOf(recorded);
      found.push(data);
      if (data.after === null && data.part === 1 && isWhole(found, data.parts)) return found.toReversed();
    }
    const oldest = page.at(-1)?.revision ?? 0;
    if (page.length < pageEvents || oldest === 0) break;
    fromRevision = oldest - 1;
  }
  return found.toReversed();
}

/** Whether the newest so many of what was found, looking back, are the parts of one storing. */
function isWhole(newestFirstFound: readonly Data[], parts: number): boolean {
  const own = newestFirstFound.slice(-parts).toReversed();
  return storingsOf(own).length === 1;
}

function newestFirst(
  log: Pick<EventLog, 'readStream'>,
  projection: Projection<object>,
  limit: number,
  fromRevision?: number,
): Promise<readonly RecordedEvent[]> {
  const from = fromRevision === undefined ? {} : { fromRevision };
  return log.readStream(readModelStream(projectionId(projection)), { direction: 'backwards', limit, ...from });
}

/** The storings of which all parts are there, one behind the other. */
function storingsOf(stored: readonly Data[]): readonly (readonly Data[])[] {
  const storings: Data[][] = [];
  let open: Data[] = [];
  for (const data of stored) {
    if (data.part === 1) open = [];
    const [first = data] = open;
    const follows = data.part === open.length + 1 && data.up_to === first.up_to && data.after === first.after;
    open = follows ? [...open, data] : [];
    if (follows && data.part === data.parts) storings.push(open);
  }
  return storings;
}

/** The stream's name says what its events are. */
function dataOf(recorded: RecordedEvent): Data {
  return (decodeEvent(recorded) as ReadModelEvent).data;
}
