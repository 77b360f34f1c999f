// `npm run bench:pauses`: how long one request of a caller whose personal data is protected holds the event loop in one piece.
import { CastBook } from '../../src/personal-data/placeholders/cast-book.ts';
import { placeholderRestorer } from '../../src/personal-data/placeholders/placeholder-restorer.ts';
import { textsOfBody } from '../../src/personal-data/body-texts.ts';
import { restoredBody } from '../../src/personal-data/restored-body.ts';
import { TooManyTexts } from '../../src/personal-data/too-many-texts.ts';
import { answerLimits, defaultLimits } from '../../src/wire/json-limits.ts';
import { scanSlices } from '../../src/wire/json-text.ts';
import { doneInTurns } from '../../src/ports/done-in-turns.ts';
import { chatCompletionsTextMap } from '../../src/protocols/chat/text-map.ts';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';
import { doneAtOnce } from '../../src/personal-data/done-at-once.ts';
import { answers, list, requests } from './casting-shapes.ts';

const book = new CastBook(Buffer.alloc(32, 7));
const placeholders = list(100_000, (place) => book.entryOf(`a${place}@b.co`, 'EMAIL').placeholder);
const restorer = doneAtOnce(placeholderRestorer(book.entries));
async function cast(request: Buffer): Promise<void> {
  await doneInTurns(scanSlices(request, defaultLimits));
  const rules = createEmbeddedPiiDetector();
  const engine = castingEngine([rules], { languages: ['en', 'de', 'it'], deadlineMs: 600_000, cacheTextsMax: 10_000 });
  const found = await doneInTurns(textsOfBody(chatCompletionsTextMap.request, request));
  const { texts } = await engine.cast(castRequest(found.texts, { fixed: found.fixed, formats: found.formats }));
  await doneInTurns(found.with(texts));
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
  ...Object.entries(answers).map(([name, make]) => {
    const restore = async (answer: Buffer): Promise<void> => {
      await doneInTurns(scanSlices(answer, answerLimits));
      await doneInTurns(restoredBody({ shape: chatCompletionsTextMap.answer }, answer, restorer));
    };
    return [name, () => make(placeholders), restore] as const;
  }),
];
for (const [name, make, work] of works) {
  const given = make();
  if (process.argv[2] !== undefined && !name.includes(process.argv[2])) continue;
  const { longest, all } = await turns(() => work(given));
  console.log(`| ${name} | ${Math.round(longest)} | ${Math.round(all)} |`);
}
