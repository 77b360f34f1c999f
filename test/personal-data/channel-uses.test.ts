import test from 'ava';
import { endedBy, textKey } from '../../src/personal-data/channel-uses.ts';
import type { TextMap } from '../../src/personal-data/text-map.ts';
import { channelUsesOf } from '../_support/parsed-texts.ts';

const map: TextMap = {
  request: {},
  answer: {},
  refusal: {},
  channels: [
    {
      name: 'content',
      kind: 'text',
      pieces: ['choices[index=$choice].parts[$part].text'],
      ends: ['choices[index=$choice,finish=*]', '{type=end}'],
      wholes: ['{type=end}.texts[$choice].parts[$part]'],
    },
  ],
};

test('pieces are distinguished by values of members and by positions in lists', (t) => {
  const record = {
    choices: [
      { index: 7, parts: [{ text: 'a' }, { text: 'b' }] },
      { index: 0, parts: [{ text: 'c' }] },
    ],
  };
  t.deepEqual(
    channelUsesOf(map, record).map((use) => [textKey(use), use.use, use.text]),
    [
      ['content(choice=7,part=0)', 'piece', 'a'],
      ['content(choice=7,part=1)', 'piece', 'b'],
      ['content(choice=0,part=0)', 'piece', 'c'],
    ],
  );
});

test('an end precedes the pieces of its record, and ends every piece that agrees with it', (t) => {
  const [end, piece] = channelUsesOf(map, { choices: [{ index: 1, parts: [{ text: 'a' }], finish: 'stop' }] });
  if (end === undefined || piece === undefined) throw new Error('an end and a piece');
  t.is(end.use, 'end');
  t.true(endedBy([end])(piece));
  t.false(endedBy([end])({ channel: 'content', bindings: { choice: '2', part: '0' } }));
  t.false(endedBy([end])({ ...piece, channel: 'refusal' }));
});

test('a repetition has the key of the pieces that it repeats', (t) => {
  const uses = channelUsesOf(map, { type: 'end', texts: [{ parts: ['ab'] }] });
  t.deepEqual(
    uses.map((use) => [textKey(use), use.use, use.text]),
    [
      ['content()', 'end', ''],
      ['content(choice=0,part=0)', 'whole', 'ab'],
    ],
  );
  const [end, whole] = uses;
  t.true(end !== undefined && whole !== undefined && endedBy([end])(whole));
});

test('a condition on a missing member does not hold', (t) => {
  t.deepEqual(channelUsesOf(map, { choices: [{ parts: [{ text: 'a' }] }, null, 'b'] }), []);
});

test('a channel does not lead through members of any name', (t) => {
  const loose = { ...map, channels: [{ name: 'a', kind: 'text', pieces: ['*.text'], ends: [], wholes: [] }] } as const;
  t.throws(() => channelUsesOf(loose, { a: { text: 'b' } }), { message: /named members/ });
});
