import test from 'ava';
import { subtitleEndMs } from '../../../src/protocols/audio/subtitle-end.ts';

test('the end of the last subtitle is read in both forms, and other texts have none', (t) => {
  const end = (text: string) => subtitleEndMs(Buffer.from(text));
  t.is(end('1\n00:00:00,000 --> 01:02:03,456\nhello\n\n'), 3_723_456);
  t.is(end('WEBVTT\n\n00:00.000 --> 00:01.500\na\n\n00:01.500 --> 02:03.004 align:start\nb\n'), 123_004);
  t.is(end('1\n00:00:00,000 --> 00:00:02,500\na --> b\n\n--> \n-->'), 2_500);
  const spoken = '1\n00:00:00,000 --> 00:00:02,000\n';
  for (const line of ['a --> 03:59:59,000', '--> 03:59:59,000', 'at 00:00:00,000 --> 03:59:59,000', '00:00:01,000 -->'])
    t.is(end(`${spoken}${line}\n03:59:59,000\n`), 2_000, line);
  t.is(end('  0:00.000\t-->\t0:01.000 line:0\r\nb'), 1_000);
  for (const text of ['', '\n', '-->', 'a --> b', '--> 1:2', '00:00.000 -->']) t.is(end(text), 0, text);
});
