import type { HeardLength } from './heard-length.ts';

/** Bytes at the beginning of a packet that are looked at, where packets may overlap. */
export const packetHeadBytes = 32;

/** The same where they cannot: more than any packet has. */
export const packetBytesMax = 4_194_304;

/** A packet of a codec in a container. */
export interface SoundPacket {
  /** Its first {@link packetHeadBytes} or {@link packetBytesMax} bytes, or all if it has fewer. */
  readonly head: Uint8Array;
  /** All its bytes. */
  readonly size: number;
}

/** Adds the length of each packet of one track, by what the packet itself says; what it cannot tell, at its most. */
export type PacketCodec = (packet: SoundPacket, heard: HeardLength) => void;

/** A codec each of whose packets has so many samples. */
export function evenCodec(samples: number, rate: number): PacketCodec {
  return (_packet, heard) => heard.add(samples, rate);
}
