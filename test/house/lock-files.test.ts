import test from 'ava';
import { manifest, projectFiles, read, separateDependencies, separateFolders } from './_project-files.ts';

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lockPaths = projectFiles.filter((path) => path.endsWith('package-lock.json'));

/** Where Node would look for a package, from the folder of another outwards. */
function placesOf(name: string, from: string): readonly string[] {
  const folders = from === '' ? [] : from.split('/node_modules/');
  const outwards = folders.map((_, index) => `${folders.slice(0, folders.length - index).join('/node_modules/')}/`);
  return [...outwards, ''].map((folder) => `${folder}node_modules/${name}`);
}

/** What packages of a lock file need, optional packages of other platforms too, and the lock file does not have. */
function missingFrom(lockPath: string): readonly string[] {
  const { packages } = JSON.parse(read(lockPath)) as { readonly packages: Readonly<Record<string, LockedPackage>> };
  return Object.entries(packages).flatMap(([path, { dependencies, devDependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter((name) => !placesOf(name, path).some((place) => place in packages))
      .map((name) => `${path} needs ${name}`),
  );
}

test('the lock file of the project lacks no package of any platform, so that npm ci takes it', (t) => {
  t.deepEqual(
    missingFrom('package-lock.json'),
    [],
    'the lock file holds the packages of every platform: run npm install where the registry has them all, and commit it',
  );
});

test('a lock file that lacks packages belongs to tools of the check or of one suite, and to nothing else', (t) => {
  t.deepEqual(
    lockPaths.filter((path) => path !== 'package-lock.json'),
    separateFolders.map((folder) => `${folder}/package-lock.json`),
    `the project has its own lock file, and those of ${separateFolders.join(', ')}: remove the other`,
  );
  for (const name of Object.keys(separateDependencies)) {
    t.false(name in manifest.dependencies || name in manifest.devDependencies, name);
  }
});

test('no lock file names a registry', (t) => {
  for (const path of lockPaths) {
    t.notRegex(read(path), /"resolved"|registry/i, path);
    t.regex(read(path.replace('package-lock.json', '.npmrc')), /^omit-lockfile-registry-resolved=true$/m, path);
    t.notRegex(read(path.replace('package-lock.json', '.npmrc')), /registry\s*=/, path);
  }
});

test('versions of direct dependencies are exact', (t) => {
  const { dependencies, optionalDependencies, devDependencies } = manifest;
  const all = { ...dependencies, ...optionalDependencies, ...devDependencies, ...separateDependencies };
  const loose = Object.entries(all).filter(([, range]) => !/^(npm:.+@)?\d+\.\d+\.\d+$/.test(range));
  t.deepEqual(loose, [], 'direct dependencies are pinned: write the version without ^, ~ or a range');
});

test('start and image install only the dependencies for running', (t) => {
  t.regex(manifest.scripts['start'] ?? '', /^node infra\/install\.mjs --omit=dev && /);
  t.regex(read('infra/Dockerfile'), /^RUN npm ci --omit=dev --omit=optional --ignore-scripts$/m);
});
