import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** Puts a measured part under its heading in a page of the repository, in place of what it said before. */
export function writePart(page: string, heading: string, text: string): void {
  const path = join(root, page);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const parts = before.split(/^(?=## )/m);
  const part = `## ${heading}\n\n${text}`;
  const place = parts.findIndex((other) => other.startsWith(`## ${heading}\n`));
  if (place === -1) parts.push(`\n${part}`);
  else parts[place] = place === parts.length - 1 ? part : `${part}\n`;
  writeFileSync(path, parts.join(''));
}
