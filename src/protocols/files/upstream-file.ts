import type { FileDialect } from '../../domain/file-id.ts';
import { applyEdits } from '../../wire/byte-edits.ts';
import { replaceValue } from '../../wire/json-edits.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { scanJsonObject } from '../../wire/json-text.ts';

/** The record of a file that an upstream stores, in either protocol. */
export interface UpstreamFile {
  readonly id: string;
  /** `null`, here and below: not stated. */
  readonly name: string | null;
  readonly bytes: number | null;
  readonly purpose: string | null;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number | null;
  /** ISO 8601; `null`: never. */
  readonly expiresAt: string | null;
  /** Its processing is finished, so its record will not change. */
  readonly isFinal: boolean;
  /** The record under another id; every other byte stays. */
  withId(id: string): Buffer;
}

/** A page of the files at an account. */
export interface UpstreamFilePage {
  readonly files: readonly UpstreamFile[];
  /** The query parameter that asks for the next page; `null`: this is the last. */
  readonly next: { readonly parameter: string; readonly value: string } | null;
}

/** Ids that need no escaping in a path or a JSON text. `.` and `..` would name another path. */
const plainId = /^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,200}$/;

/** The latest time that an event can hold, as its years have four digits. */
const latestMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Whether a status is about the state of the upstream, or the gateway's credential there, and not about a file. */
export function isAway(status: number): boolean {
  return [401, 403, 408, 429].includes(status) || (status >= 500 && status !== 501);
}

/** `null` for a body that is not the record of a file. */
export function readUpstreamFile(body: Buffer): UpstreamFile | null {
  const object = scanJsonObject(body);
  return object.kind === 'json_fault' ? null : fileOf(object);
}

const afterParameters: Readonly<Record<FileDialect, string>> = { openai: 'after', anthropic: 'after_id' };

/**
 * Some versions name the next page; others go on after the last file. `null` for a body that is not a list of files.
 */
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

/** Final states in OpenAI's protocol. A file without a state does not change. */
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

/**
 * Seconds since the epoch in OpenAI's protocol, RFC 3339 in Anthropic's; milliseconds. Also `null` for a time that no
 * event can hold.
 */
function timeOf(object: JsonObjectText, key: string): number | null {
  const seconds = wholeNumber(object, key);
  const time = seconds === null ? Date.parse(object.string(key) ?? '') : seconds * 1_000;
  return time >= 0 && time <= latestMs ? time : null;
}
