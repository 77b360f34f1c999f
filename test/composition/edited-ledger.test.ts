import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { sqliteLogAudit } from '../../src/adapters/sqlite-event-log/sqlite-log-audit.ts';
import { DataDirectoryIdentity } from '../../src/composition/data-directory-identity.ts';
import { openLedger } from '../../src/composition/opened-ledger.ts';
import { thinnedPrefixes } from '../../src/ledger/stream-names.ts';
import type { LogFault } from '../../src/ports/log-audit.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { credit, open, walletId } from '../_support/wallet-vocabulary.ts';

/** What a person with SQL changes in the files of a stopped gateway, met by its next start and by `verify`. */

interface Attack {
  readonly title: string;
  readonly edit: (directory: string, sql: (statements: string) => void) => void;
  /** What the start says. */
  readonly start: RegExp;
  /** The kind of the difference that the audit names; a pattern: it says why it cannot read. */
  readonly audit: LogFault['kind'] | RegExp;
}

/** A credit of 1,000 instead of 10, without the digest of its event. */
const raised = `data = replace(data, '"10.000000000"', '"1000.000000000"'), metadata = json_remove(metadata, '$.digest')`;
const end = '(SELECT last_position FROM log)';
const cutEnd = /ledger\.db was edited: its last event, at position 3, is missing, or its digest/;

const withoutReadModels = (directory: string): void => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(directory, `read-models.db${suffix}`), { force: true });
};

const rewrittenIdentity = (directory: string, rewritten: (text: string) => string): void => {
  const path = join(directory, 'identity.json');
  writeFileSync(path, rewritten(readFileSync(path, 'utf8')));
};

