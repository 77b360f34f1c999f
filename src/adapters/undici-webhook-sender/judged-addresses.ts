import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress, type AddressBlocks } from './public-address.ts';

/** Finds the addresses of a name; empty: it has none. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Which addresses may be called. */
export interface AddressRules {
  /** Blocks that are not public, and may be called nevertheless. */
  readonly networks: AddressBlocks;
  /** Whether `http` is for a loopback address. */
  readonly httpLoopback: boolean;
  readonly resolve: ResolveName;
}

/** The only addresses that a connection may be made to, in order. */
export interface JudgedAddresses {
  readonly addresses: readonly string[];
  /** Whether all of them are in the operator's own networks. */
  readonly isOwnNetwork: boolean;
}

/**
 * The addresses of a URL, resolved once. One that may not be called refuses all of them, since nobody says which one a
 * receiver would answer at.
 */
export async function judgedAddresses(
  url: URL,
  { networks, httpLoopback, resolve }: AddressRules,
  signal: AbortSignal,
): Promise<JudgedAddresses | 'address_refused' | 'not_found'> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await resolve(host, signal) : [host];
  if (addresses.length === 0) return 'not_found';
  if (url.protocol === 'http:') {
    const isAllowed = httpLoopback && addresses.every(isLoopbackAddress);
    return isAllowed ? { addresses, isOwnNetwork: false } : 'address_refused';
  }
  const isOwn = (address: string): boolean => networks.has(address);
  if (url.protocol !== 'https:' || !addresses.every((each) => isOwn(each) || isPublicAddress(each))) {
    return 'address_refused';
  }
  return { addresses, isOwnNetwork: addresses.every(isOwn) };
}

/** Asks the servers of this machine for both kinds of addresses, each once. */
export const resolveByDns: ResolveName = async (name, signal) => {
  // What this name means is decided here (RFC 6761), not by a server.
  if (name === 'localhost') return ['127.0.0.1', '::1'];
  const resolver = new Resolver({ timeout: 1_000, tries: 1 });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};
