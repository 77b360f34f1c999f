import test from 'ava';
import * as fc from 'fast-check';
import type { CastConversation, PiiEngine } from '../../src/ports/pii-engine.ts';
import { castRequest, sharer } from '../_support/cast-request.ts';
import { propertyRuns } from '../_support/property-runs.ts';

export interface EngineUnderTest {
  open(): PiiEngine;
  /** Words that it finds anywhere, none within another: at least two. */
  readonly values: readonly [string, string, ...string[]];
  /** What looks like one of its placeholders and is none. */
  readonly lookalike: string;
}

/** What every engine for personal data does, however it finds it. */
export function piiEngineContract(name: string, { open, values, lookalike }: EngineUnderTest): void {
  const [value, other] = values;

  const cast = (texts: readonly string[], earlier: readonly string[] = []): Promise<CastConversation> =>
    open().cast(castRequest(texts, { earlier }));

  test(`${name}: a found value is in no cast text, and is restored as it was`, async (t) => {
    const texts = [`I am ${value}.`, 'nothing', ...values.map((each) => `(${each}) and ${each}`)];
    const { texts: sent, restore } = await cast(texts);
    t.is(sent.length, texts.length);
    t.is(sent[1], 'nothing');
    for (const each of values)
      t.false(
        sent.some((text) => text.includes(each)),
        each,
      );
    t.deepEqual(
      sent.map((text) => restore(text)),
      texts,
    );
  });

  test(`${name}: the same words have the same placeholder in every text, other words another`, async (t) => {
    const [one, same, another] = (await cast([value, value, other])).texts;
    t.is(one, same);
    t.not(one, another);
    t.deepEqual((await cast([])).texts, []);
  });

  test(`${name}: a stored conversation keeps its placeholders, which it alone restores`, async (t) => {
    const first = await cast([value]);
    const second = await cast([other, `and ${first.texts[0]}`], [first.mapping]);
    t.is(second.texts[1], `and ${first.texts[0]}`, 'what comes back is cast already');
    t.is((await cast([value], [second.mapping])).texts[0], first.texts[0]);
    const recalled = await open().recall(second.mapping, sharer);
    for (const { restore } of [second, recalled]) {
      t.is(restore(`${first.texts[0]} and ${second.texts[0]}`), `${value} and ${other}`);
    }
  });

  test(`${name}: a text that only looks like a placeholder stays`, async (t) => {
    const { texts, restore } = await cast([`${lookalike} ${value}`]);
    t.true(texts[0]?.startsWith(lookalike));
    t.is(restore(lookalike), lookalike);
  });

  test(`${name}: a restored value fits into JSON, at any depth, without escapes`, async (t) => {
    const text = values.map((each) => `"${each}"\n\\${each}\t`).join('\u0000');
    const { texts, restore } = await cast([text]);
    const deep = JSON.stringify({ a: JSON.stringify([JSON.stringify(texts[0])]) });
    const { a } = JSON.parse(restore(deep)) as { a: string };
    const [within] = JSON.parse(a) as [string];
    t.is(JSON.parse(within), text);
  });

  test(`${name}: a lane passes on certain text at once, and holds back at most the start of a placeholder`, async (t) => {
    const conversation = await cast([value]);
    const [placeholder = ''] = conversation.texts;
    const lane = conversation.openLane();
    t.is(lane.push('Dear all, '), 'Dear all, ');
    t.false(lane.isHolding);
    t.is(lane.push(`it is ${placeholder.slice(0, -1)}`), 'it is ');
    t.true(lane.isHolding);
    t.is(lane.push(`${placeholder.slice(-1)} here`), `${value} here`);
    t.false(lane.isHolding);
    t.is(lane.flush(), '');
  });

  test(`${name}: the restored pieces of a text, cut anywhere, are the restored whole`, async (t) => {
    const conversation = await cast(values);
    const fragments = [...conversation.texts, lookalike, ...values, ' ', '[', ']', '\\', '"', 'é', '😀'];
    const parts = [...fragments, ...conversation.texts.map((each) => each.slice(0, 4))];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), fc.array(fc.nat(300)), (said, at) => {
        const whole = said.join('');
        const cuts = [0, ...at.map((each) => each % (whole.length + 1)).toSorted((a, b) => a - b), whole.length];
        const lane = conversation.openLane();
        const out = cuts.slice(1).map((cut, i) => lane.push(whole.slice(cuts[i], cut)));
        const isHolding = lane.isHolding;
        const rest = lane.flush();
        t.is(rest !== '', isHolding);
        t.is([...out, rest].join(''), conversation.restore(whole));
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });
}
