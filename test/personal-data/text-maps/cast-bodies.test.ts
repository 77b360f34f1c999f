import test from 'ava';
import { textsOfBody } from '../../../src/personal-data/body-texts.ts';
import { restoredBody } from '../../../src/personal-data/restored-body.ts';
import type { TextLeaf } from '../../../src/personal-data/text-leaf.ts';
import type { TextShape } from '../../../src/personal-data/text-map.ts';
import { placeholderOf, restorerOf, substitutingPiiEngine } from '../../_support/substituting-pii-engine.ts';
import { castRequest } from '../../_support/cast-request.ts';
import { bodies } from './_fixtures.ts';
import { leavesOf } from '../../_support/parsed-texts.ts';

// Every body of every surface, cast and put back: texts change, and not a byte of anything else.

const placeholder = placeholderOf('Ada');
const restorer = restorerOf(new Map([[placeholder, 'Ada']]));

async function cast(shape: TextShape, body: Buffer): Promise<Buffer> {
  const found = textsOfBody(shape, body);
  const { texts } = await substitutingPiiEngine('Ada').cast(castRequest(found.texts));
  return found.with(texts);
}

const isText = ({ kind }: TextLeaf): boolean => kind === 'text' || kind === 'json_text';

/** All but the tokens, which go with their texts. */
const leaves = (shape: TextShape, body: string): readonly TextLeaf[] =>
  leavesOf(shape, JSON.parse(body)).filter(({ kind }) => kind !== 'token_text');

/** They spell a text that has changed. */
const withoutTokens = (name: string, value: unknown): unknown =>
  name === 'logprobs' && Array.isArray(value) ? [] : value;

for (const { name, shape, json } of bodies.filter(({ name: each }) => each.includes('/request-'))) {
  for (const indent of [0, 2]) {
    test(`${name}, indented by ${indent}: no name is sent, and nothing else changes`, async (t) => {
      const said = JSON.stringify(json, null, indent);
      const sent = (await cast(shape, Buffer.from(said))).toString();
      t.is(sent.replaceAll(placeholder, 'Ada'), JSON.stringify(json, withoutTokens, indent));
      const before = leaves(shape, said);
      const after = leaves(shape, sent);
      t.deepEqual(
        after.map(({ kind }) => kind),
        before.map(({ kind }) => kind),
      );
      for (const [place, leaf] of after.entries()) {
        const was = before[place];
        if (was === undefined || isText(leaf)) t.false(leaf.text.includes('Ada'), leaf.path);
        else t.is(leaf.text, was.text, leaf.path);
        if (leaf.kind === 'json_text' && was?.text.startsWith('{')) t.notThrows(() => JSON.parse(leaf.text));
      }
      // What the upstream says again comes back as it was, but for what is never put back.
      t.is((await cast(shape, restoredBody({ shape }, Buffer.from(sent), restorer))).toString(), sent);
    });
  }
}

for (const { name, shape, json } of bodies.filter(({ name: each }) => !each.includes('/request-'))) {
  test(`${name}: every text is restored, and byte-exact blocks stay as the upstream wrote them`, (t) => {
    const written = JSON.stringify(json).replaceAll('Ada', placeholder);
    const shown = restoredBody({ shape }, Buffer.from(written), restorer).toString();
    const [before, after] = [leaves(shape, written), leaves(shape, shown)];
    t.is(after.length, before.length);
    for (const [place, leaf] of after.entries()) {
      const was = before[place]?.text ?? '';
      t.is(leaf.text, isText(leaf) ? was.replaceAll(placeholder, 'Ada') : was, leaf.path);
    }
    if (!shown.includes('Ada')) t.is(shown, written);
  });
}

test('tokens of a changed text are removed, those of another choice stay', (t) => {
  const { shape } = bodies.find(({ name }) => name === 'chat-completions/answer-with-metadata') ?? { shape: {} };
  const choice = (index: number, content: string) => ({
    index,
    message: { role: 'assistant', content },
    logprobs: { content: [{ token: content, bytes: [1], top_logprobs: [{ token: content }] }], refusal: null },
  });
  const body = JSON.stringify({ choices: [choice(0, `Hi ${placeholder}`), choice(1, 'Hi')] });
  t.deepEqual(JSON.parse(restoredBody({ shape }, Buffer.from(body), restorer).toString()), {
    choices: [{ ...choice(0, 'Hi Ada'), logprobs: { content: [], refusal: null } }, choice(1, 'Hi')],
  });
});
