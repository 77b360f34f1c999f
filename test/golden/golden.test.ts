import test, { type ExecutionContext } from 'ava';
import type { HttpReply } from '../_support/http-call.ts';
import { goldenCall } from './_golden-call.ts';
import { JsonScan } from '../../src/wire/json-scan.ts';
import { chunkings } from './_chunkings.ts';
import { jsonSurfaces, questionsOf, type GoldenQuestion } from './_golden-cases.ts';
import { audioQuestions, fileQuestions, keyedQuestions, storedQuestions } from './_golden-conversations.ts';
import {
  goldenRun,
  isRewriting,
  readGolden,
  writeGolden,
  type GoldenCase,
  type GoldenRun,
  type Texts,
} from './_golden-record.ts';
import { goldenScene, type GoldenScene } from './_golden-scene.ts';

// Every byte that the gateway gives for every fixture, on every side and under every chunking: what goes upstream, what the
// caller gets, and what is recorded. `npm run golden` records it anew; what changes then is what a change did.

const scene = goldenScene();
test.after.always(scene.end);

const surfaces: Readonly<Record<string, () => readonly GoldenQuestion[]>> = {
  ...Object.fromEntries(Object.keys(jsonSurfaces).map((surface) => [surface, () => questionsOf(surface)])),
  audio: audioQuestions,
  files: fileQuestions,
  stored: storedQuestions,
  keyed: keyedQuestions,
};

for (const [surface, questions] of Object.entries(surfaces)) {
  test.serial(`${surface}: the bytes of every fixture equal the recorded ones`, async (t) => {
    t.timeout(120_000);
    const cases = new Map<string, GoldenCase>();
    const texts: Texts = new Map();
    const opened = await scene.start();
    for (const question of questions()) cases.set(question.name, await answered(question, opened, texts));
    if (isRewriting) writeGolden(surface, Object.fromEntries(cases), texts);
    assertRecorded(t, surface, cases, texts);
  });
}

test.serial(
  'a request and its answer are each scanned once, and a cast body once more before it is sent',
  async (t) => {
    const opened = await scene.start();
    const scanned: string[] = [];
    JsonScan.onBegin = (bytes) => scanned.push(bytes.toString());
    t.teardown(() => (JsonScan.onBegin = null));
    const asked = fileQuestions().filter(({ name }) => name.includes('answer'));
    t.is(asked.length, 6);
    for (const question of asked) {
      scanned.length = 0;
      await run(question, (bytes) => [bytes], opened, new Map());
      const requests = scanned.filter((text) => /^\{"model":.*Look, /.test(text));
      // The sweep over what leaves trusts no earlier scan.
      t.is(requests.length, question.name.includes('protected') ? 2 : 1, `${question.name}: the request`);
      t.is(scanned.filter((text) => text.includes('"usage"')).length, 1, `${question.name}: the answer`);
    }
  },
);

/** A caller of its own for each run: a repeat of a request whose outcome is unknown would be refused. */
async function callerOf({ isProtected }: GoldenQuestion, opened: GoldenScene): Promise<string> {
  // Of an outcome that is not known the hold stays.
  const { apiKey } = await opened.tenant({ creditEur: '1000000', piiEnabled: isProtected });
  await opened.recorded();
  opened.received();
  return apiKey;
}

async function answered(question: GoldenQuestion, opened: GoldenScene, texts: Texts): Promise<GoldenCase> {
  const { whole = [], ...cut } = chunkings;
  if (typeof whole !== 'function') throw new RangeError('nothing is left whole');
  const first = await run(question, whole, opened, texts);
  const otherwise: Record<string, GoldenRun> = {};
  for (const [name, cutting] of Object.entries(question.isCut ? cut : {})) {
    const seen = await run(question, cutting, opened, texts);
    if (JSON.stringify(seen) !== JSON.stringify(first)) otherwise[name] = seen;
  }
  return { whole: first, otherwise };
}

async function run(
  question: GoldenQuestion,
  cut: (bytes: Buffer) => readonly Buffer[],
  opened: GoldenScene,
  texts: Texts,
): Promise<GoldenRun> {
  const replies: HttpReply[] = [];
  const runs: GoldenRun[] = [];
  const authorization = `Bearer ${await callerOf(question, opened)}`;
  for (const { call, script } of question.steps) {
    opened.play({ ...script, cut });
    const { path, ...made } = call(replies);
    const reply = await goldenCall(opened.baseUrl + path, { ...made, headers: { ...made.headers, authorization } });
    replies.push(reply);
    runs.push(goldenRun({ received: opened.received(), reply, events: await opened.recorded() }, texts));
  }
  return {
    upstream: runs.flatMap(({ upstream }) => upstream),
    answer: runs.flatMap(({ answer }) => answer),
    events: runs.flatMap(({ events }) => events),
  };
}

function assertRecorded(
  t: ExecutionContext,
  surface: string,
  cases: ReadonlyMap<string, GoldenCase>,
  texts: Texts,
): void {
  const golden = readGolden(surface);
  t.deepEqual([...cases.keys()], Object.keys(golden.cases), 'the same is asked');
  const told = (run: GoldenRun, known: (hash: string) => string | undefined) => ({
    ...run,
    upstream: run.upstream.map((line) => known(line) ?? line),
    answer: run.answer.map((line) => known(line) ?? line),
  });
  for (const [name, seen] of cases) {
    const kept = golden.cases[name];
    if (kept === undefined || JSON.stringify(kept) === JSON.stringify(seen)) continue;
    const [was, is] = [kept, seen].map((each, place) =>
      told(each.whole, (hash) => (place === 0 ? golden.texts[hash] : texts.get(hash))),
    );
    t.deepEqual(is, was, `${surface}: ${name}`);
    t.deepEqual(seen.otherwise, kept.otherwise, `${surface}: ${name}, by chunking`);
  }
  t.pass();
}
