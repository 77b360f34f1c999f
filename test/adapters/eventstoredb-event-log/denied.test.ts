import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { openEventStoreDbEventLog } from '../../../src/adapters/eventstoredb-event-log.ts';
import { patientLog } from '../../../src/ledger/patient-log.ts';
import { EventLogDenied } from '../../../src/ports/event-log.ts';
import { until } from '../../_support/until.ts';
import { startPeer } from '../../_support/eventstoredb-peer/peer.ts';
import { events } from '../_event-log-fixtures.ts';
import { peerAndLog } from '../_eventstoredb-fixtures.ts';

// So long that a test which waits them out does not end.
const patience = { callTimeoutMs: 600_000, outcomeMs: 1_200_000, awayMs: 600_000, openMs: 600_000 };
const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'tls');
const wrongUser = 'the engine does not accept the user or the password of ledger.connection_string';

test('a wrong password is said at the opening, directly and by discovery', async (t) => {
  const [certificate, key] = ['address.pem', 'address-key.pem'].map((file) => readFileSync(join(folder, file)));
  if (certificate === undefined || key === undefined) throw new Error('no certificate');
  await using peer = await startPeer({ tls: { certificate, key } });
  const right = `Basic ${Buffer.from('waybill:right').toString('base64')}`;
  peer.isKnown = (authorization) => authorization === right;
  const at = (scheme: string, password: string): string =>
    `${scheme}://waybill:${password}@127.0.0.1:${peer.line.port}?tlsCAFile=${join(folder, 'authority.pem')}`;
  for (const scheme of ['esdb', 'esdb+discover']) {
    const opened = openEventStoreDbEventLog({ connectionString: at(scheme, 's3cret'), ...patience });
    await t.throwsAsync(opened, { instanceOf: EventLogDenied, message: wrongUser });
    await using log = await openEventStoreDbEventLog({ connectionString: at(scheme, 'right'), ...patience });
    await log.append(`wallet-${scheme}`, 'no_stream', events(1));
  }
});

test('a right that is missing at the opening is named', async (t) => {
  await using peer = await startPeer();
  const opened = () => openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  peer.mayRead = (stream) => stream !== '$all';
  const mayNot = 'the user of ledger.connection_string may not';
  await t.throwsAsync(opened(), { instanceOf: EventLogDenied, message: `${mayNot} read the stream $all` });
  const metadata = {
    instanceOf: EventLogDenied,
    message: `${mayNot} read and write the metadata of the stream waybill`,
  };
  peer.mayRead = (stream) => stream !== '$$waybill';
  await t.throwsAsync(opened(), metadata);
  peer.mayRead = () => true;
  peer.appends.mayAppend = (stream) => stream !== '$$waybill';
  await t.throwsAsync(opened(), metadata);
});

test('a right that is missing later is named by the call that needs it, and waiting ends at once', async (t) => {
  const { peer, log } = await peerAndLog(t, patience);
  const patient = patientLog(log, { waitMsMax: 600_000, onWait: (_, error) => t.fail(error.message) });
  const denied = async (right: string, call: () => Promise<unknown>): Promise<void> => {
    const message = `the user of ledger.connection_string may not ${right}`;
    await t.throwsAsync(call(), { instanceOf: EventLogDenied, message });
  };
  await log.append('wallet-1', 'no_stream', events(1));
  peer.appends.mayAppend = (stream) => !stream.includes('wallet-');
  await denied('append to streams like wallet-…', () => patient.append('wallet-1', 0, events(1)));
  await denied('read and write the metadata of streams like wallet-…', () =>
    log.setRetention('wallet-1', { maxCount: 1 }),
  );
  peer.mayRead = (stream) => stream !== 'wallet-1';
  await denied('read streams like wallet-…', () => patient.readStream('wallet-1'));
  await log.append('other-1', 'no_stream', events(1));
  peer.mayRead = (stream) => stream !== '$all';
  await denied('read the stream $all', () => patient.readAll());
  await denied('read the stream $all', () => log.end());
});

test('a right to read that is missing is named, whatever the streams are read for', async (t) => {
  const { peer, log } = await peerAndLog(t, { ...patience, isKept: (stream) => stream.startsWith('wallet-') });
  await log.append('wallet-1', 'no_stream', events(1));
  peer.mayRead = (stream) => stream !== 'wallet-1';
  const refused = {
    instanceOf: EventLogDenied,
    message: 'the user of ledger.connection_string may not read streams like wallet-…',
  };
  await t.throwsAsync(log.append('wallet-1', 'stream_exists', events(1)), refused);
  await t.throwsAsync(log.setRetention('wallet-1', { maxCount: 1 }), refused);
  await t.throwsAsync(log.deleteStream('wallet-1', 'any'), refused);
  // Nor can be seen whether the log still holds what it has held.
  await until('the engine counts as away', () => !log.stats().isUp);
  await t.throwsAsync(log.append('other-1', 'no_stream', events(1)), refused);
  await t.throwsAsync(log.readAll(), refused);
});

test('a password that is changed meanwhile is said by every call, until it is accepted again', async (t) => {
  const { peer, log } = await peerAndLog(t, patience);
  await log.append('wallet-1', 'no_stream', events(1));
  peer.isKnown = () => false;
  peer.line.reset();
  const refused = { instanceOf: EventLogDenied, message: wrongUser };
  await t.throwsAsync(log.readStream('wallet-1'), refused);
  await until('the engine counts as away', () => !log.stats().isUp);
  await t.throwsAsync(log.append('wallet-1', 'any', events(1)), refused);
  await t.throwsAsync(log.readAll(), refused);
  peer.isKnown = () => true;
  await until('the engine counts as up', () => log.stats().isUp);
  t.is((await log.readStream('wallet-1')).length, 1);
});
