import { availableParallelism } from 'node:os';
import { ThreadLost, ThreadPool, type ThreadTask } from '../../adapters/thread-pool.ts';
import type { CastingPiiEngineOptions } from '../../pii-engine/casting-pii-engine.ts';
import type { BodyThreads, EncodedBody, RestoredElsewhere } from '../../ports/body-casting.ts';
import type { PiiEntity } from '../../personal-data/pii-kinds.ts';
import { PiiEngineUnavailable, type Whose } from '../../ports/pii-engine.ts';
import { surfaceOfTexts } from '../../protocols/faces.ts';
import {
  packed,
  readError,
  unpacked,
  writtenError,
  type Packed,
  type TextTask,
  type ThreadData,
  type ThreadWords,
  type WrittenError,
} from './text-task.ts';

/**
 * Memory of one thread, bytes. With three quarters of it every shape of `npm run bench:pauses` is done, and with it the
 * same shapes of 24 MiB.
 */
const threadBytes = 536_870_912;

/** As many as the memory suffices for: more than processors, so that long texts of one tenant leave a thread to another. */
function threadsFor(memoryBytesMax: number): number {
  return Math.min(8, Math.max(4, availableParallelism()), Math.floor(memoryBytesMax / threadBytes));
}

/** How long the work of one request may take beside its detectors, milliseconds. */
const workMsMax = 60_000;
/** How long a thread may take to end, and another one to start, milliseconds. */
const newThreadMsMax = 15_000;

/**
 * How long a task may take and wait, milliseconds. A wait is longer than a task: whoever is next, of a tenant or of its keys,
 * is never refused for what the others' tasks take, and least of all an answer that was paid.
 */
export function threadTimes(deadlineMs: number): { readonly taskMsMax: number; readonly waitMs: number } {
  // A detector may be asked once more, in each language.
  const taskMsMax = workMsMax + 2 * deadlineMs;
  return { taskMsMax, waitMs: taskMsMax + newThreadMsMax };
}

export interface TextThreads extends BodyThreads {
  /** Ends the threads and what they do. */
  close(): Promise<void>;
}

interface ThreadLimits {
  /** Memory of all threads together, bytes; at least that of one. Default 2 GiB. */
  readonly memoryBytesMax?: number;
  readonly program?: URL;
  readonly taskMsMax?: number;
  readonly waitMs?: number;
}

/** Threads with an engine like that of the options. What they raise is what it raises. */
export function openTextThreads(
  options: CastingPiiEngineOptions,
  { memoryBytesMax = 4 * threadBytes, ...limits }: ThreadLimits = {},
): TextThreads {
  const threadsMax = threadsFor(memoryBytesMax);
  const { detectors, telemetry, ...settings } = options;
  const [rules, ...others] = detectors;
  const data: ThreadData = {
    settings: { ...settings, cacheTextsMax: Math.ceil(settings.cacheTextsMax / threadsMax) },
    leastScores: rules.leastScores,
    others: others.map(({ detector, isOptional }) => ({ name: detector.name, isOptional })),
  };
  const pool = new ThreadPool({
    program: new URL('./thread.ts', import.meta.url),
    name: 'personal-data',
    data,
    threadsMax,
    heapMibMax: threadBytes / 1_048_576,
    ...threadTimes(settings.deadlineMs),
    ...limits,
    heard: async (words, signal) => {
      const said = words as ThreadWords;
      if (said.kind === 'asked') {
        telemetry?.detectorAsked(said.facts, said.error === null ? undefined : readError(said.error));
        return null;
      }
      try {
        const found = await others[said.which]?.detector.detect(said.texts, { ...said.request, signal });
        return { error: null, found };
      } catch (error) {
        return { error: writtenError(error) };
      }
    },
  });
  const capabilities = () => others.map(({ detector }) => detector.capabilities());
  return {
    async cast({ map, body, items, ...given }) {
      const bytes = packed([body, ...items]);
      const task: TextTask = {
        kind: 'cast',
        surface: surfaceOfTexts(map),
        given,
        packed: bytes,
        capabilities: capabilities(),
      };
      const result = await resultOf<EncodedBody | CastElsewhere>(pool, task, given.whose);
      if (result.kind === 'encoded') return result;
      const { packed: written, ...cast } = result;
      const [own = body, ...history] = unpacked(written);
      return { ...cast, body: own, items: history };
    },
    async sweep(mapping, { map, body }, whose) {
      const bytes = packed([body]);
      const task = { kind: 'sweep', surface: surfaceOfTexts(map), mapping, whose, packed: bytes } as const;
      return await resultOf<readonly PiiEntity[]>(pool, { ...task, capabilities: capabilities() }, whose);
    },
    async restore(mapping, { map, body, ...place }, whose) {
      const bytes = packed([body]);
      const at = { ...place, surface: surfaceOfTexts(map) };
      const task = { kind: 'restore', place: at, mapping, whose, packed: bytes } as const;
      const result = await resultOf<Restored>(pool, { ...task, capabilities: capabilities() }, whose);
      const [restored = body] = unpacked(result.packed);
      return { body: restored, kept: result.kept };
    },
    close: () => pool.close(),
  };
}

type CastElsewhere = Omit<Exclude<Awaited<ReturnType<BodyThreads['cast']>>, EncodedBody>, 'body' | 'items'> & {
  readonly packed: Packed;
};

interface Restored extends Pick<RestoredElsewhere, 'kept'> {
  readonly packed: Packed;
}

async function resultOf<Result>(pool: ThreadPool, task: TextTask, { tenantId, keyId }: Whose): Promise<Result> {
  const given: ThreadTask = { task, transfer: [task.packed.bytes.buffer] };
  try {
    const outcome = await pool.run(given, { tenantId, keyId });
    if (outcome.kind === 'done') return outcome.result as Result;
    throw readError(outcome.error as WrittenError);
  } catch (error) {
    throw error instanceof ThreadLost ? new PiiEngineUnavailable(error.message, { cause: error }) : error;
  }
}
