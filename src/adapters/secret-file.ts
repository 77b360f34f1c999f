import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const secretBytes = 32;
const secretPattern = /^[0-9a-f]{64}$/;

/** The file of a secret, and what is lost with it. */
interface Secret {
  readonly file: string;
  readonly loss: string;
}

const pepper: Secret = { file: 'key-pepper', loss: 'no API key will be known any more' };
const readModels: Secret = { file: 'read-models-key', loss: 'delete the read models, which are folded again' };
const checkpoint: Secret = { file: 'checkpoint-key', loss: 'delete it: later checkpoints have another key' };
const content: Secret = { file: 'content-key', loss: 'no kept content can be read any more' };

/**
 * The secret that keys the hashes of API keys: the configured one, 64 hex digits, or else the one that the file
 * `key-pepper` of the data directory holds, which the first process to need it makes. Without it every key is unknown:
 * it belongs into the backup, apart from the ledger's.
 *
 * Raises {@link SecretFileUnusable} when the file holds anything else, when everyone may read it, and when it is
 * missing where none may be made.
 */
export function keyPepper(dataDir: string, configured: string | null = null, mayMake = true): Buffer {
  return configured === null
    ? inFile(dataDir, pepper, mayMake)
    : secretIn(configured, 'the configured key pepper', pepper);
}

/**
 * The key that seals contents where none is configured: the file `content-key` of the data directory, made like the
 * pepper and to be kept like it. Raises {@link SecretFileUnusable}.
 */
export function contentKey(dataDir: string, mayMake = true): Buffer {
  return inFile(dataDir, content, mayMake);
}

/**
 * The secret of the key that signs checkpoints, made and read like the pepper. Another one may take its place: checkpoints
 * keep the signatures that they have, and whoever checks them must learn the new key. Raises {@link SecretFileUnusable}.
 */
export function checkpointKey(dataDir: string, configured: string | null = null): Buffer {
  return configured === null
    ? inFile(dataDir, checkpoint, true)
    : secretIn(configured, 'the configured checkpoint key', checkpoint);
}

/**
 * The key of the digests of read models: the file `read-models-key` of the data directory, made with them. It needs no
 * backup, because read models can be folded again. Raises {@link SecretFileUnusable}.
 */
export function readModelsKey(dataDir: string): Buffer {
  return inFile(dataDir, readModels, true);
}

/** The same for a reader who may not have it, and only compares: `null`. */
export function readableReadModelsKey(dataDir: string): Buffer | null {
  try {
    return read(join(dataDir, readModels.file), readModels);
  } catch {
    return null;
  }
}

function inFile(dataDir: string, secret: Secret, mayMake: boolean): Buffer {
  const path = join(dataDir, secret.file);
  if (!mayMake && !existsSync(path)) {
    throw new SecretFileUnusable(
      `${path} is missing: restore it from a backup, or ${secret.loss}. If it is lost for good, run \`waybill ledger accept\``,
    );
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) create(path);
  return read(path, secret);
}

/** Creates the file atomically, and only once among several processes: a link never replaces a file. */
function create(path: string): void {
  const draft = `${path}.${randomUUID()}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(secretBytes).toString('hex')}\n`);
    fsyncSync(file);
    linkSync(draft, path);
  } catch (error) {
    if (!isAlreadyThere(error)) throw error;
  } finally {
    closeSync(file);
    unlinkSync(draft);
  }
  syncFolderOf(path);
}

function isAlreadyThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

/** Syncs the directory: other data depends on the secret, so its file name must survive a power loss, too. */
function syncFolderOf(path: string): void {
  const folder = openSync(join(path, '..'), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function read(path: string, secret: Secret): Buffer {
  const file = openSync(path, 'r');
  try {
    if ((fstatSync(file).mode & 0o007) !== 0) {
      throw new SecretFileUnusable(`${path} is open to every user of this machine; run: chmod 600 ${path}`);
    }
    return secretIn(readFileSync(file, 'utf8').trim(), path, secret);
  } finally {
    closeSync(file);
  }
}

function secretIn(text: string, source: string, { loss }: Secret): Buffer {
  if (secretPattern.test(text)) return Buffer.from(text, 'hex');
  throw new SecretFileUnusable(`${source} is not 64 hex digits; restore it, or ${loss}`);
}

/** The secret exists but is not usable. Creating another one would silently invalidate all data that depends on it. */
export class SecretFileUnusable extends Error {
  override readonly name = 'SecretFileUnusable';
}
