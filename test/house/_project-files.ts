import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The repository, as the house tests read it. */
export const root = join(import.meta.dirname, '..', '..');

/** What is made by running or installing, and what tools keep. */
const notOurs = new Set(['node_modules', '.git', '.cache', 'data', '.claude', '.vscode', '.idea']);

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(path) : [relative(root, path).replaceAll(sep, '/')];
  });
}

/** Every file of the project, by its path from the root, sorted. */
export const projectFiles: readonly string[] = walk(root).toSorted();

/** Every TypeScript file below one of the rooms; all of them when none is named. */
export function sources(...rooms: readonly string[]): readonly string[] {
  const isWithin = (path: string): boolean => rooms.length === 0 || rooms.some((room) => path.startsWith(`${room}/`));
  return projectFiles.filter((path) => path.endsWith('.ts') && isWithin(path));
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** The part of `package.json` that is looked at. */
interface Manifest {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly ava: { readonly files: readonly string[]; readonly require: readonly string[] };
}

export const manifest = JSON.parse(read('package.json')) as Manifest;

/** What has a folder and a lock file of its own: the tools of `npm run check`, and the packages of single suites. */
export const separateFolders = [
  'infra/check',
  'infra/console',
  'infra/generated-clients',
  'infra/kafka',
  'infra/tokenizers',
] as const;

/** The packages that are installed there. */
export const separateDependencies: Readonly<Record<string, string>> = Object.assign(
  {},
  ...separateFolders.map((folder) => (JSON.parse(read(`${folder}/package.json`)) as Manifest).dependencies),
);

/** `path:line: text` of every line that breaks a rule: what a failing test shows. */
export function offendingLines(paths: readonly string[], breaks: (line: string) => boolean): string[] {
  return paths.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, index) => (breaks(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
  );
}
