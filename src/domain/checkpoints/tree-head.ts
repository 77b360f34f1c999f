import { treeHashBytes, type TreeHash } from './tree-hash.ts';

/** A tree by its size and root. */
export interface SizedRoot {
  readonly size: number;
  readonly root: TreeHash;
}

/** What a checkpoint says: the origin names the tree, whose first leaves it is about. */
export interface TreeHead extends SizedRoot {
  readonly origin: string;
}

const sizePattern = /^(0|[1-9]\d{0,15})$/;
const originBytes = 8;

/** The origin of the tree that begins with this leaf: no other tree has it. */
export function originOf(firstLeaf: TreeHash): string {
  return `waybill/${firstLeaf.toString('hex', 0, originBytes)}`;
}

/** The text of a checkpoint: C2SP `tlog-checkpoint`, without extension lines. */
export function treeHeadText({ origin, size, root }: TreeHead): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`;
}

/** Reads {@link treeHeadText}; `null`: it is none, or has lines that nobody here wrote. */
export function readTreeHead(text: string): TreeHead | null {
  const [origin = '', size = '', base64 = '', ...rest] = text.split('\n');
  const root = readTreeHash(base64);
  if (origin === '' || rest.length !== 1 || rest[0] !== '' || root === null || !sizePattern.test(size)) return null;
  return Number.isSafeInteger(Number(size)) ? { origin, size: Number(size), root } : null;
}

/** A hash in base64; `null`: the text is none. */
export function readTreeHash(base64: string): TreeHash | null {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length === treeHashBytes && bytes.toString('base64') === base64 ? bytes : null;
}
