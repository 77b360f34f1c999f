import type { ReadModelEvent } from '../../domain/read-models/read-model-events.ts';
import type { EventLog, Position, RecordedEvent } from '../../ports/event-log.ts';
import { projectionId, type Projection, type ProjectionSnapshot } from '../../ports/read-models.ts';
import { decodeEvent } from '../codec.ts';
import { readModelStream } from '../stream-names.ts';

type Data = ReadModelEvent['data'];
type StoredEntry = Data['documents'][number];

/** Events of one page; each has up to 200 kB. */
const pageEvents = 50;
/** Most UTF-8 bytes of the documents of one part: an event may have 256 KiB. */
const partBytesMax = 160 * 1024;
/** UTF-16 units of a piece of a larger document. Each takes at most 3 bytes, since the text is JSON already. */
const pieceLength = 50_000;
/** Most events read backwards to find the beginning of the newest complete storing. */
const eventsMax = 5_000;

/** The state of a read model's stream, by its newest event. */
export interface StoredStatus {
  /** Revision of the newest event; `null`: nothing was ever stored. */
  readonly revision: number | null;
  /** Position of the newest storing, if it is complete; else `null`. */
  readonly upTo: Position | null;
}

/** One document with its text; `null`: it was removed. */
export type StoredDocument = readonly [key: string, text: string | null];

/** Reads the state of a read model's stream. Raises what the log raises. */
export async function storedStatus(
  log: Pick<EventLog, 'readStream'>,
  projection: Projection<object>,
): Promise<StoredStatus> {
  const [newest] = await newestFirst(log, projection, 1);
  if (newest === undefined) return { revision: null, upTo: null };
  const { part, parts, up_to } = dataOf(newest);
  return { revision: newest.revision, upTo: part === parts ? (up_to as Position) : null };
}

/**
 * The newest state of a read model stored in the log: the last storing of all documents, with the changes stored since.
 * Storings that are incomplete, do not follow the others, or are older, are ignored. `null`: nothing is usable. Raises
 * what the log raises.
 */
export async function storedReadModel<Document extends object>(
  log: Pick<EventLog, 'readStream' | 'comparePositions'>,
  projection: Projection<Document>,
): Promise<ProjectionSnapshot<Document> | null> {
  let state: { upTo: Position; texts: Map<string, string> } | null = null;
  for (const storing of storingsOf(await sinceNewestComplete(log, projection))) {
    const [first] = storing;
    if (first === undefined) continue;
    const upTo = first.up_to as Position; // as the log gave it out
    if (first.after === null) state = { upTo, texts: new Map() };
    else if (state?.upTo === first.after && log.comparePositions(upTo, state.upTo) > 0) state.upTo = upTo;
    else continue;
    for (const { documents } of storing) addTo(state.texts, documents);
  }
  if (state === null) return null;
  // The stream's name determines the type of its documents.
  const parsed = [...state.texts].map(([key, text]) => [key, JSON.parse(text) as Document] as const);
  return { checkpoint: state.upTo, documents: new Map(parsed) };
}

/** The events of one storing. A document too large for an event is stored in pieces. */
export function storingOf(
  projection: Projection<object>,
  stored: { readonly upTo: Position; readonly after: Position | null; readonly documents: readonly StoredDocument[] },
): readonly ReadModelEvent[] {
  const parts: StoredEntry[][] = [[]];
  let bytes = 0;
  for (const entry of stored.documents.flatMap(entriesOf)) {
    const size = sizeOf(entry);
    if (bytes + size > partBytesMax) {
      parts.push([]);
      bytes = 0;
    }
    bytes += size;
    parts.at(-1)?.push(entry);
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
      documents: own,
    },
  }));
}

function entriesOf([key, document]: StoredDocument): readonly StoredEntry[] {
  const whole = { key, document };
  if (document === null || document.length <= pieceLength || sizeOf(whole) <= partBytesMax) return [whole];
  const entries: StoredEntry[] = [];
  for (let from = 0; from < document.length;) {
    const to = pieceEnd(document, from);
    entries.push({ key, document: document.slice(from, to), ...(from > 0 && { continues: true }) });
    from = to;
  }
  return entries;
}

/** Where a piece ends: never within a surrogate pair, whose halves are not UTF-8. */
function pieceEnd(text: string, from: number): number {
  const to = from + pieceLength;
  const isWithinPair = (text.codePointAt(to - 1) ?? 0) > 0xff_ff;
  return isWithinPair ? to - 1 : to;
}

function sizeOf(entry: StoredEntry): number {
  return Buffer.byteLength(JSON.stringify(entry));
}

function addTo(texts: Map<string, string>, documents: Data['documents']): void {
  for (const { key, document, continues } of documents) {
    if (document === null) texts.delete(key);
    else texts.set(key, continues === true ? `${texts.get(key) ?? ''}${document}` : document);
  }
}

/** The events since the first part of the newest complete storing of all documents, in log order. */
async function sinceNewestComplete(
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
      if (data.after === null && data.part === 1 && isComplete(found, data.parts)) return found.toReversed();
    }
    const oldest = page.at(-1)?.revision ?? 0;
    if (page.length < pageEvents || oldest === 0) break;
    fromRevision = oldest - 1;
  }
  return found.toReversed();
}

/** Whether the last `parts` events found, reading backwards, are the parts of one storing. */
function isComplete(newestFirstFound: readonly Data[], parts: number): boolean {
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

/** The storings whose parts are all present, in order. */
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

/** The data of an event. The stream's name determines its type. */
function dataOf(recorded: RecordedEvent): Data {
  return (decodeEvent(recorded) as ReadModelEvent).data;
}
