import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openSqliteEventLog } from '../../../src/adapters/sqlite-event-log.ts';
import { openAuditedFile } from '../../../src/adapters/sqlite-event-log/audited-file.ts';
import { createRestoredFile } from '../../../src/adapters/sqlite-event-log/restored-file.ts';
import type { ArchivedEvent } from '../../../src/domain/archive/archived-event.ts';
import { EndedContents, leftOutStream, restoredRetention } from '../../../src/ledger/archive/restored-retention.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import { thinnedPrefixes } from '../../../src/ledger/stream-names.ts';
import { recordLedger } from '../../_support/recorded-ledger.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';

const dayMs = 86_400_000;

async function recordedEvents(t: ExecutionContext): Promise<readonly ArchivedEvent[]> {
  await using engine = await openSqliteEventLog({ path: join(scratchFolder(t), 'ledger.db') });
  const log = chainedLog(engine);
  const content = { id: crypto.randomUUID(), type: 'ContentPart', data: '{}', metadata: '{"v":1}' };
  await log.append('content-a', 'no_stream', [content]);
  await recordLedger(log);
  await log.append('relay-kafka', 'no_stream', [{ ...content, id: crypto.randomUUID() }]);
  await log.append('content-b', 'no_stream', [{ ...content, id: crypto.randomUUID() }]);
  return await log.readAll({ limit: 1_000 });
}

function restored(t: ExecutionContext, events: readonly ArchivedEvent[], last: string): string {
  const path = join(scratchFolder(t), 'ledger.db');
  using file = createRestoredFile({ path, retentionOf: restoredRetention(dayMs), leftOutStream });
  file.add(events);
  file.end(last);
  return path;
}

test('a file with gaps is whole by its own audit, has the places of the events, and goes on behind them', async (t) => {
  const all = await recordedEvents(t);
  const kept = all.filter(({ stream }) => !stream.startsWith('content-'));
  const path = restored(t, kept, all.at(-1)?.position ?? '');
  using audited = openAuditedFile(path);
  const found = [...audited.pages({ thinnedPrefixes })];
  t.deepEqual(
    found.flatMap(({ fault }) => fault ?? []),
    [],
  );
  t.deepEqual(
    found.flatMap(({ events }) => events),
    [...kept],
  );
  await using log = await openSqliteEventLog({ path });
  const { position } = await chainedLog(log).append('credit-new', 'no_stream', [
    { id: crypto.randomUUID(), type: 'CreditIdKept', data: '{}', metadata: '{}' },
  ]);
  t.is(Number(position), Number(all.at(-1)?.position) + 1);
  t.is(await log.streamTrouble(thinnedPrefixes), null);
});

test('a file of whatever part of the thinned streams is whole', async (t) => {
  const all = await recordedEvents(t);
  for (const left of [['content-a'], ['content-b'], ['relay-'], ['content-', 'relay-'], []]) {
    const kept = all.filter(({ stream }) => !left.some((prefix) => stream.startsWith(prefix)));
    using audited = openAuditedFile(restored(t, kept, all.at(-1)?.position ?? ''));
    t.deepEqual([...audited.pages({ thinnedPrefixes })].at(-1)?.fault, null, left.join());
  }
});

test('positions of another engine, and more events than positions, are refused', (t) => {
  const event = {
    stream: 'a',
    revision: 0,
    recordedAt: '2026-11-29T12:00:00.000Z',
    id: crypto.randomUUID(),
    type: 'A',
    metadata: '{}',
    data: '{}',
  };
  t.throws(() => restored(t, [{ ...event, position: '12/12' }], '12/12'), {
    instanceOf: RangeError,
    message: /positions that an embedded ledger cannot hold/,
  });
  t.throws(() => restored(t, [{ ...event, position: '1', revision: 7 }], '1'), { instanceOf: RangeError });
});

test('passing streams get the rules again by which they lose events, and no other stream gets any', (t) => {
  const rules = restoredRetention(dayMs);
  const id = crypto.randomUUID();
  t.deepEqual(rules('relay-kafka'), { maxCount: 1 });
  t.deepEqual(rules('idempotency-a'), { maxAgeSeconds: 86_400, maxCount: 8 });
  t.deepEqual(rules(`content-${id}`), { maxAgeSeconds: 86_400 });
  for (const stream of ['wallet-a', 'content-resp_1', 'response-resp_1', `file-${id}`, `content-${id}`])
    t.is(rules(stream), null);
});

test('a content whose owner has removed it later is known, also where its end is of a later range', (t) => {
  const ended = new EndedContents();
  const event = { position: '1', revision: 0, recordedAt: '', id: '', metadata: '{}', data: '{}' };
  ended.take([
    { ...event, stream: 'content-resp_1', type: 'ContentPart' },
    { ...event, stream: 'content-file_1', type: 'ContentPart' },
  ]);
  ended.take([{ ...event, stream: 'response-resp_1', type: 'ResponseDeleted', data: '{"response_id":"resp_1"}' }]);
  ended.take([{ ...event, stream: 'response-resp_2', type: 'ResponseExpired', data: '{"response_id":"resp_2"}' }]);
  t.deepEqual([...ended.streams], ['content-resp_1']);
});
