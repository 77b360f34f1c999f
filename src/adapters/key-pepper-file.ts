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

const pepperBytes = 32;
const pepperPattern = /^[0-9a-f]{64}$/;

/**
 * The secret that keys the hashes of API keys: the configured one, 64 hex digits, or else the one that the file
 * `key-pepper` of the data directory holds, which the first process to need it makes. Without it every key is unknown:
 * it belongs into the backup, apart from the ledger's.
 *
 * Raises {@link KeyPepperUnusable} when the file holds anything else, or when everyone may read it.
 */
export function keyPepper(dataDir: string, configured: string | null = null): Buffer {
  if (configured !== null) return pepperIn(configured, 'the configured key pepper');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'key-pepper');
  if (!existsSync(path)) create(path);
  return read(path);
}

/** The file appears whole or not at all, and only one of several processes makes it: a link never replaces a file. */
function create(path: string): void {
  const draft = `${path}.${randomUUID()}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(pepperBytes).toString('hex')}\n`);
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

/** Keys are about to be hashed with it: its name, too, has to survive a power loss. */
function syncFolderOf(path: string): void {
  const folder = openSync(join(path, '..'), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function read(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    if ((fstatSync(file).mode & 0o007) !== 0) {
      throw new KeyPepperUnusable(`${path} is open to every user of this machine; run: chmod 600 ${path}`);
    }
    return pepperIn(readFileSync(file, 'utf8').trim(), path);
  } finally {
    closeSync(file);
  }
}

function pepperIn(text: string, source: string): Buffer {
  if (pepperPattern.test(text)) return Buffer.from(text, 'hex');
  throw new KeyPepperUnusable(`${source} is not 64 hex digits; restore it, or no API key will be known any more`);
}

/** There is a key pepper and it may not be used. Making another one would silently void every API key. */
export class KeyPepperUnusable extends Error {
  override readonly name = 'KeyPepperUnusable';
}
