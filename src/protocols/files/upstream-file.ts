import type { FileDialect } from '../../domain/file-id.ts';
import { applyEdits } from '../../wire/byte-edits.ts';
import { replaceValue } from '../../wire/json-edits.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { scanJsonObject } from '../../wire/json-text.ts';

/** What an upstream says of a file that it keeps, in either protocol. */
export interface UpstreamFile {
  readonly id: string;
  /** `null`: it does not say, here and below. */
  readonly name: string | null;
  readonly bytes: number | null;
  readonly purpose: string | null;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number | null;
  /** ISO 8601; `null`: never. */
  readonly expiresAt: string | null;
  /** No processing of it is under way: its record stays what it is. */
  readonly isFinal: boolean;
  /** The record under another id; every other byte stays. */
  withId(id: string): Buffer;
}

/** A page of what lies at an account. */
export interface UpstreamFilePage {
  readonly files: readonly UpstreamFile[];
  /** What asks for the next page, a parameter of the query; `null`: this is the last. */
  readonly next: { readonly parameter: string; readonly value: string } | null;
}

/** Ids that can stand in a path and in a JSON text as they are: `.` and `..` would name another path. */
const plainId = /^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,200}$/;

/** The last that an event can name, as a year there has four digits. */
const latestMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Statuses with which an upstream says nothing of a file, but of its own state, or of the gateway's credential there. */
export function isAway(status: number): boolean {
  return [401, 403, 408, 429].includes(status) || (status >= 500 && status !== 501);
}

/** `null` for what is no record of a file. */
export function readUpstreamFile(body: Buffer): UpstreamFile | null {
  const object = scanJsonObject(body);
  return object.kind === 'json_fault' ? null : fileOf(object);
}

const afterParameters: Readonly<Record<FileDialect, string>> = { openai: 'after', anthropic: 'after_id' };

/** Some versions name the next page, others go on after the last file. `null` for what is no list of files. */
export function readUpstreamFilePage(body: Buffer, dialect: FileDialect): UpstreamFilePage | null {
  const object = scanJsonObject(body);
  if (object.kind === 'json_fault') return null;
  const data = object.member('data');
  if (data?.kind !== 'array') return null;
  const records = object.elements(data).flatMap((entry) => (entry.kind === 'object' ? [object.object(entry)] : []));
  const files = records.flatMap((record) => fileOf(record) ?? []);
  const nextPage = object.string('next_page');
  if (nextPage !== undefined) return { files, next: { parameter: 'page', value: nextPage } };
  const lastId = object.string('last_id') ?? files.at(-1)?.id;
  const hasMore = object.member('has_more')?.kind === 'true' && lastId !== undefined;
  return { files, next: hasMore ? { parameter: afterParameters[dialect], value: lastId } : null };
}

/** Of OpenAI's protocol; what has no state is what it is. */
const finalStates = new Set(['processed', 'error', 'deleted']);

function fileOf(object: JsonObjectText): UpstreamFile | null {
  const member = object.member('id');
  const id = object.string('id');
  if (member === undefined || id === undefined || !plainId.test(id)) return null;
  const expiresAtMs = timeOf(object, 'expires_at');
  return {
    id,
    name: object.string('filename') ?? null,
    bytes: wholeNumber(object, 'bytes') ?? wholeNumber(object, 'size_bytes'),
    purpose: object.string('purpose')?.slice(0, 100) ?? null,
    createdAtMs: timeOf(object, 'created_at'),
    expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs).toISOString(),
    isFinal: finalStates.has(object.string('status') ?? 'processed'),
    withId: (ours) => applyEdits(object.bytes, [replaceValue(member, JSON.stringify(ours))]),
  };
}

function wholeNumber(object: JsonObjectText, key: string): number | null {
  const member = object.member(key);
  const value = member?.kind === 'number' ? Number(object.text(member)) : Number.NaN;
  return Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** Seconds since the epoch in the one protocol, RFC 3339 in the other; milliseconds. `null` also for what no event can name. */
function timeOf(object: JsonObjectText, key: string): number | null {
  const seconds = wholeNumber(object, key);
  const time = seconds === null ? Date.parse(object.string(key) ?? '') : seconds * 1_000;
  return time >= 0 && time <= latestMs ? time : null;
}
