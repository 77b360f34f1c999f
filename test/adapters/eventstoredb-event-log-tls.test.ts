import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { parseConnectionString } from '../../src/adapters/eventstoredb-event-log/connection-string.ts';
import { LedgerClient } from '../../src/adapters/eventstoredb-event-log/ledger-client.ts';
import { EventLogUnavailable } from '../../src/ports/event-log.ts';
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';
import { events, freshName } from './_event-log-fixtures.ts';
import type { EventStoreDbPeer } from '../_support/eventstoredb-peer/peer.ts';

const folder = join(import.meta.dirname, '..', 'fixtures', 'tls');
const authority = join(folder, 'authority.pem');

function startTlsPeer(certificate: 'address' | 'name'): Promise<EventStoreDbPeer> {
  const read = (file: string): Buffer => readFileSync(join(folder, file));
  return startPeer({ tls: { certificate: read(`${certificate}.pem`), key: read(`${certificate}-key.pem`) } });
}

test.serial('a node that is named by its address is reached over TLS, directly and by discovery', async (t) => {
  await using peer = await startTlsPeer('address');
  for (const scheme of ['esdb', 'esdb+discover']) {
    const connectionString = `${scheme}://admin:changeit@127.0.0.1:${peer.line.port}?tlsCAFile=${authority}`;
    await using log = await openEventStoreDbEventLog({ connectionString, awayMs: 10_000, openMs: 60_000 });
    const stream = freshName();
    await log.append(stream, 'no_stream', events(2));
    t.is((await log.readStream(stream)).length, 2, scheme);
  }
});

test.serial('a certificate for another name, or of another authority, is refused', async (t) => {
  await using peer = await startTlsPeer('name');
  const { port } = peer.line;
  for (const parameters of [`?tlsCAFile=${authority}`, '']) {
    const connectionString = `esdb://admin:changeit@127.0.0.1:${port}${parameters}`;
    const opened = openEventStoreDbEventLog({ connectionString, openMs: 3_000 });
    await t.throwsAsync(opened, { instanceOf: EventLogUnavailable });
  }
});

test.serial('a node behind a name is asked at its address, and its certificate is checked by that name', async (t) => {
  await using peer = await startTlsPeer('name');
  const node = `127.0.0.1:${peer.line.port}`;
  const client = new LedgerClient({
    connection: parseConnectionString(`esdb+discover://admin:changeit@ledger.test:${peer.line.port}`),
    certificates: { authority: readFileSync(authority), userCertificate: null, userKey: null },
    callTimeoutMs: 5_000,
    awayMs: 5_000,
  });
  t.deepEqual(await client.membersBehind({ node, name: 'ledger.test' }, 30_000), [
    { node, isAlive: true, isLeader: true },
  ]);
  await t.throwsAsync(client.membersBehind({ node, name: 'other.test' }, 30_000), { message: /other\.test|altnames/i });
});
