// What one request gave on every side, told so that the next run tells the same: ids are numbered as they appear, times are
// left out.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedEvent } from '../../src/ports/event-log.ts';
import type { HttpReply } from '../_support/http-call.ts';
import type { Received } from './_golden-scene.ts';

/** Lines and hashes of texts. */
export interface GoldenRun {
  /** Method, path and headers as the upstream got them, then the hash of the body; for each request that it got. */
  readonly upstream: readonly string[];
  /** Status and headers, then the hash of the body. */
  readonly answer: readonly string[];
  /** Stream, type and data of each. */
  readonly events: readonly string[];
}

/** Texts by their hashes. */
export type Texts = Map<string, string>;

/** Differ from run to run, and say nothing. */
const leftOut = new Set(['date', 'host', 'connection', 'keep-alive', 'transfer-encoding']);

const idPattern =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<![0-9a-z])[0-9a-f]{32,64}(?![0-9a-f])/g;
/** Of items and names: under a key, or of ids. */
const hashesPattern = /(?<="(item_hashes|name_hash)":)(\[[^\]]*\]|"[^"]*")/g;
/** Of sealed bytes, which hold a nonce. */
const digestPattern = /(?<="content_digest":)"[^"]*"/g;
const timePattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;

/** What is left of a limit, and until when, depends on the time. */
const isRate = (name: string): boolean => /ratelimit-.*(remaining|reset)/.test(name);

/** What one request gave; adds its texts. */
export function goldenRun(
  seen: {
    readonly received: readonly Received[];
    readonly reply: HttpReply;
    readonly events: readonly RecordedEvent[];
  },
  texts: Texts,
): GoldenRun {
  const numbers = new Map<string, string>();
  const plain = (text: string): string =>
    text.replaceAll(timePattern, '<time>').replaceAll(idPattern, (id) => {
      const known = numbers.get(id) ?? `<id ${numbers.size + 1}>`;
      numbers.set(id, known);
      return known;
    });
  const hashed = (bytes: Buffer): string => {
    // As latin-1 every byte is a character, and the text is told in UTF-8 only to be read.
    const told = Buffer.from(plain(bytes.toString('latin1')), 'latin1');
    const hash = createHash('sha256').update(told).digest('hex');
    texts.set(hash, told.toString());
    return hash;
  };
  const headersOf = (headers: HttpReply['headers']): readonly string[] =>
    Object.entries(headers)
      .filter(([name]) => !leftOut.has(name))
      .map(([name, value]) => plain(`${name}: ${isRate(name) ? '<rate>' : String(value)}`))
      .toSorted();
  const { received, reply, events } = seen;
  return {
    upstream: received.flatMap(({ line, headers, body }) => [plain(line), ...headersOf(headers), hashed(body)]),
    answer: [String(reply.status), ...headersOf(reply.headers), hashed(reply.bytes)],
    events: events.map(({ stream, type, data }) =>
      plain(`${stream} ${type} ${isSealed(type) ? '' : withoutHashes(data)}`),
    ),
  };
}

const withoutHashes = (data: string): string =>
  data
    .replace(hashesPattern, (hashes) => hashes.replaceAll(/"[0-9a-f]{16}"/g, '<hash>'))
    .replace(digestPattern, '<digest>');

/** Its data is sealed with a nonce. */
const isSealed = (type: string): boolean => type === 'ContentPart';

/** What a case gave, and under which chunkings it gave something else. */
export interface GoldenCase {
  readonly whole: GoldenRun;
  readonly otherwise: Readonly<Record<string, GoldenRun>>;
}

export interface GoldenFile {
  readonly cases: Readonly<Record<string, GoldenCase>>;
  /** Texts by their hashes, each once. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Rewrites what is recorded instead of comparing it (`npm run golden`). */
export const isRewriting = process.env['WAYBILL_TEST_GOLDEN'] === 'write';

const pathOf = (surface: string): string => join(import.meta.dirname, 'recorded', `${surface}.json`);

export function readGolden(surface: string): GoldenFile {
  if (!existsSync(pathOf(surface))) return { cases: {}, texts: {} };
  // Written by `writeGolden`.
  return JSON.parse(readFileSync(pathOf(surface), 'utf8')) as GoldenFile;
}

export function writeGolden(surface: string, cases: GoldenFile['cases'], texts: Texts): void {
  const named = JSON.stringify(cases);
  const used = [...texts].filter(([hash]) => named.includes(hash)).toSorted(([a], [b]) => a.localeCompare(b));
  writeFileSync(pathOf(surface), `${JSON.stringify({ cases, texts: Object.fromEntries(used) }, null, 1)}\n`);
}
