import { globSync } from 'node:fs';

const root = process.cwd();

/**
 * What goes over every byte, every form, every role or every fault, and takes half of the time of all rooms: a server of
 * EventStoreDB that is slow, absent or in election, recordings cut at each place, contents of 64 MiB, an archive whose writer is
 * killed at each call, ten thousand tries to log in, properties of several rooms at once.
 */
const longTests: readonly string[] = [
  'test/{admin,console}/matrix.test.ts',
  'test/console/log-in-tries.test.ts',
  'test/ledger/archive/{archive-writer,verify-archive}.test.ts',
  'test/ledger/read-model-store.test.ts',
  'test/pii-engine/text-threads.test.ts',
  'test/simulation/simulation.test.ts',
  'test/adapters/eventstoredb-*.test.ts',
  'test/adapters/thread-sound-length.test.ts',
  'test/golden/**/*.test.ts',
  'test/ledger/copy-ledger.test.ts',
  'test/ledger/idempotent-requests-engines.test.ts',
  'test/ledger/sealed-contents.test.ts',
  'test/ledger/verify-parts.test.ts',
  'test/ledger/wallet-closings.test.ts',
  'test/ledger/wallet-of-several-gateways.test.ts',
  'test/personal-data/leak-matrix.test.ts',
  'test/personal-data/text-maps/client-types.test.ts',
  'test/personal-data/text-maps/restored-streams.test.ts',
  'test/properties/**/*.test.ts',
  'test/protocols/chat/stream.test.ts',
  'test/protocols/messages/stream.test.ts',
  'test/protocols/requests/known-members.test.ts',
  'test/protocols/streams/restored-texts.test.ts',
  'test/surfaces/cut-streams.test.ts',
  'test/surfaces/form-recordings.test.ts',
  'test/surfaces/uncounted-recordings.test.ts',
];

/**
 * Which test files each script runs. `npm test` leaves what starts whole processes (the gateway, the command `waybill`, the
 * examples) to `npm run test:processes`, and what takes long to `npm run test:long`. The nightly run takes all three.
 */
const suites: Readonly<Record<string, readonly string[]>> = {
  rooms: [
    'test/!(cli|examples|gateway|kafka|agents|install|clock-jumps|upgrade|pages|audit|archive|helm|hledger|beancount|tokenizers|libreoffice|browser)/**/*.test.ts',
    'test/!(main).test.ts',
    ...longTests.map((glob) => `!${glob}`),
  ],
  long: longTests,
  processes: ['test/{cli,examples,gateway}/**/*.test.ts', 'test/main.test.ts'],
};

/** The globs of a suite by its name, those of what it leaves out with `!`; of all suites for `all`. */
export function suiteGlobs(name: string): readonly string[] {
  if (name === 'all') return Object.values(suites).flatMap((globs) => globs.filter((glob) => !glob.startsWith('!')));
  const globs = suites[name];
  if (globs === undefined) throw new RangeError(`no suite is called ${name}: ${Object.keys(suites).join(', ')}, all`);
  return globs;
}

/** The test files that globs match, without those that others of them leave out with `!`; sorted. */
export function filesOf(globs: readonly string[]): readonly string[] {
  const [left, taken] = [globs.filter((glob) => glob.startsWith('!')), globs.filter((glob) => !glob.startsWith('!'))];
  return globSync(taken, { cwd: root, exclude: left.map((glob) => glob.slice(1)) })
    .filter((path) => path.endsWith('.test.ts') && !/(^|\/)_/.test(path))
    .toSorted();
}

/**
 * What `infra/test.ts` was called with: `--suite NAME` or nothing, then anything of AVA's. Test files and globs among it take the
 * suite's place; what is none that there is (`file.test.ts:12`) and a configuration are left to AVA with all the rest.
 */
export function testFiles(given: readonly string[]): {
  readonly files: readonly string[];
  readonly options: readonly string[];
} {
  const [suite, others] = given[0] === '--suite' ? [given[1] ?? '', given.slice(2)] : [null, given];
  const named = others.filter((each) => /^!?test\//.test(each));
  if (others.includes('--config') || named.some((each) => !each.startsWith('!') && filesOf([each]).length === 0)) {
    return { files: [], options: others };
  }
  const globs = named.length > 0 || suite === null ? named : suiteGlobs(suite);
  return { files: filesOf(globs), options: others.filter((each) => !named.includes(each)) };
}
