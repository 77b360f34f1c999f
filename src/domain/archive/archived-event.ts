import type { DigestedEvent } from '../event-digest.ts';

/** An event with its place in the log, as the archive keeps it. */
export interface ArchivedEvent extends DigestedEvent {
  readonly position: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly recordedAt: string;
}

/** Longest line that is read, UTF-16 units: an event has 256 KiB of data, and a little around it. */
export const lineLengthMax = 1_048_576;

const string = '("(?:[^"\\\\]|\\\\.){0,10000}")';
const position = '"(\\d{1,20}(?:/\\d{1,20})?)"';
const instant = '"(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)"';
const headPattern = new RegExp(
  `^\\{"position":${position},"stream":${string},"revision":(\\d{1,15}),"recorded_at":${instant},"id":${string},"type":${string},"metadata":(?=\\{)`,
);
const dataMember = ',"data":';

/** The event as a line of JSON, without its end. `metadata` and `data` stand in it as they were recorded. */
export function eventLine({ position, stream, revision, recordedAt, id, type, metadata, data }: ArchivedEvent): string {
  const head = { position, stream, revision, recorded_at: recordedAt, id, type };
  return `${JSON.stringify(head).slice(0, -1)},"metadata":${metadata},"data":${data}}`;
}

/** Reads {@link eventLine}; `null`: the line is none. That `data` is JSON is left to its reader. */
export function readEventLine(line: string): ArchivedEvent | null {
  const head = headPattern.exec(line);
  if (head === null || !line.endsWith('}')) return null;
  const from = head[0].length;
  const to = objectEnd(line, from);
  if (to < 0 || !line.startsWith(dataMember, to)) return null;
  const [, position = '', , , recordedAt = ''] = head;
  const [stream, id, type] = [textIn(head[2]), textIn(head[5]), textIn(head[6])];
  if (stream === null || id === null || type === null) return null;
  const data = line.slice(to + dataMember.length, -1);
  return { position, stream, revision: Number(head[3]), recordedAt, id, type, metadata: line.slice(from, to), data };
}

function textIn(json: string | undefined): string | null {
  try {
    return JSON.parse(json ?? '') as string; // the pattern matches strings alone
  } catch {
    return null;
  }
}

/** The index behind an object that begins at an index; -1: it has no end. */
function objectEnd(text: string, from: number): number {
  let depth = 0;
  let isText = false;
  for (let index = from; index < text.length; index += 1) {
    const character = text[index];
    if (isText) {
      if (character === '\\') index += 1;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}
