import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import * as fc from 'fast-check';
import { openTextThreads, threadTimes } from '../../src/composition/personal-data/text-threads.ts';
import { EqualNames } from '../../src/personal-data/body-texts.ts';
import type { PiiEntity } from '../../src/personal-data/pii-kinds.ts';
import { TooManyTexts } from '../../src/personal-data/too-many-texts.ts';
import { castBody, createBodyCasting } from '../../src/pii-engine/body-casting.ts';
import { createCastingPiiEngine, type CastingPiiEngineOptions } from '../../src/pii-engine/casting-pii-engine.ts';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import type { BodyConversation, BodyToCast } from '../../src/ports/body-casting.ts';
import type { PiiDetector } from '../../src/ports/pii-detector.ts';
import { PiiEngineUnavailable, PiiMappingLost } from '../../src/ports/pii-engine.ts';
import { chatCompletionsTextMap } from '../../src/protocols/chat/text-map.ts';
import { responsesTextMap } from '../../src/protocols/responses/text-map.ts';
import { listingDetector } from '../_support/listing-detector.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { turnsOf } from '../_support/turns-of.ts';
import { until } from '../_support/until.ts';

// Where the work on a body is done changes nothing: neither what is cast and restored nor what is raised.

const whose = { tenantId: 'tenant', userId: 'person', keyId: 'key' };

function options(others: readonly PiiDetector[] = [], more: Partial<CastingPiiEngineOptions> = {}) {
  const used = (detector: PiiDetector) => ({ detector, isOptional: false, leastScores: {} });
  return {
    detectors: [used(createEmbeddedPiiDetector()), ...others.map(used)],
    languages: ['en', 'it'],
    required: {},
    deadlineMs: 60_000,
    cacheTextsMax: 1_000,
    secret: randomBytes(32),
    linkHosts: ['own.example'],
    ...more,
  } as const satisfies CastingPiiEngineOptions;
}

function opened(
  t: ExecutionContext,
  given: CastingPiiEngineOptions,
  limits: Parameters<typeof openTextThreads>[1] = {},
) {
  const threads = openTextThreads(given, limits);
  t.teardown(() => threads.close());
  return threads;
}

function chat(content: unknown, more: Partial<BodyToCast> & { readonly other?: unknown } = {}): BodyToCast {
  const { other, ...rest } = more;
  const messages = [{ role: 'user', content }];
  return {
    map: chatCompletionsTextMap,
    surface: 'chat_completions',
    body: Buffer.from(JSON.stringify({ model: 'm', messages, ...(other !== undefined && { other }) })),
    items: [],
    fixed: [],
    earlier: [],
    kind: 'repeated',
    whose,
    required: {},
    isStoppedByEncoded: true,
    ...rest,
  };
}

const answerOf = (content: string): Buffer =>
  Buffer.from(JSON.stringify({ id: 'a', choices: [{ index: 0, message: { role: 'assistant', content } }] }));

async function castOf(casting: ReturnType<typeof createBodyCasting>, given: BodyToCast) {
  const cast = await casting.cast(given);
  if (cast.kind === 'encoded') throw new RangeError('it was to be cast');
  return cast;
}

/** What a caller can see of it. */
async function seen(conversation: BodyConversation, sent: Buffer) {
  const { restorer, mapping, counts } = conversation;
  const answer = answerOf(
    `${sent.toString()} https://other.example/?q=${/\[P[^\]]*\]/.exec(sent.toString())?.[0] ?? ''}`,
  );
  const place = { map: chatCompletionsTextMap, part: 'answer', body: answer, documents: [] } as const;
  const restored = await conversation.restore(place);
  const again = await conversation.restore(place);
  return {
    mapping,
    counts: [...counts],
    left: await conversation.sweep(chatCompletionsTextMap, sent),
    restored: restored.toString(),
    isSame: restored.equals(again),
    kept: [...conversation.kept],
    words: restorer.restore(sent.toString()),
  };
}

const pieces = fc.constantFrom(
  'Mario Rossi',
  'My name is Zoë Müller.',
  'IBAN IT60X0542811101000000123456',
  'call +39 347 123 4567',
  'a@b.co',
  String.raw`{"mail":"x\u0040y.org","tel":393471234567}`,
  Buffer.from('write to ada@lovelace.org today').toString('base64'),
  'plain words',
  '[P-abcdef]',
  '\ud800',
);

