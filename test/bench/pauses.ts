// `npm run bench:pauses`: how long one request of a caller whose personal data is protected holds the event loop in one piece.
import { CastBook } from '../../src/personal-data/casting/cast-book.ts';
import { placeholderRestorer } from '../../src/personal-data/casting/placeholder-restorer.ts';
import { textsOfBody } from '../../src/personal-data/body-texts.ts';
import { restoredBody } from '../../src/personal-data/restored-body.ts';
import { doneInTurns } from '../../src/ports/done-in-turns.ts';
import { chatCompletionsTextMap } from '../../src/protocols/chat/text-map.ts';
import { createEmbeddedPiiDetector } from '../../src/casting/embedded-pii-detector.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';
import { doneAtOnce } from '../../src/personal-data/done-at-once.ts';

/** The default of `server.body_bytes_max`, less what is around the texts. */
const bytes = 8_388_608 - 200;
const filled = (piece: string): string =>
  piece.repeat(Math.floor(bytes / Buffer.byteLength(JSON.stringify(piece)) - 2));
const list = (count: number, piece: (place: number) => unknown): readonly unknown[] =>
  Array.from({ length: count }, (_, place) => piece(place));
const body = (content: unknown, more = {}): Buffer =>
  Buffer.from(JSON.stringify({ model: 'light', messages: [{ role: 'user', content }], ...more }));

const requests: Readonly<Record<string, () => Buffer>> = {
  'prose of 8 MiB': () => body(filled('The order was shipped on Monday, and nobody had asked about the price. ')),
  'escapes, 8 MiB': () => body(filled('\\u00f6 %41%42 &amp; ')),
  'one address of mail again and again, 8 MiB': () => body(filled('x@b.co ')),
  'one street again and again, 8 MiB': () => body(filled('Via Roma 1 ')),
  'no-break spaces, 8 MiB': () => body(filled('\u00a0')),
  'lists of groups of digits, 8 MiB': () => body(filled('4111 1111-1111.1111, ')),
  'long numbers, 8 MiB': () => body(filled('7'.repeat(4_000) + ' ')),
  '500,000 addresses of mail': () => body(list(500_000, (place) => `a${place}@b.co`).join(' ')),
  '50,000 short texts': () => body('a', { other: list(49_990, (place) => `write to a${place}@b.co`) }),
  '50,000 names of members': () => body('a', { other: Object.fromEntries(list(49_990, (at) => [`n${at}`, 7]) as []) }),
  'lists within lists': () =>
    body('a', { other: list(490, () => JSON.parse(`${'['.repeat(99)}"a"${']'.repeat(99)}`)) }),
  '700,000 strings of JSON in a text': () => body(JSON.stringify(list(700_000, (place) => `t${place}`))),
  'JSON in JSON, five deep': () => {
    let text: unknown = list(20_000, (place) => `a${place}@b.co`);
    for (let depth = 0; depth < 5; depth += 1) text = JSON.stringify([text]);
    return body(text);
  },
};

const book = new CastBook(Buffer.alloc(32, 7));
const placeholders = list(100_000, (place) => book.entryOf(`a${place}@b.co`, 'EMAIL').placeholder);
const restorer = doneAtOnce(placeholderRestorer(book.entries));
const choice = (content: unknown, more = {}): unknown => ({
  index: 0,
  message: { role: 'assistant', content },
  ...more,
});
const token = { token: 'a', logprob: -1, top_logprobs: list(5, () => ({ token: 'a', logprob: -1 })) };

const answers: Readonly<Record<string, () => Buffer>> = {
  'an answer with 4,000 tokens and their probabilities': () =>
    Buffer.from(JSON.stringify({ choices: [choice('a', { logprobs: { content: list(4_000, () => token) } })] })),
  'an answer with 28,000 of them and a text that changes': () =>
    Buffer.from(
      JSON.stringify({ choices: [choice(placeholders[0], { logprobs: { content: list(28_000, () => token) } })] }),
    ),
  'an answer with 100,000 placeholders': () =>
    Buffer.from(JSON.stringify({ choices: [choice(placeholders.join(' '))] })),
  'an answer with 100,000 choices': () =>
    Buffer.from(JSON.stringify({ choices: placeholders.map((each) => choice(each)) })),
};

async function cast(request: Buffer): Promise<void> {
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
  await work();
  isDone = true;
  await new Promise((resolve) => void setImmediate(resolve));
  return { longest, all: last - began };
}

console.log('| what | longest turn, ms | all turns, ms |\n|---|---:|---:|');
const works = [
  ...Object.entries(requests).map(([name, make]) => [name, make, cast] as const),
  ...Object.entries(answers).map(([name, make]) => {
    const restore = async (answer: Buffer): Promise<void> => {
      await doneInTurns(restoredBody({ shape: chatCompletionsTextMap.answer }, answer, restorer));
    };
    return [name, make, restore] as const;
  }),
];
for (const [name, make, work] of works) {
  const given = make();
  if (process.argv[2] !== undefined && !name.includes(process.argv[2])) continue;
  const { longest, all } = await turns(() => work(given));
  console.log(`| ${name} | ${Math.round(longest)} | ${Math.round(all)} |`);
}
