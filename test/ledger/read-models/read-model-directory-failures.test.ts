import test from 'ava';
import { UnknownEventType } from '../../../src/ledger/codec.ts';
import { apiKeyStream } from '../../../src/ledger/stream-names.ts';
import { EventLogUnavailable } from '../../../src/ports/event-log.ts';
import { ReadModelsUnavailable } from '../../../src/ports/read-models.ts';
import { systemTimer, type Timer } from '../../../src/time/timer.ts';
import * as words from '../../_support/directory-vocabulary.ts';
import { record, recordUnknown } from '../../_support/recorded-log.ts';
import { keyA, keyB } from '../../_support/wallet-vocabulary.ts';
import { directoryOver, recordKey, type Directory } from './_directory.ts';

test('an unknown key raises EventLogUnavailable while the log is unavailable, and a known key is still found', async (t) => {
  let isAway = false;
  const set: Directory = directoryOver({
    staleMsMax: 0,
    catchUp: () => (isAway ? Promise.reject(new EventLogUnavailable('away')) : set.catchUp()),
  });
  await recordKey(set);
  await set.directory.findKey(words.keyHash);
  isAway = true;
  await t.throwsAsync(async () => set.directory.findKey('00'.repeat(32)), { instanceOf: EventLogUnavailable });
  t.truthy(await set.directory.findKey(words.keyHash));
  isAway = false;
  t.is(await set.directory.findKey('00'.repeat(32)), null);
});

test('a known key counts for 15 seconds while the log or the read models fail, and is then refused', async (t) => {
  let nowMs = 0;
  let failure: Error | null = null;
  const timer: Timer = { ...systemTimer, monotonic: () => nowMs };
  const set: Directory = directoryOver({
    staleMsMax: 250,
    timer,
    catchUp: () => (failure === null ? set.catchUp() : Promise.reject(failure)),
  });
  await recordKey(set);
  await set.directory.findKey(words.keyHash);
  for (const trouble of [new EventLogUnavailable('away'), new ReadModelsUnavailable('locked')]) {
    failure = trouble;
    nowMs += 15_000;
    t.truthy(await set.directory.findKey(words.keyHash));
    nowMs += 1;
    await t.throwsAsync(async () => set.directory.findKey(words.keyHash), { is: trouble });
    failure = null;
    t.truthy(await set.directory.findKey(words.keyHash));
  }
});

test('an event of a later version in one stream hides no change of other keys and people', async (t) => {
  const set: Directory = directoryOver({ staleMsMax: 0 });
  await recordKey(set);
  const other = 'cd'.repeat(32);
  await record(set.log, apiKeyStream(keyB), words.keyCreated({ key_id: keyB, key_hash: other }));
  await recordUnknown(set.log, apiKeyStream(keyB));
  t.is((await set.directory.findKey(other))?.key.revoked, false);
  await record(set.log, apiKeyStream(keyA), words.keyRevoked);
  await set.catchUp();
  set.directory.invalidate();
  t.is((await set.directory.findKey(words.keyHash))?.key.revoked, true);
  // It may be of the later version.
  await t.throwsAsync(async () => set.directory.findKey('ef'.repeat(32)), { instanceOf: UnknownEventType });
});
