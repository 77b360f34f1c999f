import test from 'ava';
import { lessWorkAdvice } from '../../../src/protocols/requests/less-work.ts';

test('nobody is told to lower what a surface does not have', (t) => {
  for (const surface of ['embeddings', 'systemone', 'audio_speech', 'audio_transcriptions', 'audio_translations']) {
    t.notRegex(lessWorkAdvice(surface, null), /max_|output/, surface);
  }
  t.regex(lessWorkAdvice('responses', null), /`max_output_tokens`/);
  t.regex(lessWorkAdvice('messages', null), /`max_tokens`/);
});

test('a member for which everything is held is what to leave out', (t) => {
  t.is(lessWorkAdvice('chat_completions', 'n_predict'), 'Leave out `n_predict`');
});
