import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Replaces references in `waybill.yaml`: `${NAME}` by an environment variable, `${file:path}` by a mounted secret. */

const secretBytesMax = 65_536;

export interface Sources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Path of the configuration file: paths of secrets are relative to its directory. */
  readonly path: string;
  /** Is called for each file that is read. */
  readonly onFile?: (path: string) => void;
  /** Creates the error for a reference that cannot be resolved. The message never quotes a value. */
  readonly problem: (message: string) => Error;
}

/**
 * Replaces both in every string, however deep. Raises {@link Sources.problem} for what is not there: for all variables
 * that are not set at once.
 */
export function interpolate(value: unknown, sources: Sources): unknown {
  const missing = new Set<string>();
  const replaced = replacedIn(value, sources, missing);
  if (missing.size === 0) return replaced;
  const names = [...missing].map((name) => `\${${name}}`);
  const are = names.length === 1 ? 'which is not set' : 'which are not set';
  throw sources.problem(`${sources.path} names ${names.join(', ')}, ${are}`);
}

/** Notes in `missing` the variables that are not set. */
function replacedIn(value: unknown, sources: Sources, missing: Set<string>): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{(?:([A-Za-z_][A-Za-z0-9_]*)|file:([^}]+))\}/g, (_, variable = '', file?: string) => {
      if (file !== undefined) return fileOf(file.trim(), sources);
      const replacement = sources.environment[variable];
      if (replacement === undefined) missing.add(variable);
      return replacement ?? '';
    });
  }
  if (Array.isArray(value)) return value.map((item) => replacedIn(item, sources, missing));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replacedIn(item, sources, missing)]));
  }
  return value;
}

/** The content of a file without its final line break, which editors add. */
function fileOf(name: string, { path, onFile, problem }: Sources): string {
  const file = resolve(dirname(path), name);
  onFile?.(file);
  try {
    if (statSync(file).size > secretBytesMax) throw new Error(`it has more than ${secretBytesMax} bytes`);
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    if (text !== '') return text;
  } catch (error) {
    throw problem(
      `${path} names \${file:${name}}, which cannot be read: ${error instanceof Error ? error.message : 'unknown'}`,
    );
  }
  throw problem(`${path} names \${file:${name}}, which is empty`);
}
