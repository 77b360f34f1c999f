import { BlockList, isIP } from 'node:net';

/** IANA's special blocks of IPv4, multicast, and the address at which one cloud serves its machines. */
const specialIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
];

/** All that is public of IPv6, and the special blocks in it: also those that stand for addresses of IPv4. */
const globalIpv6 = ['2000::/3'];
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

/** Blocks of addresses, as `address/bits`. Raises `RangeError` for one that is not written so. */
export class AddressBlocks {
  readonly #blocks = new BlockList();

  constructor(cidrs: readonly string[]) {
    for (const cidr of cidrs) {
      const [address = '', bits = '', ...more] = cidr.split('/');
      const family = familyOf(address);
      const isBlock = family !== null && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 'ipv4' ? 32 : 128);
      if (!isBlock || more.length > 0) throw new RangeError(`${cidr} is not a block of addresses`);
      this.#blocks.addSubnet(address, Number(bits), family);
    }
  }

  /** Whether an address is in one of them. */
  has(address: string): boolean {
    const family = familyOf(address);
    return family !== null && this.#blocks.check(address, family);
  }
}

const special = new AddressBlocks([...specialIpv4, ...specialIpv6]);
const globals = new AddressBlocks(globalIpv6);
const loopback = new AddressBlocks(['127.0.0.0/8', '::1/128']);

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = familyOf(address);
  return family !== null && (family === 'ipv4' || globals.has(address)) && !special.has(address);
}

/** Whether an address is of this machine alone. */
export function isLoopbackAddress(address: string): boolean {
  return loopback.has(address);
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const family = isIP(address);
  return family === 0 || address.includes('%') ? null : family === 4 ? 'ipv4' : 'ipv6';
}
