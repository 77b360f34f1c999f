import test from 'ava';
import { subtitleEndMs } from '../../../src/protocols/audio/subtitle-end.ts';

test('the end of the last subtitle is read in both forms, and other texts have none', (t) => {
  const end = (text: string) => subtitleEndMs(Buffer.from(text));
  t.is(end('1\n00:00:00,000 --> 01:02:03,456\nhello\n\n'), 3_723_456);
  t.is(end('WEBVTT\n\n00:00.000 --> 00:01.500\na\n\n00:01.500 --> 02:03.004 align:start\nb\n'), 123_004);
  t.is(end('1\n00:00:00,000 --> 00:00:02,500\na --> b\n\n--> \n-->'), 2_500);
  for (const text of ['', '\n', '-->', 'a --> b', '--> 1:2', '00:00.000 -->']) t.is(end(text), 0, text);
});
