import { join } from 'node:path';
import test from 'ava';
import { openAuditedFile } from '../../../src/adapters/sqlite-event-log/audited-file.ts';
import { createRestoredFile } from '../../../src/adapters/sqlite-event-log/restored-file.ts';
import type { ArchivedEvent } from '../../../src/domain/archive/archived-event.ts';
import { metadataWithDigest, singleDigest } from '../../../src/domain/event-digest.ts';
import { RenumberedEvents } from '../../../src/ledger/archive/renumbered-events.ts';
import { thinnedPrefixes } from '../../../src/ledger/stream-names.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';

const event = (stream: string, revision: number, position: string): ArchivedEvent => {
  const bare = { stream, revision, id: crypto.randomUUID(), type: 'A', metadata: '{}', data: '{}' };
  const recordedAt = '2026-11-29T12:00:00.000Z';
  return { ...bare, position, recordedAt, metadata: metadataWithDigest('{}', singleDigest(bare)) };
};

test('positions follow one another, and leave room for what a stream has lost', (t) => {
  const checkpoint = { checkpoint: 'note', verifier_key: 'key', size: 7 };
  const renumbered = new RenumberedEvents(checkpoint, () => crypto.randomUUID());
  t.deepEqual(renumbered.take([event('relay-kafka', 4, '90/90')]), []);
  const events = [
    ...renumbered.take([event('checkpoint-ledger', 0, '100/100'), event('idempotency-a', 2, '200/200')]),
    ...renumbered.take([event('content-b', 0, '300/290'), event('idempotency-a', 3, '300/300')]),
  ];
  t.deepEqual(
    events.map(({ stream, revision, position, type }) => [stream, revision, position, type]),
    [
      ['checkpoint-ledger', 0, '1', 'LedgerContinued'],
      ['idempotency-a', 2, '4', 'A'],
      ['content-b', 0, '5', 'A'],
      ['idempotency-a', 3, '6', 'A'],
    ],
  );
  t.is(renumbered.last, '6');
  const path = join(scratchFolder(t), 'ledger.db');
  {
    using file = createRestoredFile({ path, retentionOf: () => null, leftOutStream: 'content-left-out' });
    file.add(events);
    file.end(renumbered.last);
  }
  using audited = openAuditedFile(path);
  t.deepEqual([...audited.pages({ thinnedPrefixes })].at(-1)?.fault, null);
});

test('without a checkpoint there is none to continue', (t) => {
  const renumbered = new RenumberedEvents(null, () => crypto.randomUUID());
  t.deepEqual(
    renumbered.take([event('content-b', 0, '300/290')]).map(({ position }) => position),
    ['1'],
  );
});
