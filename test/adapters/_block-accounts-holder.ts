import { openSqliteBlockAccounts } from '../../src/adapters/sqlite-block-accounts.ts';

/** `<path> <digest>`: tries to remember a digest in a file of another user's, and says what was told and is known. */
const [path = '', digest = ''] = process.argv.slice(2);
const told: string[] = [];
const accounts = openSqliteBlockAccounts({
  path,
  clock: { now: () => 0, isSettled: true },
  telemetry: { warn: (what) => void told.push(what) },
});
accounts.made([digest], 'one');
const known = accounts.madeBy(digest);
accounts[Symbol.dispose]();
process.stdout.write(`${JSON.stringify({ told, known })}\n`);