const attacks: readonly Attack[] = [
  {
    title: 'a raised credit in a ledger without digests, and no read models',
    edit: (directory, sql) => {
      sql(`UPDATE events SET ${raised} WHERE type = 'WalletCredited'`);
      sql('UPDATE events SET digest = NULL');
      sql('UPDATE log SET digest = NULL');
      withoutReadModels(directory);
    },
    start: /has another history than the ledger of/,
    audit: 'running_digest',
  },
  {
    title: 'the same with empty digests, and no record outside the ledger',
    edit: (directory, sql) => {
      sql(`UPDATE events SET ${raised} WHERE type = 'WalletCredited'`);
      sql(`UPDATE events SET digest = ''; UPDATE log SET digest = ''`);
      withoutReadModels(directory);
      rmSync(join(directory, 'identity.json'));
    },
    start: cutEnd,
    audit: 'running_digest',
  },
  {
    title: 'running digests that are gone, and no record outside the ledger',
    edit: (directory, sql) => {
      sql('UPDATE events SET digest = NULL; UPDATE log SET digest = NULL');
      rmSync(join(directory, 'identity.json'));
    },
    start: cutEnd,
    audit: 'running_digest',
  },
  {
    title: 'the digest of the last event that is gone, and no record outside the ledger',
    edit: (directory, sql) => {
      sql(`UPDATE events SET digest = NULL WHERE position = ${end}`);
      rmSync(join(directory, 'identity.json'));
    },
    start: cutEnd,
    audit: 'running_digest',
  },
  {
    title: 'a record outside the ledger without a digest',
    edit: (directory, sql) => {
      sql('UPDATE events SET digest = NULL; UPDATE log SET digest = NULL');
      rewrittenIdentity(directory, (text) => text.replace(/"digest": "[^"]*"/, '"digest": null'));
    },
    start: /identity\.json cannot be read/,
    audit: 'running_digest',
  },
  {
    title: 'a ledger that says it was written before there were digests',
    edit: (_, sql) => sql('UPDATE events SET digest = NULL; UPDATE log SET digest = NULL; PRAGMA user_version = 1'),
    start: /has schema 1, this Waybill knows/,
    audit: /has schema 1, this Waybill knows/,
  },
  {
    title: 'a last event that is missing, and no record outside the ledger',
    edit: (directory, sql) => {
      sql(`DELETE FROM events WHERE position = ${end}`);
      rmSync(join(directory, 'identity.json'));
    },
    start: cutEnd,
    audit: 'missing',
  },
  {
    title: 'a last event that is missing as if retention had removed it',
    edit: (_, sql) => {
      sql(`DELETE FROM events WHERE position = ${end}`);
      sql(`INSERT INTO removed_events VALUES (${end}, ${end} + 1, NULL)`);
    },
    start: cutEnd,
    audit: 'missing',
  },
  {
    title: 'a last event that is missing, with the end of the ledger moved',
    edit: (_, sql) => {
      sql(`DELETE FROM events WHERE position = ${end}`);
      sql('UPDATE log SET (last_position, digest) = (SELECT position, digest FROM events ORDER BY position DESC)');
    },
    start: /ends at position 2, and it had reached 3: it is an older copy/,
    audit: 'missing',
  },
  {
    title: 'a wallet under another name',
    edit: (_, sql) => sql(`UPDATE streams SET name = 'wallet-${randomUUID()}'`),
    start: /stream wallet-.*: its first event was recorded with another name or content/,
    audit: 'digest',
  },
  {
    title: 'a wallet under the name of a stream that may lose its events',
    edit: (_, sql) => sql(`UPDATE streams SET name = 'content-${randomUUID()}'`),
    start: /stream content-.*: its first event was recorded with another name or content/,
    audit: 'digest',
  },
  {
    title: 'a wallet without its row',
    edit: (_, sql) => sql('DELETE FROM streams'),
    start: /1 streams were recorded, and 0 are there/,
    audit: 'digest',
  },
  {
    title: 'a wallet that hides its first events',
    edit: (_, sql) => sql('UPDATE streams SET truncate_before = 2'),
    start: /stream wallet-.*: a rule hides some of its events/,
    audit: 'hidden',
  },
  {
    title: 'a wallet that is deleted',
    edit: (_, sql) => sql(`UPDATE streams SET state = 'tombstoned', hidden_before = 3`),
    start: /stream wallet-.*: a rule hides some of its events/,
    audit: 'hidden',
  },
  {
    title: 'a name that has no events',
    edit: (_, sql) => sql(`INSERT INTO streams (name) VALUES ('wallet-${randomUUID()}')`),
    start: /stream wallet-.*: it has no events/,
    audit: 'missing',
  },
];

for (const { title, edit, start, audit } of attacks) {
  test(`the start refuses, and verify names: ${title}`, async (t) => {
    const directory = await stoppedLedger(t);
    const path = join(directory, 'ledger.db');
    const reached = new DataDirectoryIdentity(directory).ledger;
    t.like(reached, { position: 3 });
    t.is((await sqliteLogAudit(path, reached)({ thinnedPrefixes })).fault, null);
    edit(directory, (statements) => {
      using database = new DatabaseSync(path);
      database.exec(statements);
    });
    await t.throwsAsync(openLedger({ dataDir: directory, engine: 'sqlite' }), { message: start });
    const audited = sqliteLogAudit(path, reached)({ thinnedPrefixes });
    if (typeof audit === 'string') t.is((await audited).fault?.kind, audit);
    else await t.throwsAsync(audited, { message: audit });
  });
}

/** A ledger of three events, as a gateway leaves it. */
async function stoppedLedger(t: ExecutionContext): Promise<string> {
  const dataDir = scratchFolder(t);
  const ledger = await openLedger({ dataDir, engine: 'sqlite' });
  for (const command of [open, credit('10', randomUUID()), credit('5', randomUUID())]) {
    const answer = await ledger.wallets.execute(walletId, command);
    if (!answer.accepted) throw new Error(`${command.type} was refused: ${answer.refusal}`);
  }
  await ledger.close();
  const reopened = await openLedger({ dataDir, engine: 'sqlite' });
  await reopened.close();
  return dataDir;
}
