import { Agent, request } from 'undici';
import type { PiiEntity, PiiGrade, PiiLanguage } from '../personal-data/pii-kinds.ts';
import { unmeasuredGrade } from '../personal-data/unmeasured-grade.ts';
import { withoutByteOrderMark } from '../wire/byte-order-mark.ts';
import { boundedBody } from '../ports/bounded-body.ts';
import {
  PiiDetectorUnavailable,
  type DetectorCapabilities,
  type DetectRequest,
  type PiiDetector,
  type PiiSpan,
} from '../ports/pii-detector.ts';
import {
  analysed,
  kindOf,
  namesOf,
  supportedNames,
  type PresidioFound,
} from './presidio-pii-detector/presidio-found.ts';
import { chunksOf, unitsOf, type TextChunk } from './presidio-pii-detector/text-chunks.ts';
import { createPresidioCircuit } from './presidio-pii-detector/presidio-circuit.ts';

const detectorName = 'presidio';

export interface PresidioSettings {
  /** Origin and path prefix of a presidio-analyzer. It requires no credential, so it must be on a private network. */
  readonly url: string;
  /** The languages to use; while the analyzer lacks one of them, a call in that language raises. */
  readonly languages: readonly PiiLanguage[];
  /** The kinds to request, each of which it must support in each of the languages; absent: all that it supports. */
  readonly entities?: readonly PiiEntity[];
  /** The measured quality of its models; unmeasured ones get {@link unmeasuredGrade}. */
  readonly grades?: Readonly<Partial<Record<PiiEntity, PiiGrade>>>;
  /** The least score, above 0 and at most 1. Presidio's default is 0, which takes any seven digits for a passport. */
  readonly threshold: number;
}

export interface PresidioOptions {
  /** Timeout of a query for its capabilities, milliseconds. Default 5,000. */
  readonly readyTimeoutMs?: number;
  /** Greatest age of known capabilities, milliseconds. Default 10,000. */
  readonly readyMs?: number;
  /** The longest piece of a text, in UTF-16 units. Default 32,768. */
  readonly chunkCharacters?: number;
  /** Overlap of two pieces of a text, in UTF-16 units. Default 200. */
  readonly overlapCharacters?: number;
  /** Most pieces of a call, and their total length. Default 500 and 262,144. */
  readonly callChunks?: number;
  readonly callCharacters?: number;
  /** The longest answer read. Default 8 MiB. */
  readonly answerBytesMax?: number;
  /**
   * After this many consecutive failures nothing is sent for `openMs`, then one call as a probe. Default 3 and 5,000.
   */
  readonly failuresInARow?: number;
  readonly openMs?: number;
  /** Monotonic time, milliseconds. */
  readonly now?: () => number;
}

export interface PresidioPiiDetector extends PiiDetector, AsyncDisposable {
  /** Queries its capabilities. Never raises: an unavailable analyzer has none. */
  refresh(): Promise<void>;
  /** The configured languages that it lacks now, or in which it lacks a kind. */
  missing(): readonly PiiLanguage[];
}

type Supported = ReadonlyMap<PiiLanguage, ReadonlySet<string>>;

/**
 * Queries a presidio-analyzer over REST. Its capabilities are those of `/supportedentities`; while they are unknown or
 * outdated, it has none. Anything but a complete answer of the known form raises `PiiDetectorUnavailable`: refused,
 * late, truncated, another status, another length, an unknown kind, a place outside of the text; and a missing
 * language.
 */
