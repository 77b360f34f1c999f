import streams from '@eventstore/db-client/generated/streams_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import test from 'ava';
import {
  assert,
  bigInt,
  maxSafeNat,
  nat,
  property,
  record,
  string,
  uint8Array,
  uuid,
  type Arbitrary,
} from 'fast-check';
import { readMessageOf } from '../../../src/adapters/eventstoredb-event-log/read-message.ts';
import { anyCharacter } from '../../_support/any-character.ts';
import {
  checkpointMessage,
  caughtUpMessage,
  confirmationMessage,
  notFoundMessage,
} from '../../_support/eventstoredb-peer/wire.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

const place = bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
const text = string({ unit: anyCharacter });

interface Recorded {
  readonly stream: string;
  readonly revision: number;
  readonly commit: string;
  readonly prepare: string;
  readonly createdMs: number;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

const recorded: Arbitrary<Recorded> = record({
  stream: text,
  revision: maxSafeNat(),
  commit: place,
  prepare: place,
  createdMs: nat(4_000_000_000_000),
  id: uuid(),
  type: text,
  data: text,
  metadata: text,
});

/** As the client's own generated classes write it. */
function bytesOf(event: Recorded): Buffer {
  const id = new shared.UUID();
  id.setString(event.id);
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(event.stream));
  const record = new streams.ReadResp.ReadEvent.RecordedEvent();
  record.setId(id);
  record.setStreamIdentifier(identifier);
  record.setStreamRevision(String(event.revision));
  record.setCommitPosition(event.commit);
  record.setPreparePosition(event.prepare);
  record.getMetadataMap().set('content-type', 'application/json').set('type', event.type);
  record.getMetadataMap().set('created', `${event.createdMs}0000`);
  record.setData(Buffer.from(event.data));
  record.setCustomMetadata(Buffer.from(event.metadata));
  const read = new streams.ReadResp.ReadEvent();
  read.setEvent(record);
  read.setCommitPosition(event.commit);
  const message = new streams.ReadResp();
  message.setEvent(read);
  return Buffer.from(message.serializeBinary());
}

test('an event is read as the generated classes wrote it', (t) => {
  assert(
    property(recorded, (event) => {
      const { stream, revision, commit, prepare, createdMs, id, type, data, metadata } = event;
      t.deepEqual(readMessageOf(bytesOf(event)), {
        kind: 'event',
        row: [stream, revision, commit, prepare, createdMs, id, type, data, metadata],
        place: { commit, prepare },
        isOfEngine: stream.startsWith('$') || type.startsWith('$'),
      });
    }),
    { numRuns: propertyRuns(200) },
  );
});

test('the other messages are read by their kind', (t) => {
  const kindOf = (message: streams.ReadResp) => readMessageOf(Buffer.from(message.serializeBinary()));
  t.deepEqual(kindOf(checkpointMessage({ commit: 2 ** 52, prepare: 7 })), {
    kind: 'checkpoint',
    place: { commit: String(2 ** 52), prepare: '7' },
  });
  t.deepEqual(kindOf(caughtUpMessage()), { kind: 'caught_up' });
  const behind = new streams.ReadResp();
  behind.setFellBehind(new streams.ReadResp.FellBehind());
  t.deepEqual(kindOf(behind), { kind: 'fell_behind' });
  t.deepEqual(kindOf(notFoundMessage('wallet-w-1')), { kind: 'stream_not_found' });
  t.deepEqual(kindOf(confirmationMessage('1')), { kind: 'other' });
  t.deepEqual(readMessageOf(Buffer.alloc(0)), { kind: 'other' });
});

test('bytes that are no message are refused, and never read past their end', (t) => {
  assert(
    property(recorded, nat(), uint8Array({ maxLength: 40 }), (event, at, noise) => {
      const whole = bytesOf(event);
      for (const bytes of [whole.subarray(0, at % whole.length), Buffer.from(noise), Buffer.concat([whole, noise])]) {
        try {
          readMessageOf(bytes);
        } catch (error) {
          t.is((error as Error).message, 'the engine answered with bytes that are no message');
        }
      }
    }),
    { numRuns: propertyRuns(200) },
  );
  const oneTooFew = Buffer.from([10, 4, 10, 3, 10]);
  t.throws(() => readMessageOf(oneTooFew), { message: /no message/ });
});
