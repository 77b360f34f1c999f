// `npm run pack`: makes waybill-VERSION.tgz, a package that `npx` starts anywhere. Sources stay without a build: here alone
// types are replaced by blanks, because Node strips none below node_modules. Lines and columns stay those of the sources.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

interface LockedPackage {
  readonly version: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly [member: string]: unknown;
}

const root = join(import.meta.dirname, '..');
const stage = join(root, '.cache', 'pack');

/** The code that runs, and what it reads. */
const code = ['src/**/*.ts', 'projections/**/*.ts', 'infra/sandbox-upstream/*.ts'];
const launcher = 'src/cli/waybill.mjs';
const read = [
  'src/**/*.{mjs,css,svg}',
  'infra/sandbox.yaml',
  'infra/distributed.yaml',
  'infra/audit/{verify.py,verify_pack.py,verify.go,go.mod,go.sum}',
  'README.md',
  'CHANGELOG.md',
];

/** A path in quotes to a file of ours. */
const pathOfTypeScript = /(?<=(['"`])(?:\.{1,2}\/)?[\w./-]+)\.ts(?=\1)/gu;

rmSync(stage, { recursive: true, force: true });
const { version } = manifest();
const running = lockedPackages();
for (const path of globSync(code, { cwd: root })) {
  const plain = stripTypeScriptTypes(text(path), { mode: 'strip' });
  put(path.replace(/\.ts$/u, '.js'), plain.replaceAll(pathOfTypeScript, '.js'));
}
for (const path of globSync(read, { cwd: root })) cpSync(join(root, path), ready(path));
put(launcher, text(launcher).replaceAll(pathOfTypeScript, '.js'));
put('package.json', `${JSON.stringify(packedManifest(), null, 2)}\n`);
put('npm-shrinkwrap.json', `${JSON.stringify(shrinkwrap(), null, 2)}\n`);
const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--pack-destination', root], { cwd: stage, encoding: 'utf8' }),
) as readonly { readonly filename: string; readonly size: number; readonly entryCount: number }[];
if (packed === undefined) throw new Error('npm has packed nothing');
process.stdout.write(
  `${packed.filename}: ${packed.entryCount} files, ${Math.ceil(packed.size / 1_024)} KiB. Try: npx ./${packed.filename} serve\n`,
);

function manifest(): Manifest {
  return JSON.parse(text('package.json')) as Manifest;
}

/**
 * What a user's npm needs to know, and no scripts. Indirect packages are named too, with their versions: npm reads the
 * shrinkwrap of a package that it has from a registry, and not of one that it has from a file.
 */
function packedManifest(): object {
  const { name, description, license, type, bin } = manifest();
  return {
    name,
    version,
    description,
    license,
    type,
    engines: { node: '>=20' },
    bin,
    dependencies: versions(({ optional }) => optional !== true),
    optionalDependencies: versions(({ optional }) => optional === true),
  };
}

/** By name. Of a name with several versions, the one that stands highest in the tree. */
function versions(isMeant: (locked: LockedPackage) => boolean): Readonly<Record<string, string>> {
  const named = running
    .filter(([path, locked]) => path !== '' && isMeant(locked))
    .map(([path, locked]) => path.split('node_modules/').concat(locked.version))
    .toSorted((one, other) => other.length - one.length)
    .map((steps) => steps.slice(-2) as [string, string]);
  return Object.fromEntries(named);
}

/** The lock of what runs, with the integrity of each package, the run-time of each platform included. */
function shrinkwrap(): object {
  return { ...lockFile(), packages: { ...Object.fromEntries(running), '': packedManifest() } };
}

function lockedPackages(): readonly (readonly [string, LockedPackage])[] {
  return Object.entries(lockFile().packages).filter(([, { dev, devOptional }]) => !dev && !devOptional);
}

function lockFile(): { readonly packages: Readonly<Record<string, LockedPackage>> } {
  return JSON.parse(text('package-lock.json')) as { readonly packages: Record<string, LockedPackage> };
}

function text(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function put(path: string, content: string): void {
  writeFileSync(ready(path), content);
}

function ready(path: string): string {
  const place = join(stage, path);
  mkdirSync(dirname(place), { recursive: true });
  return place;
}