export function createPresidioPiiDetector(
  settings: PresidioSettings,
  options: PresidioOptions = {},
): PresidioPiiDetector {
  const { readyTimeoutMs = 5000, readyMs = 10_000, now = performance.now.bind(performance) } = options;
  const client = createClient(settings, options.answerBytesMax ?? 8 * 1024 * 1024);
  const circuit = createPresidioCircuit({
    failuresInARow: options.failuresInARow ?? 3,
    openMs: options.openMs ?? 5000,
    now,
  });
  let supported: Supported = new Map();
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  const ask = async (): Promise<void> => {
    const signal = AbortSignal.timeout(readyTimeoutMs);
    const asked = settings.languages.map(async (language) => {
      const names = await client.get(`/supportedentities?language=${language}`, signal);
      return [language, supportedNames(names)] as const;
    });
    const answers = await Promise.allSettled(asked);
    supported = new Map(answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])));
    askedAt = now();
  };
  const refresh = (): Promise<void> => (asking ??= ask().finally(() => (asking = null)));
  const missing = (): readonly PiiLanguage[] => {
    const lacking = circuit.isOpen() ? settings.languages : lackingOf(supported, settings);
    if (now() - askedAt > (lacking.length > 0 ? Math.min(missingMs, readyMs) : readyMs)) void refresh();
    return lacking;
  };

  return {
    name: detectorName,
    missing,
    capabilities: () => {
      missing();
      return circuit.isOpen() ? {} : capabilitiesOf(supported, settings);
    },
    detect: async (texts, asked) => {
      if (hasEnded(asked)) throw new PiiDetectorUnavailable('The call was ended.');
      const pass = circuit.enter();
      if (pass === null) throw new PiiDetectorUnavailable('Presidio failed just now: it is left alone for a while.');
      try {
        if (askedAt === Number.NEGATIVE_INFINITY) await refresh();
        assertHas(missing(), asked);
        const found = await findIn(texts, asked, { client, supported, settings, options });
        pass('ok');
        return found;
      } catch (error) {
        const isEnded = hasEnded(asked);
        pass(isEnded || error instanceof LanguageMissing ? 'inconclusive' : 'failed');
        // The answer may repeat the texts: no part of it goes into a message.
        throw new PiiDetectorUnavailable(isEnded ? 'The call was ended.' : reasonOf(error));
      }
    },
    refresh,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** How often to query again while something is missing, milliseconds. */
const missingMs = 1000;

class LanguageMissing extends PiiDetectorUnavailable {}

function assertHas(missing: readonly PiiLanguage[], { languages }: DetectRequest): void {
  const lacking = missing.filter((language) => languages.includes(language));
  if (lacking.length > 0) throw new LanguageMissing(`Presidio lacks ${lacking.join(', ')}, or a kind in it.`);
}

function lackingOf(supported: Supported, { languages, entities = [] }: PresidioSettings): readonly PiiLanguage[] {
  return languages.filter((language) => {
    const names = supported.get(language);
    return names === undefined || entities.some((entity) => namesOf([entity], names).length === 0);
  });
}

interface Presidio {
  readonly client: Client;
  readonly supported: Supported;
  readonly settings: PresidioSettings;
  readonly options: PresidioOptions;
}

async function findIn(
  texts: readonly string[],
  asked: DetectRequest,
  { client, supported, settings, options }: Presidio,
): Promise<readonly (readonly PiiSpan[])[]> {
  const signal = signalOf(asked);
  const found: PiiSpan[][] = texts.map(() => []);
  const chunks = chunksOf(texts, {
    charactersMax: options.chunkCharacters ?? 32_768,
    overlap: options.overlapCharacters ?? 200,
  });
  for (const language of asked.languages) {
    const kinds = asked.entities.filter((entity) => settings.entities?.includes(entity) ?? true);
    const entities = namesOf(kinds, supported.get(language) ?? new Set());
    if (entities.length === 0) continue;
    for (const batch of batchesOf(chunks, options)) {
      const body = {
        text: batch.map(({ content }) => content),
        language,
        entities,
        score_threshold: settings.threshold,
      };
      const lists = analysed(await client.post('/analyze', body, signal), batch.length);
      for (const [place, chunk] of batch.entries())
        for (const span of spansOf(chunk, lists[place] ?? [], entities)) found[chunk.text]?.push(span);
    }
  }
  return found;
}

function signalOf({ deadlineMs, signal }: DetectRequest): AbortSignal {
  const deadline = AbortSignal.timeout(deadlineMs);
  return signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
}

function reasonOf(error: unknown): string {
  if (error instanceof PiiDetectorUnavailable) return error.message;
  if (!(error instanceof Error)) return 'Presidio failed.';
  if (error.name === 'TimeoutError') return 'Presidio did not answer in time.';
  const code =
    'code' in error && typeof error.code === 'string' && /^[A-Z_]{3,40}$/.test(error.code) ? error.code : error.name;
  return `Presidio could not be asked, or its answer not be read: ${code}.`;
}

function capabilitiesOf(supported: Supported, settings: PresidioSettings): DetectorCapabilities {
  return Object.fromEntries(
    [...supported].map(([language, names]) => {
      const kinds = [...names].flatMap((name) => kindOf(name) ?? []);
      const asked = kinds.filter((kind) => settings.entities?.includes(kind) ?? true);
      return [
        language,
        Object.fromEntries(asked.map((kind) => [kind, settings.grades?.[kind] ?? unmeasuredGrade(kind)])),
      ];
    }),
  );
}

function spansOf(chunk: TextChunk, found: readonly PresidioFound[], asked: readonly string[]): readonly PiiSpan[] {
  const units = unitsOf(chunk.content);
  return found.map(({ entity_type: name, start, end, score }) => {
    const entity = asked.includes(name) ? kindOf(name) : undefined;
    if (entity === undefined) throw new PiiDetectorUnavailable('Presidio answered a kind that it was not asked for.');
    return { start: chunk.start + units(start), end: chunk.start + units(end), entity, score, detector: detectorName };
  });
}

function batchesOf(chunks: readonly TextChunk[], { callChunks = 500, callCharacters = 262_144 }: PresidioOptions) {
  const batches: TextChunk[][] = [];
  let characters = 0;
  for (const chunk of chunks) {
    const batch = batches.at(-1);
    characters += chunk.content.length;
    if (batch !== undefined && batch.length < callChunks && characters <= callCharacters) batch.push(chunk);
    else {
      batches.push([chunk]);
      characters = chunk.content.length;
    }
  }
  return batches;
}

interface Client {
  get(path: string, signal: AbortSignal): Promise<unknown>;
  post(path: string, body: object, signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

function createClient({ url }: PresidioSettings, answerBytesMax: number): Client {
  // It handles one request at a time: more connections would only queue there.
  const agent = new Agent({ connections: 4, allowH2: false, maxResponseSize: answerBytesMax });
  const base = url.replace(/\/+$/, '');
  const call = async (
    path: string,
    how: { method: 'GET' | 'POST'; body?: string },
    signal: AbortSignal,
  ): Promise<unknown> => {
    const headers = { accept: 'application/json', 'accept-encoding': 'identity', 'content-type': 'application/json' };
    const answer = await request(`${base}${path}`, { dispatcher: agent, headers, signal, ...how });
    if (answer.statusCode !== 200) {
      await answer.body.dump();
      throw new PiiDetectorUnavailable(`Presidio answered ${answer.statusCode}.`);
    }
    const whole = await boundedBody(answer.body, answerBytesMax);
    if (whole === null) throw new PiiDetectorUnavailable('Presidio answered too much.');
    return JSON.parse(withoutByteOrderMark(whole).toString());
  };
  return {
    get: (path, signal) => call(path, { method: 'GET' }, signal),
    post: (path, body, signal) => call(path, { method: 'POST', body: JSON.stringify(body) }, signal),
    close: () => agent.destroy(),
  };
}

function hasEnded({ signal }: DetectRequest): boolean {
  return signal?.aborted === true;
}
