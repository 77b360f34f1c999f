import test from 'ava';
import { recordedAnswerBytes, recordedAnswers } from '../../projections/recorded-answers.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { followProjections } from '../../src/ledger/following/follow.ts';
import { foldProjection } from '../../src/ledger/rebuild.ts';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.ts';
import { answer, asked, begunOf, cluster, dayMs, hourMs } from './_keyed-cluster.ts';

test('bytes kept of answers follow from the log while they are kept, compactions or not', async (t) => {
  const { log, gateway, pass, clock } = cluster();
  const readModels = createMemoryReadModels({ comparePositions: log.comparePositions.bind(log) });
  const { requests } = gateway();
  const projections = [recordedAnswers];
  const onError = (error: unknown) => t.fail(String(error));
  const follower = followProjections({ log, logEnd: log, readModels, projections, batchMs: 1, onError });
  const verify = () => verifyLedger({ log, readModels, projections, now: clock.now() });
  const { tenantId } = asked();
  const kept = () => recordedAnswerBytes(readModels.get(recordedAnswers, tenantId), clock.now());
  for (let nth = 0; nth < 60; nth += 1) {
    await requests.answer(begunOf(await requests.begin(asked(String(nth)))), answer);
    await follower.caughtUp();
    pass(hourMs * 0.9);
    if (nth % 7 === 6) await log.compact();
    t.true((await verify()).ok, `after ${nth + 1} answers`);
  }
  const each = recordedAnswerBytes(
    (await foldProjection(log, recordedAnswers)).documents.get(tenantId) ?? null,
    clock.now(),
  );
  t.is(kept(), each, 'a rebuild counts what is counted');
  const { documents, checkpoint } = readModels.snapshot(recordedAnswers);
  const found = documents.get(tenantId) ?? { hours: [] };
  const hours = found.hours.map((kept, index) => ({ hour: kept.hour, bytes: kept.bytes + (index === 20 ? 1 : 0) }));
  readModels.replace(recordedAnswers, { checkpoint, documents: new Map([[tenantId, { hours }]]) });
  t.like(await verify(), { ok: false, difference: { kind: 'projection', key: tenantId } });
  readModels.replace(recordedAnswers, { checkpoint, documents });
  pass(dayMs + hourMs);
  t.is(kept(), 0);
  await log.compact();
  t.true((await verify()).ok, 'after all answers have expired');
  await follower.stop();
});

test('a key that was freed keeps its next answer as long as is configured now', async (t) => {
  const { log, gateway, pass } = cluster();
  const { requests: earlier } = gateway(chainedLog(log), undefined, hourMs);
  await earlier.fail(begunOf(await earlier.begin(asked())), { isSpent: false, code: 'ledger_busy' });
  const { requests } = gateway();
  await requests.answer(begunOf(await requests.begin(asked())), answer);
  pass(dayMs - 1_000);
  await log.compact();
  t.like(await requests.look(asked()), { kind: 'answered', answer });
});