test('a body is cast, searched and restored alike in this thread and in another', async (t) => {
  const given = options();
  const threads = opened(t, given);
  const here = createBodyCasting(createCastingPiiEngine(given), null);
  const there = createBodyCasting(createCastingPiiEngine(given), threads);
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 12 }), fc.boolean(), async (words, isText) => {
      const filler = 'The order was shipped on Monday. '.repeat(520);
      const body = chat(
        isText
          ? `${words.join(' ')} ${filler}`
          : [
              { type: 'text', text: words.join('\n') },
              { type: 'text', text: filler },
            ],
      );
      const [first, second] = [await castOf(here, body), await castOf(there, body)];
      t.is(second.body.toString(), first.body.toString());
      t.deepEqual([second.unfit, second.encoded, second.documents], [first.unfit, first.encoded, first.documents]);
      t.deepEqual(await seen(second.conversation, second.body), await seen(first.conversation, first.body));
    }),
    { numRuns: propertyRuns(25) },
  );
});

test('other requests run while a long body is cast, searched and restored', async (t) => {
  const given = options();
  const casting = createBodyCasting(createCastingPiiEngine(given), opened(t, given));
  const text = 'write to x@b.co, the fox met Mary Shelley. '.repeat(3_000);
  let cast: Awaited<ReturnType<typeof castOf>> | null = null;
  const steps = {
    cast: async () => (cast = await castOf(casting, chat(text))),
    searched: () => cast?.conversation.sweep(chatCompletionsTextMap, cast.body),
    restored: () =>
      cast?.conversation.restore({ map: chatCompletionsTextMap, part: 'answer', body: answerOf(text), documents: [] }),
  };
  for (const [which, step] of Object.entries(steps)) {
    // Where this thread has waited for the processor, the other one may have been done before its first turn.
    let turns = 0;
    for (let tries = 0; turns <= 1 && tries < 20; tries += 1) turns = await turnsOf(async () => void (await step()));
    t.true(turns > 1, `${which}: ${turns}`);
  }
});

test('a stored conversation goes on in another thread with its placeholders', async (t) => {
  const given = options();
  const threads = opened(t, given);
  const casting = createBodyCasting(createCastingPiiEngine(given), threads);
  const long = 'The order was shipped on Monday. '.repeat(600);
  const item = (text: string) => Buffer.from(JSON.stringify({ type: 'message', role: 'user', content: text }));
  const asked = (input: string, more: Partial<BodyToCast>): BodyToCast => ({
    ...chat('', { kind: 'stored', ...more }),
    map: responsesTextMap,
    surface: 'responses',
    body: Buffer.from(JSON.stringify({ model: 'm', input })),
  });
  const first = await castOf(casting, asked('I am Mario Rossi.', {}));
  const items = [item('write to ada@lovelace.org'), item('nothing')];
  const second = await castOf(
    casting,
    asked(`Mario Rossi again. ${long}`, { items, earlier: [first.conversation.mapping] }),
  );
  const placeholder = /\[P[^\]]*\]/.exec(first.body.toString())?.[0] ?? 'none';
  t.true(second.body.includes(placeholder));
  t.deepEqual([second.items.length, second.items[1]?.toString()], [2, items[1]?.toString()]);
  t.regex(second.items[0]?.toString() ?? '', /\[[^\]]+\]/);
  const place = { map: responsesTextMap, part: 'request', body: second.body, documents: [] } as const;
  t.true((await casting.restore(second.conversation.mapping, place, whose)).includes('Mario Rossi again.'));
});

const long = 'x '.repeat(9_000);
const faults = {
  'two names that become one': [chat(long, { other: { 'a@b.co': 1, [String.raw`a\u0040b.co`]: 2 } }), EqualNames],
  'more strings than are read': [
    chat(JSON.stringify(Array.from({ length: 100_001 }, (_, place) => `t${place}`))),
    TooManyTexts,
  ],
  'a mapping that is lost': [chat(long, { earlier: [null] }), PiiMappingLost],
  'a mapping that is unreadable': [chat(long, { earlier: ['no mapping'] }), PiiMappingLost],
} as const;

