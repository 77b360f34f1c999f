import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** A file that pages load. */
export interface Asset {
  /** With a hash of the bytes, so that it may be kept for ever. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The files of the console, read once. */
export class Assets {
  readonly #byName: ReadonlyMap<string, Asset>;
  readonly #brotli = new Map<Buffer, Buffer>();
  readonly styles: string;
  readonly script: string;
  readonly icon: string;

  constructor() {
    const own = (name: string): Asset => assetOf(join(import.meta.dirname, 'assets', name), name);
    const styles = own('console.css');
    const script = own('console.mjs');
    const icon = own('icon.svg');
    this.#byName = new Map([styles, script, icon].map((asset) => [asset.name, asset]));
    this.styles = styles.name;
    this.script = script.name;
    this.icon = icon.name;
  }

  /** Its bytes as brotli, made when they are first asked for: a start need not wait. */
  brotliOf({ bytes }: Asset): Buffer {
    return this.#brotli.getOrInsertComputed(bytes, brotliCompressSync);
  }

  find(name: string): Asset | null {
    return this.#byName.get(name) ?? null;
  }
}

function assetOf(path: string, name: string): Asset {
  const bytes = readFileSync(path);
  const extension = extname(name);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return {
    name: `${name.slice(0, -extension.length)}-${hash}${extension}`,
    type: types[extension] ?? 'application/octet-stream',
    bytes,
  };
}
