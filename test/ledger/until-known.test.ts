import test from 'ava';
import { untilKnown } from '../../src/ledger/until-known.ts';
import { AppendOutcomeUnknown, EventLogBusy, EventLogUnavailable } from '../../src/ports/event-log.ts';

/** What a log answers, one after the other; a word is an answer, an error is raised. */
function answering(...answers: readonly (string | Error)[]) {
  const waiting = [...answers];
  return async (): Promise<string> => {
    const answer = waiting.shift() ?? 'nothing is left';
    if (answer instanceof Error) throw answer;
    return answer;
  };
}

const [unknown, busy, away] = [
  new AppendOutcomeUnknown('?'),
  new EventLogBusy('busy'),
  new EventLogUnavailable('away'),
];

test('a busy or unknown outcome is asked for again until it is known', async (t) => {
  t.is(await untilKnown(answering(unknown, busy, unknown, 'written')), 'written');
});

test('an outcome that stays busy raises EventLogBusy after five attempts', async (t) => {
  const ask = answering(busy, busy, busy, busy, busy, 'too late');
  t.is(await t.throwsAsync(untilKnown(ask)), busy);
});

test('an unavailable log fails at once, but leaves an append in doubt as AppendOutcomeUnknown', async (t) => {
  t.is(await t.throwsAsync(untilKnown(answering(away))), away);
  const error = await t.throwsAsync(untilKnown(answering(unknown, away)), { instanceOf: AppendOutcomeUnknown });
  t.is(error?.cause, away);
});
