import test from 'ava';
import { parseConnectionString } from '../../../src/adapters/eventstoredb-event-log/connection-string.ts';

const plain = {
  isDiscovered: false,
  credentials: null,
  isSecure: true,
  tlsCaFile: null,
  userCertificate: null,
  connectionName: null,
  keepAliveIntervalMs: 10_000,
  keepAliveTimeoutMs: 10_000,
};

const local = { address: 'localhost', port: 2113 };

const strings: readonly (readonly [string, object])[] = [
  ['esdb://localhost', { ...plain, hosts: [local] }],
  ['esdb://localhost:2113/', { ...plain, hosts: [local] }],
  ['kurrentdb://localhost?tls=false', { ...plain, hosts: [local], isSecure: false }],
  [
    'esdb+discover://cluster.example:1234',
    { ...plain, hosts: [{ address: 'cluster.example', port: 1234 }], isDiscovered: true },
  ],
  ['kurrentdb+discover://localhost', { ...plain, hosts: [local], isDiscovered: true }],
  [
    'esdb://a:1,b:2,c',
    {
      ...plain,
      hosts: [
        { address: 'a', port: 1 },
        { address: 'b', port: 2 },
        { address: 'c', port: 2113 },
      ],
    },
  ],
  [
    'esdb://admin:changeit@localhost',
    { ...plain, hosts: [local], credentials: { username: 'admin', password: 'changeit' } },
  ],
  ['esdb://admin:a:b:c@localhost', { ...plain, hosts: [local], credentials: { username: 'admin', password: 'a:b:c' } }],
  [
    'esdb://ad%40min:p%3As%40%25%2F@localhost',
    { ...plain, hosts: [local], credentials: { username: 'ad@min', password: 'p:s@%/' } },
  ],
  ['esdb://u:50%@localhost', { ...plain, hosts: [local], credentials: { username: 'u', password: '50%' } }],
  ['esdb://[::1]:2113', { ...plain, hosts: [{ address: '[::1]', port: 2113 }] }],
  [
    'esdb://localhost?tlsCAFile=%2Fca.pem&connectionName=one',
    { ...plain, hosts: [local], tlsCaFile: '/ca.pem', connectionName: 'one' },
  ],
  [
    'esdb://localhost?user_cert_file=c.pem&UserKeyFile=k.pem',
    { ...plain, hosts: [local], userCertificate: { certFile: 'c.pem', keyFile: 'k.pem' } },
  ],
  [
    'esdb://localhost?keepAliveInterval=20000&keepAliveTimeout=30000',
    { ...plain, hosts: [local], keepAliveIntervalMs: 20_000, keepAliveTimeoutMs: 30_000 },
  ],
  [
    'esdb://localhost?defaultDeadline=1&nodePreference=follower&throwOnAppendFailure=false',
    { ...plain, hosts: [local] },
  ],
];

for (const [text, connection] of strings) {
  test(`${text} is understood`, (t) => {
    t.deepEqual(parseConnectionString(text), connection);
  });
}

const refused = [
  '',
  'localhost:2113',
  'http://s3cret:s3cret@localhost',
  'esdb://',
  'esdb://s3cret@localhost',
  'esdb://u:s3cret@localhost:port',
  'esdb://u:s3cret@localhost:70000',
  'esdb://u:s3cret@localhost?tls=maybe',
  'esdb://u:s3cret@localhost?tlsVerifyCert=false',
  'esdb://u:s3cret@localhost?userCertFile=c.pem',
  'esdb://u:s3cret@localhost?keepAliveInterval=10',
  'esdb://u:s3cret@localhost?unknown=1',
  'esdb://u:s3cret@localhost?s3cret!=1',
];

for (const text of refused) {
  test(`${text === '' ? 'nothing' : text} is refused, without being quoted`, (t) => {
    const error = t.throws(() => parseConnectionString(text), { instanceOf: RangeError });
    t.notRegex(error?.message ?? '', /s3cret/);
  });
}
