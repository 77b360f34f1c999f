import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * How many files share a process. Each process imports the product anew, for a second of the processor; but of too few
 * processes the last one is busy long after all others.
 */
const filesPerProcess = { min: 10, max: 40, processes: 12 } as const;

/** Test files that run in one process. */
export interface TestRoom {
  /** What AVA is given in their place. */
  readonly path: string;
  /** By their paths from the root, in their order. */
  readonly files: readonly string[];
}

const recordOf = (path: string): string => `${path}.record`;

/**
 * Writes rooms for test files, into a folder of this run alone: several for a large folder of `test`, one for small folders
 * together. Large ones come first.
 */
export function writeTestRooms(root: string, files: readonly string[], into: string): readonly TestRoom[] {
  mkdirSync(into, { recursive: true });
  const { min, max, processes } = filesPerProcess;
  const share = Math.min(max, Math.max(min, Math.ceil(files.length / processes)));
  const byFolder = Map.groupBy(files, (file) => /^test\/([^/]+)\//.exec(file)?.[1] ?? '');
  const isLarge = (inFolder: readonly string[]): boolean => inFolder.length * 3 > share;
  const groups = [
    ...[...byFolder].filter(([, inFolder]) => byFolder.size === 1 || isLarge(inFolder)),
    ['', [...byFolder.values()].filter((inFolder) => byFolder.size > 1 && !isLarge(inFolder)).flat()] as const,
  ];
  return groups
    .flatMap(([folder, inFolder]) => {
      const parts = Math.ceil(inFolder.length / share);
      return Array.from({ length: parts }, (_, part) => ({
        folder: join(root, 'test', folder),
        path: join(into, `${folder === '' ? 'test' : folder}${parts > 1 ? `-${part + 1}` : ''}.test.ts`),
        files: inFolder.filter((_, index) => index % parts === part),
      }));
    })
    .toSorted((a, b) => b.files.length - a.files.length)
    .map(({ folder, path, files: inRoom }) => {
      const given = [folder, inRoom.map((file) => join(root, file)), recordOf(path)];
      const call = `await runTestFiles(${given.map((each) => JSON.stringify(each)).join(', ')});`;
      writeFileSync(
        path,
        `import { runTestFiles } from ${JSON.stringify(join(import.meta.dirname, 'test-room.ts'))};\n${call}\n`,
      );
      return { path, files: inRoom };
    });
}

/** What became of the files of a room. */
export interface RoomOutcome {
  /** Each file with the titles of its tests and hooks that failed. */
  readonly failed: readonly { readonly file: string; readonly titles: readonly string[] }[];
  /** The one that was running when the process ended early: by a crash, an exit or a time-out. */
  readonly stopped: readonly string[];
  /** Those behind it, which did not run. */
  readonly left: readonly string[];
}

export function roomOutcome({ path, files }: TestRoom): RoomOutcome {
  const lines = existsSync(recordOf(path)) ? readFileSync(recordOf(path), 'utf8').trimEnd().split('\n') : [];
  const failed = lines.map((line, index) => ({ file: files[index] ?? '', titles: JSON.parse(line) as string[] }));
  return {
    failed: failed.filter(({ titles }) => titles.length > 0),
    stopped: files.slice(lines.length, lines.length + 1),
    left: files.slice(lines.length + 1),
  };
}
