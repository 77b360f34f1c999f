import test from 'ava';
import {
  AddressBlocks,
  isLoopbackAddress,
  isPublicAddress,
} from '../../../src/adapters/undici-webhook-sender/public-address.ts';

/** The last address before a block, its first and last, and the first after it. */
const edges: readonly (readonly [string, string, string, string])[] = [
  ['', '0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
  ['100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
  ['126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
  ['168.63.129.15', '168.63.129.16', '168.63.129.16', '168.63.129.17'],
  ['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
  ['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
  ['191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
  ['192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
  ['192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
  ['192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
  ['198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
  ['198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
  ['203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
  ['223.255.255.255', '224.0.0.0', '255.255.255.255', ''],
  ['2000:ffff::', '2001::', '2001:1ff:ffff::', '2001:200::'],
  ['2001:db7:ffff::', '2001:db8::', '2001:db8:ffff::', '2001:db9::'],
  ['2001:ffff::', '2002::', '2002:ffff::', '2003::'],
  ['2620:4f:7fff::', '2620:4f:8000::', '2620:4f:8000:ffff::', '2620:4f:8001::'],
  ['3ffe:ffff::', '3fff::', '3fff:fff:ffff::', '3fff:1000::'],
];

for (const [before, first, last, after] of edges) {
  test(`${first} to ${last} is not public, and its neighbours are`, (t) => {
    t.deepEqual([first, last].filter(isPublicAddress), []);
    for (const address of [before, after]) t.true(address === '' || isPublicAddress(address), address);
  });
}

test('of IPv6 only the global part is public, and nothing that stands for an address of IPv4', (t) => {
  const others = ['::', '::1', '::ffff:8.8.8.8', '::8.8.8.8', '64:ff9b::808:808', '64:ff9b:1::1', '100::1', '1fff::'];
  t.deepEqual([...others, '4000::', '5f00::1', 'fc00::1', 'fe80::1', 'fec0::1', 'ff02::1'].filter(isPublicAddress), []);
  t.deepEqual(['', 'hooks.example', '1.2.3', 'fe80::1%eth0', '2a00::1%1', '8.8.8.8/8'].filter(isPublicAddress), []);
  t.true(isPublicAddress('2a00:1450::1'));
});

test('an address of this machine is known in each notation', (t) => {
  t.deepEqual(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '128.0.0.1', '::2'].map(isLoopbackAddress), [
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('blocks are of the family that they are written in', (t) => {
  const blocks = new AddressBlocks(['10.20.0.0/16', 'fd00:20::/32']);
  t.deepEqual(
    ['10.20.0.1', '10.21.0.1', 'fd00:20::1', 'fd00:21::1', '::ffff:10.20.0.1'].map((each) => blocks.has(each)),
    [true, false, true, false, true],
  );
  for (const cidr of ['10.0.0.0', '10.0.0.0/33', '10.0.0.0/-1', 'x/8', '10.0.0.0/8/8', '::/129', 'fe80::%1/64']) {
    t.throws(() => new AddressBlocks([cidr]), { instanceOf: RangeError }, cidr);
  }
});
