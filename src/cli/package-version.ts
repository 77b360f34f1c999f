import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of this package. */
export function packageVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8');
  // `as`: this is the project's own file.
  return (JSON.parse(text) as { readonly version: string }).version;
}
