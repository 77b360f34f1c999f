import test from 'ava';
import { channelUsesOf } from '../../../src/domain/text-channels.ts';
import { leavesOf } from '../../../src/domain/text-leaves.ts';
import { textsOfStream } from '../../_support/stream-texts.ts';
import { streams } from './_fixtures.ts';

for (const { name, map, records } of streams) {
  test(`${name}: the pieces of each text join to what repeats it, and none comes after its end`, (t) => {
    const { texts, late, disagreeing } = textsOfStream(map, records);
    t.log([...texts.keys()].join(' · '));
    t.deepEqual(late, []);
    t.deepEqual(disagreeing, []);
  });
}

test('every piece, end and repetition that is declared stands in some stream', (t) => {
  const missing = streams.flatMap(({ map }) => {
    const ofMap = streams.filter((stream) => stream.map === map);
    const used = new Set(
      ofMap.flatMap(({ records }) => records.flatMap((record) => channelUsesOf(map, record).map(({ path }) => path))),
    );
    const declared = (map.channels ?? []).flatMap(({ pieces, ends, wholes }) => [pieces, ends, wholes].flat());
    return declared.filter((path) => !used.has(path));
  });
  t.deepEqual(missing, []);
});

/** What a delta brings in one piece. */
const whole = /\.(citation|annotations|stop_sequence|stop_details)\b/;

test('every text of a delta is in a channel, but for what a delta brings in one piece', (t) => {
  const outside = streams.flatMap(({ name, map, records }) =>
    records.flatMap((record) => {
      const pieces = new Set(channelUsesOf(map, record).map(({ text }) => text));
      return [...leavesOf(map.record ?? {}, record)]
        .filter(({ kind, path }) => kind.endsWith('text') && kind !== 'token_text' && /(^|\.)delta\b/.test(path))
        .filter(({ path, text }) => text !== '' && !whole.test(path) && !pieces.has(text))
        .map(({ path, text }) => `${name}: ${path} ${text}`);
    }),
  );
  t.deepEqual(outside, []);
});
