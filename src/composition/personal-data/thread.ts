import { parentPort, workerData } from 'node:worker_threads';
import type { FromThread, ToThread } from '../../adapters/thread-pool.ts';
import { castBody, restoreBody, sweepBody } from '../../pii-engine/body-casting.ts';
import { createCastingPiiEngine } from '../../pii-engine/casting-pii-engine.ts';
import { createEmbeddedPiiDetector } from '../../pii-engine/embedded-pii-detector.ts';
import type { PiiDetector, PiiSpan } from '../../ports/pii-detector.ts';
import { textsOfSurface } from '../../protocols/faces.ts';
import {
  packed,
  readError,
  unpacked,
  writtenError,
  type TextTask,
  type ThreadData,
  type ThreadWords,
  type WrittenError,
} from './text-task.ts';

/** A thread that casts, searches and restores long bodies, with the engine of the thread of requests. */

const { settings, leastScores, others } = workerData as ThreadData;
let capabilities: TextTask['capabilities'] = [];
let lastId = 0;
const waiting = new Map<number, (answer: unknown) => void>();

function post(message: FromThread, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, [...transfer]);
}

function say(words: ThreadWords): Promise<unknown> {
  return new Promise((resolve) => {
    const id = ++lastId;
    waiting.set(id, resolve);
    post({ kind: 'said', id, words });
  });
}

/** A detector that the thread of requests asks. */
function otherDetector(name: string, which: number): PiiDetector {
  return {
    name,
    capabilities: () => capabilities[which] ?? {},
    detect: async (texts, { signal, ...request }) => {
      signal?.throwIfAborted();
      const answer = (await say({ kind: 'detect', which, texts, request })) as Detected;
      if (answer.error !== null) throw readError(answer.error);
      return answer.found;
    },
  };
}

type Detected =
  { readonly error: WrittenError } | { readonly error: null; readonly found: readonly (readonly PiiSpan[])[] };

const engine = createCastingPiiEngine({
  ...settings,
  secret: Buffer.from(settings.secret),
  detectors: [
    { detector: createEmbeddedPiiDetector(), isOptional: false, leastScores },
    ...others.map(({ name, isOptional }, which) => ({
      detector: otherDetector(name, which),
      isOptional,
      leastScores: {},
    })),
  ],
  telemetry: {
    detectorAsked: (facts, error) => {
      void say({ kind: 'asked', facts, error: error === undefined ? null : writtenError(error) });
    },
    // The thread of requests counts a value once, wherever it stays.
    personalDataKept: () => undefined,
  },
});

/** The result, and the memory in it that is handed over. */
async function done(task: TextTask): Promise<readonly [result: unknown, transfer: readonly ArrayBuffer[]]> {
  const [body = Buffer.alloc(0), ...items] = unpacked(task.packed);
  if (task.kind === 'cast') {
    const cast = await castBody({ ...task.given, map: textsOfSurface(task.surface), body, items }, engine);
    if (cast.kind === 'encoded') return [cast, []];
    const { back: _, body: own, items: history, ...rest } = cast;
    const bytes = packed([own, ...history]);
    return [{ ...rest, packed: bytes }, [bytes.bytes.buffer]];
  }
  const back = await engine.recall(task.mapping, task.whose);
  if (task.kind === 'sweep') return [await sweepBody({ map: textsOfSurface(task.surface), body }, back), []];
  const { surface, ...place } = task.place;
  const bytes = packed([restoreBody({ ...place, map: textsOfSurface(surface), body }, back)]);
  return [{ packed: bytes, kept: back.kept.all }, [bytes.bytes.buffer]];
}

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'answer') {
    waiting.get(message.id)?.(message.answer);
    waiting.delete(message.id);
    return;
  }
  const task = message.task as TextTask;
  ({ capabilities } = task);
  void done(task).then(
    ([result, transfer]) => post({ kind: 'done', result }, transfer),
    (error: unknown) => post({ kind: 'failed', error: writtenError(error) }),
  );
});
