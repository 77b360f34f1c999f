import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether what is measured goes before all else that the machine does: `chrt -f 10` sees to that on Linux. */
export function priorityTold(): string {
  const stat = existsSync('/proc/self/stat') ? readFileSync('/proc/self/stat', 'utf8') : '';
  // Behind the name, which is in parentheses: the 41st of all fields is the policy, 1 for first in, first out.
  const policy = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38];
  return policy === '1' ? ', and gave this way' : '';
}

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

/** Writes a page that is made whole by one command. */
export function writePage(page: string, text: string): void {
  writeFileSync(join(root, page), `${text.trim()}\n`);
}
