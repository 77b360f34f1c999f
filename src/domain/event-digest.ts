import { hash } from 'node:crypto';

/** The bytes of an event that its digest covers, as they are written. The digest itself is not in the metadata. */
export interface DigestedEvent {
  readonly stream: string;
  readonly revision: number;
  /** UUID in small letters, because engines may change its case. */
  readonly id: string;
  readonly type: string;
  /** JSON text. */
  readonly data: string;
  /** JSON text. */
  readonly metadata: string;
}

/** Whether a text is the id of an event: a UUID in small letters, of whatever version. */
export function isEventId(text: string): boolean {
  if (text.length !== 36) return false;
  for (let index = 0; index < 36; index += 1) {
    const code = text.charCodeAt(index);
    const isDash = index === 8 || index === 13 || index === 18 || index === 23;
    if (isDash ? code !== 0x2d : !((code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66))) return false;
  }
  return true;
}

/** The digest before the first event of a stream, and before the first of a log. */
export const noDigest = '';

/** SHA-256 as Base64 without padding. */
const digestLength = 43;
const digestPattern = /^[\w-]{43}$/;
const member = '"digest":"';
const end = '"}';
const commaCode = 0x2c;
const braceCode = 0x7b;

/**
 * The digest of an event that follows one with the digest `previous` in its stream: SHA-256 over both, so that any
 * change, omission, insertion or move of an event shows in the next one. Base64url, 43 characters.
 */
export function chainedDigest(previous: string, event: DigestedEvent, metadata = event.metadata): string {
  return hash('sha256', digestedText(previous, String(event.revision), event, metadata), 'base64url');
}

/** The text whose hash {@link chainedDigest} is: with it anybody can compute the digest. */
export function chainedText(previous: string, event: DigestedEvent, metadata = event.metadata): string {
  return digestedText(previous, String(event.revision), event, metadata);
}

/**
 * The digest of an event by itself, for streams that lose older events by age. It does not cover the revision, which a
 * stream continues even when all of its events are gone.
 */
export function singleDigest(event: DigestedEvent, metadata = event.metadata): string {
  return hash('sha256', digestedText('single', '', event, metadata), 'base64url');
}

/** The digest that an event carries; {@link noDigest}: it carries none, which `ledger verify` reports. */
export function ownDigest({ metadata }: Pick<DigestedEvent, 'metadata'>): string {
  return splitMetadata(metadata)?.digest ?? noDigest;
}

// The lengths separate the texts, so that no two different events give the same bytes.
function digestedText(previous: string, revision: string, event: DigestedEvent, metadata: string): string {
  const { stream, id, type, data } = event;
  const lengths = `${stream.length} ${id.length} ${type.length} ${metadata.length}`;
  return `${previous}\n${revision}\n${lengths}\n${stream}${id}${type}${metadata}${data}`;
}

/** Metadata with a digest as its last member. */
export function metadataWithDigest(metadata: string, digest: string): string {
  const before = metadata.slice(0, -1);
  return `${before}${before === '{' ? '' : ','}${member}${digest}${end}`;
}

/** Metadata as its writer gave it, and the digest that was added to it. */
export interface SplitMetadata {
  readonly metadata: string;
  readonly digest: string;
}

/** `null` when no digest was appended. */
export function splitMetadata(metadata: string): SplitMetadata | null {
  const split = splitUnchecked(metadata);
  return split !== null && isDigest(split.digest) ? split : null;
}

/** Like {@link splitMetadata}, but any text of a digest's length counts as one, for a caller that compares it. */
export function splitUnchecked(metadata: string): SplitMetadata | null {
  const at = metadata.length - end.length - digestLength;
  const begin = at - member.length;
  if (begin < 1 || !metadata.endsWith(end) || !metadata.startsWith(member, begin)) return null;
  const digest = metadata.slice(at, at + digestLength);
  const last = metadata.charCodeAt(begin - 1);
  if (last === commaCode) return { metadata: `${metadata.slice(0, begin - 1)}}`, digest };
  return begin === 1 && last === braceCode ? { metadata: '{}', digest } : null;
}

/** Whether a text may be a digest. */
function isDigest(text: string): boolean {
  return digestPattern.test(text);
}

/** An event with its place in the whole log. */
export interface PlacedEvent {
  readonly position: number | string;
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly recordedAtMs: number;
  /** The digest of the event itself. */
  readonly digest: string;
}

/**
 * The running digest of a log after an event. Covers all earlier events of the log, the event, its place and its time.
 */
export function runningDigest(previous: string, { position, revision, recordedAtMs, digest }: PlacedEvent): string {
  return hash('sha256', `${previous}\n${position} ${revision} ${recordedAtMs}\n${digest}`, 'base64url');
}

/**
 * The digest of a sealed content after its next part: over the part as it is recorded, and the parts before it. The
 * digest of the last part is that of the content. Computing it needs no key.
 */
export function contentDigest(previous: string, sealedPart: string): string {
  return hash('sha256', `${previous}\n${sealedPart}`, 'base64url');
}

/** The digest of an object of an archive: SHA-256, hex. */
export function objectDigest(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}
