import { hash } from 'node:crypto';
import type { PlacedEvent } from '../event-digest.ts';

/** A SHA-256 of RFC 6962, 32 bytes. */
export type TreeHash = Buffer;

const leafMark = '\0';
const nodeMark = Buffer.from([1]);
export const treeHashBytes = 32;

/** The root of a tree without leaves. */
export const emptyRoot: TreeHash = hash('sha256', '', 'buffer');

/** What a leaf says of an event: its place in the log, the time of recording, and its digest, which covers the event. */
export function treeEntry({ position, revision, recordedAtMs, digest }: PlacedEvent): string {
  return `${position} ${revision} ${recordedAtMs}\n${digest}`;
}

/** The hash of a leaf, RFC 6962 §2.1. */
export function leafHash(entry: string): TreeHash {
  return hash('sha256', leafMark + entry, 'buffer');
}

/** The hash of a node above two others. */
export function nodeHash(left: TreeHash, right: TreeHash): TreeHash {
  return hash('sha256', Buffer.concat([nodeMark, left, right]), 'buffer');
}

/** The id of a key of signed notes: eight hex digits. `type` names the form of its signatures. */
export function noteKeyId(name: string, type: number, publicKey: Buffer): string {
  const named = Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([type]), publicKey]);
  return hash('sha256', named, 'buffer').toString('hex', 0, 4);
}
