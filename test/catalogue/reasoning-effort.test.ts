import test from 'ava';
import { readChatRequest, writeChatRequest } from '../../src/protocols/chat/request.ts';
import type { JsonObjectText } from '../../src/wire/json-object-text.ts';
import { scanJsonObject } from '../../src/wire/json-text.ts';
import {
  isReasoningEffort,
  nearestEffort,
  reasoningEfforts,
  type ReasoningEffort,
} from '../../src/catalogue/reasoning-effort.ts';
import { readResponsesRequest, writeResponsesRequest } from '../../src/protocols/responses/request.ts';

test('every level finds its nearest in every set of levels, and the higher of two equally near ones', (t) => {
  for (let set = 1; set < 2 ** reasoningEfforts.length; set++) {
    const supported = reasoningEfforts.filter((_, rank) => (set >> rank) % 2 === 1);
    for (const [rank, wanted] of reasoningEfforts.entries()) {
      // Stated another way: look one step further each time, upwards first.
      let expected: ReasoningEffort | undefined;
      for (let step = 0; expected === undefined; step++) {
        expected = [reasoningEfforts[rank + step], reasoningEfforts[rank - step]].find(
          (level) => level !== undefined && supported.includes(level),
        );
      }
      t.is(nearestEffort(wanted, supported), expected, `${wanted} of ${supported.join(', ')}`);
      t.is(nearestEffort(wanted, supported.toReversed()), expected);
    }
  }
});

const lowToHigh = ['low', 'medium', 'high'] as const;
const examples: readonly (readonly [ReasoningEffort, readonly ReasoningEffort[], ReasoningEffort])[] = [
  ['xhigh', lowToHigh, 'high'],
  ['max', lowToHigh, 'high'],
  ['minimal', lowToHigh, 'low'],
  ['none', lowToHigh, 'low'],
  ['medium', ['low', 'high'], 'high'],
  ['low', ['none', 'high'], 'high'],
  ['minimal', ['none', 'high'], 'none'],
  ['xhigh', ['low', 'medium', 'high', 'max'], 'max'],
  ['none', ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'], 'minimal'],
];
for (const [wanted, supported, expected] of examples) {
  test(`${wanted} becomes ${expected} where there is ${supported.join(', ')}`, (t) => {
    t.is(nearestEffort(wanted, supported), expected);
  });
}

const everySet = Array.from({ length: 2 ** reasoningEfforts.length }, (_, set) =>
  reasoningEfforts.filter((_level, rank) => (set >> rank) % 2 === 1),
);

function scanned(body: object): JsonObjectText {
  const object = scanJsonObject(Buffer.from(JSON.stringify(body)));
  if (object.kind === 'json_fault') throw new Error(object.fault);
  return object;
}

/** As the pipeline has a target be told. */
const toldLevel = (wanted: ReasoningEffort, efforts: readonly ReasoningEffort[]) =>
  efforts.length === 0 ? null : nearestEffort(wanted, efforts);

test('a chat body gets the nearest effort of every set, and none of an empty set', (t) => {
  for (const efforts of everySet) {
    for (const wanted of reasoningEfforts) {
      const object = scanned({ reasoning_effort: wanted, messages: [{ role: 'user', content: 'hi' }] });
      const read = readChatRequest(object);
      if (read.kind !== 'chat_request' || read.reasoningEffort === null) return t.fail(read.kind);
      const reasoningEffort = toldLevel(read.reasoningEffort, efforts);
      const body = writeChatRequest(object, { model: 'm', maxTokensClamp: null, reasoningEffort, forceUsage: true });
      const { reasoning_effort: told = null } = JSON.parse(body.toString()) as { reasoning_effort?: string };
      t.is(told, nearestEffort(wanted, efforts), `${wanted} of ${efforts.join(', ')}`);
    }
  }
});

test('a responses body gets the nearest effort of every set, at the top and in every update of its input', (t) => {
  for (const efforts of everySet) {
    for (const wanted of reasoningEfforts) {
      for (const asked of [{ reasoning: { effort: wanted, summary: 'auto' } }, { reasoning_effort: wanted }]) {
        const update = { type: 'configuration_update', reasoning: { effort: wanted } };
        const object = scanned({ ...asked, input: [update, { role: 'user', content: 'hi' }, update] });
        const read = readResponsesRequest(object);
        if (read.kind !== 'responses_request' || read.effort === null) return t.fail(read.kind);
        const changes = { model: 'm', outputTokensMax: 9, efforts, hasOpaqueReasoning: false, hostedToolUsesMax: 1 };
        const body = writeResponsesRequest(object, { ...changes, effort: toldLevel(read.effort, efforts) });
        const { reasoning, input, ...rest } = JSON.parse(body.toString()) as {
          reasoning?: { effort?: string };
          input: readonly { reasoning?: { effort?: string } }[];
        };
        const told = [reasoning, input[0]?.reasoning, input[2]?.reasoning].map((level) => level?.effort ?? null);
        const nearest = nearestEffort(wanted, efforts);
        t.deepEqual(told, [nearest, nearest, nearest], `${wanted} of ${efforts.join(', ')}`);
        t.false('reasoning_effort' in rest);
      }
    }
  }
});

test('a target without any level gets none', (t) => {
  t.is(nearestEffort('high', []), null);
});

test('only the seven names are levels', (t) => {
  t.true(reasoningEfforts.every((effort) => isReasoningEffort(effort)));
  for (const stranger of ['', 'High', 'highest', null, 3, undefined, '__proto__']) t.false(isReasoningEffort(stranger));
});
