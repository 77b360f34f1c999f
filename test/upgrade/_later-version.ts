// A version of this tree that comes after it: it has one more event type, which each credit records, and one more read model.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../_support/scratch-folder.ts';
import type { Teardown } from '../_support/gateway.ts';

const root = join(import.meta.dirname, '..', '..');

/** What runs, and what its types are checked with. */
const copied = ['src', 'projections', 'infra/sandbox-upstream', 'infra/sandbox.yaml', 'package.json', 'tsconfig.json'];

/** `place` is in `path` exactly once, and gets `text` before it. */
const insertions: readonly { readonly path: string; readonly place: string; readonly text: string }[] = [
  {
    path: 'src/domain/wallet-events.ts',
    place: '/** Every event of a wallet stream, by type.',
    text: "const walletNoted = z.strictObject({ note: z.string().max(100).describe('A note.') }).describe('Noted.');\n\n",
  },
  {
    path: 'src/domain/wallet-events.ts',
    place: '  WalletOpened: walletOpened,\n',
    text: '  WalletNoted: walletNoted,\n',
  },
  {
    path: 'src/domain/wallet.ts',
    place: '...liftedByCredit(state));',
    text: "{ type: 'WalletNoted', data: { note: 'credited' } }, ",
  },
  {
    path: 'src/domain/wallet-evolve.ts',
    place: "    case 'WalletAlertSet':\n",
    text: "    case 'WalletNoted':\n      return state;\n",
  },
  {
    path: 'src/domain/integration-event.ts',
    place: "  WalletOpened: { topic: 'ledger'",
    text: '  WalletNoted: null,\n',
  },
  {
    path: 'src/ledger/verify/own-stream.ts',
    place: '  WalletRestricted: anyWallet,\n',
    text: '  WalletNoted: anyWallet,\n',
  },
  {
    path: 'projections/wallet-balances.ts',
    place: "    case 'WalletAlertSet':\n",
    text: "    case 'WalletNoted':\n      return;\n",
  },
  {
    path: 'projections/catalogue.ts',
    place: '/**\n * Every read model',
    text: "import { walletNotes } from './wallet-notes.ts';\n\n",
  },
  { path: 'projections/catalogue.ts', place: '  walletBalances,\n', text: '  walletNotes,\n' },
];

/** The new type is one of those that these leave as they are. */
const unmoved = [
  'src/ledger/verify/verify-postings.ts',
  'src/ledger/verify/verify-wallet.ts',
  'src/domain/lots/wallet-lots.ts',
  'src/domain/lots/with-lots.ts',
  'projections/open-reservations.ts',
  'projections/usage.ts',
];

/** It folds what is long in the log too. */
const readModel = `import type { WalletEvent } from '../src/domain/wallet-events.ts';
import { walletIdOf, walletPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

interface WalletNotes {
  readonly charges: number;
  readonly notes: number;
}

export const walletNotes: Projection<WalletNotes, WalletEvent> = {
  name: 'wallet-notes',
  version: 1,
  streamPrefixes: [walletPrefix],
  eventTypes: new Set(['WalletNoted', 'ReservationSettled']),
  hasStreamsApart: true,
  mayLag: true,
  keyOf: ({ event, stream }) =>
    event.type === 'WalletNoted' || event.type === 'ReservationSettled' ? walletIdOf(stream) : null,
  evolve: (known, { event }) => {
    const { charges, notes } = known ?? { charges: 0, notes: 0 };
    return event.type === 'WalletNoted' ? { charges, notes: notes + 1 } : { charges: charges + 1, notes };
  },
};
`;

/** Makes the later version in a folder that goes with the test. Raises where the tree has moved away from the patch. */
export function laterVersion(t: Teardown): string {
  const folder = scratchFolder(t);
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const { path, place, text } of insertions) insert(join(folder, path), place, text);
  for (const path of unmoved) {
    insertEach(join(folder, path), /^( *)case 'WalletAlertSet':\n/gm, "$1case 'WalletNoted':\n$&");
  }
  writeFileSync(join(folder, 'projections', 'wallet-notes.ts'), readModel);
  assertTypes(folder);
  return folder;
}

function insert(path: string, place: string, text: string): void {
  const before = readFileSync(path, 'utf8');
  if (before.split(place).length !== 2)
    throw new Error(`the patch of the later version does not fit ${path}: ${place}`);
  writeFileSync(
    path,
    before.replace(place, () => text + place),
  );
}

function insertEach(path: string, pattern: RegExp, text: string): void {
  const before = readFileSync(path, 'utf8');
  const after = before.replaceAll(pattern, text);
  if (after === before) throw new Error(`the patch of the later version does not fit ${path}: ${pattern}`);
  writeFileSync(path, after);
}

/** A place where the new type is missing does not compile. */
function assertTypes(folder: string): void {
  const files = globSync(['src/main.ts', 'src/cli/main.ts'], { cwd: folder });
  const config = { extends: './tsconfig.json', files };
  writeFileSync(join(folder, 'tsconfig.patched.json'), JSON.stringify(config));
  try {
    const tsc = join(folder, 'node_modules', 'typescript-7', 'bin', 'tsc');
    execFileSync(process.execPath, [tsc, '--noEmit', '--project', 'tsconfig.patched.json'], {
      cwd: folder,
      encoding: 'utf8',
    });
  } catch (error) {
    const { stdout } = error as { readonly stdout?: string };
    throw new Error(`the patch of the later version does not compile: ${stdout?.slice(0, 2_000) ?? String(error)}`, {
      cause: error,
    });
  }
}
