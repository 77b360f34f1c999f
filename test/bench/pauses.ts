// `npm run bench:pauses`: how long one request of a caller whose personal data is protected holds the event loop in one piece.
import { openTextThreads } from '../../src/composition/personal-data/text-threads.ts';
import { CastBook } from '../../src/personal-data/placeholders/cast-book.ts';
import { writeMapping } from '../../src/personal-data/placeholders/placeholder-mapping.ts';
import { TooManyTexts } from '../../src/personal-data/too-many-texts.ts';
import { createBodyCasting } from '../../src/pii-engine/body-casting.ts';
import { createCastingPiiEngine, type CastingPiiEngineOptions } from '../../src/pii-engine/casting-pii-engine.ts';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { chatCompletionsTextMap } from '../../src/protocols/chat/text-map.ts';
import { answerLimits, defaultLimits } from '../../src/wire/json-limits.ts';
import { scanSlices } from '../../src/wire/json-text.ts';
import { doneInTurns } from '../../src/ports/done-in-turns.ts';
import { answers, list, requests } from './casting-shapes.ts';

const map = chatCompletionsTextMap;
const whose = { tenantId: 'tenant', userId: 'person', keyId: 'key' };
const book = new CastBook(Buffer.alloc(32, 7));
const placeholders = list(100_000, (place) => book.entryOf(`a${place}@b.co`, 'EMAIL').placeholder);
const mapping = writeMapping(book);
const options: CastingPiiEngineOptions = {
  detectors: [{ detector: createEmbeddedPiiDetector(), isOptional: false, leastScores: {} }],
  languages: ['en', 'de', 'it'],
  required: {},
  deadlineMs: 600_000,
  cacheTextsMax: 10_000,
  linkHosts: [],
  secret: Buffer.alloc(32, 7),
};
const threads = openTextThreads(options);
const casting = createBodyCasting(createCastingPiiEngine(options), threads);

async function cast(request: Buffer): Promise<void> {
  await doneInTurns(scanSlices(request, defaultLimits));
  const given = { map, surface: 'chat_completions', body: request, items: [], fixed: [], earlier: [], whose } as const;
  const done = await casting.cast({ ...given, kind: 'repeated', required: {}, isStoppedByEncoded: true });
  if (done.kind === 'cast') await done.conversation.sweep(map, done.body);
}

async function restore(answer: Buffer): Promise<void> {
  await doneInTurns(scanSlices(answer, answerLimits));
  await casting.restore(mapping, { map, part: 'answer', body: answer, documents: [] }, whose);
}

/** Milliseconds of the processor that this thread has used. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The longest turn of the event loop, and all of them, in milliseconds of the processor. */
async function turns(work: () => Promise<void>): Promise<{ readonly longest: number; readonly all: number }> {
  let [longest, isDone, last] = [0, false, usedMs()];
  const began = last;
  const turn = (): void => {
    const now = usedMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work().catch((error: unknown) => {
    if (!(error instanceof TooManyTexts)) throw error;
  });
  isDone = true;
  await new Promise((resolve) => void setImmediate(resolve));
  return { longest, all: last - began };
}

console.log('| what | longest turn, ms | all turns, ms |\n|---|---:|---:|');
const works = [
  ...Object.entries(requests).map(([name, make]) => [name, make, cast] as const),
  ...Object.entries(answers).map(([name, make]) => [name, () => make(placeholders), restore] as const),
];
for (const [name, make, work] of works) {
  const given = make();
  if (process.argv[2] !== undefined && !name.includes(process.argv[2])) continue;
  const { longest, all } = await turns(() => work(given));
  console.log(`| ${name} | ${Math.round(longest)} | ${Math.round(all)} |`);
}
await threads.close();