test('what is raised in another thread is what is raised in this one', async (t) => {
  const given = options();
  const threads = opened(t, given);
  const engine = createCastingPiiEngine(given);
  for (const [which, [body, kind]] of Object.entries(faults)) {
    const here = await t.throwsAsync(castBody(body, engine), { instanceOf: kind }, which);
    const there = await t.throwsAsync(threads.cast(body), { instanceOf: kind }, which);
    t.is(there?.message, here?.message);
    t.is(there?.name, here?.name);
  }
});

test('other detectors are asked by this thread, and told when their task is over', async (t) => {
  const detector = listingDetector({ PERSON: ['Okonkwo'] });
  const threads = opened(t, options([detector]));
  const cast = await threads.cast(chat(`${long} Okonkwo`));
  t.true(cast.kind === 'cast' && !cast.body.includes('Okonkwo') && cast.counts.get('PERSON') === 1);
  t.is(detector.asked.length, 1);
});

test('a detector that does not answer refuses the request, and nothing says what it read', async (t) => {
  const asked: (readonly [string, boolean])[] = [];
  const away = {
    ...listingDetector({ PERSON: ['Okonkwo'] }),
    detect: () => Promise.reject(new Error('it read Okonkwo')),
  };
  const telemetry = {
    detectorAsked: ({ detector, hasAnswered }: { detector: string; hasAnswered: boolean }) =>
      void asked.push([detector, hasAnswered]),
    personalDataKept: () => undefined,
  };
  const threads = opened(t, options([away], { telemetry }));
  const failed = await t.throwsAsync(threads.cast(chat(`${long} Okonkwo`)), { instanceOf: PiiEngineUnavailable });
  t.false(inspect(failed, { depth: 10 }).includes('Okonkwo'));
  await until('both detectors are told of', () => asked.length === 2);
  t.deepEqual(Object.fromEntries(asked), { embedded: true, listing: false });
});

test('a requirement that another detector meets now is met in a thread too', async (t) => {
  const required: Partial<Record<PiiEntity, 'A'>> = { PERSON: 'A' };
  const detector = listingDetector({ PERSON: ['Okonkwo'] });
  let isThere = true;
  const threads = opened(t, options([{ ...detector, capabilities: () => (isThere ? detector.capabilities() : {}) }]));
  t.is((await threads.cast(chat(long, { required }))).kind, 'cast');
  isThere = false;
  await t.throwsAsync(threads.cast(chat(long, { required })), { instanceOf: PiiEngineUnavailable });
});

test('a thread that fails refuses its request as a detector does, and the next is cast', async (t) => {
  const given = options();
  const program = new URL('../adapters/_odd-thread.ts', import.meta.url);
  await t.throwsAsync(opened(t, given, { program, taskMsMax: 1 }).cast(chat(long)), {
    instanceOf: PiiEngineUnavailable,
  });
  const threads = opened(t, given);
  const running = threads.cast(chat(long));
  await threads.close();
  await t.throwsAsync(running, { instanceOf: PiiEngineUnavailable });
});

test('there are as many threads as their memory suffices for', async (t) => {
  const held = Promise.withResolvers<void>();
  const listing = listingDetector({ PERSON: ['Okonkwo'] });
  let asked = 0;
  const detect: PiiDetector['detect'] = async (texts, request) => {
    asked += 1;
    await held.promise;
    return await listing.detect(texts, request);
  };
  const given = options([{ ...listing, detect }]);
  const oneThread = 536_870_912;
  const castTwo = async (memoryBytesMax: number, waitMs: number) => {
    const threads = opened(t, given, { memoryBytesMax, waitMs });
    const casts = ['one', 'other'].map((tenantId) => threads.cast(chat(long, { whose: { ...whose, tenantId } })));
    return await Promise.allSettled(casts.map(async (each) => await each));
  };
  const withOne = castTwo(2 * oneThread - 1, 1);
  await until('the first is asked about', () => asked === 1);
  const withTwo = castTwo(2 * oneThread, 60_000);
  await until('both of the next are asked about', () => asked === 3);
  held.resolve();
  t.deepEqual((await withOne).map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  t.deepEqual(
    (await withTwo).map(({ status }) => status),
    ['fulfilled', 'fulfilled'],
  );
});

test('who is next waits longer than any task may take', (t) => {
  for (const deadlineMs of [1, 5_000, 60_000, 600_000]) {
    const { taskMsMax, waitMs } = threadTimes(deadlineMs);
    t.true(taskMsMax >= 2 * deadlineMs && waitMs > taskMsMax, `${deadlineMs}`);
  }
});
