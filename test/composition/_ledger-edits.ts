import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { otherWalletId } from '../_support/recorded-ledger.ts';
import { id, walletId } from '../_support/wallet-vocabulary.ts';
import { closedWalletId, redigested } from './_edited-directory.ts';

/**
 * What a person with SQL and a shell changes in a data directory, and who notices. `docs/differences.md` shows this table,
 * and `edited-ledger.test.ts` makes every edit and holds the table to what it finds.
 */

/** A stopped gateway's data directory, to be edited. */
export interface EditedDirectory {
  readonly path: string;
  /** That of another ledger, made in the same way. */
  readonly other: string;
  readonly log: (sql: string) => void;
  readonly readModels: (sql: string) => void;
  readonly file: (name: string, change: (text: string) => string) => void;
  readonly remove: (...names: readonly string[]) => void;
  /** Every digest is computed anew, and nothing else remembers the old ones. */
  readonly recompute: () => void;
}

export interface LedgerEdit {
  readonly group: string;
  readonly title: string;
  /** What the start says, in a word or two; `–`: it starts. */
  readonly start: string;
  /** The kind of the difference; `refused`: it cannot be read; `–`: verified. */
  readonly verify: string;
  /** What a checkpoint kept elsewhere adds. */
  readonly checkpoint: string;
  readonly edit: (directory: EditedDirectory) => void;
}

export function editedDirectory(path: string, other: string): EditedDirectory {
  const run = (name: string, work: (database: DatabaseSync) => void): void => {
    const database = new DatabaseSync(join(path, name));
    try {
      database.exec('PRAGMA synchronous = OFF');
      work(database);
    } finally {
      database.close();
    }
  };
  const remove = (...names: readonly string[]): void => {
    for (const name of names) rmSync(join(path, name), { force: true });
  };
  return {
    path,
    other,
    log: (sql) => run('ledger.db', (database) => database.exec(sql)),
    readModels: (sql) => run('read-models.db', (database) => database.exec(sql)),
    file: (name, change) => writeFileSync(join(path, name), change(readFileSync(join(path, name), 'utf8'))),
    remove,
    recompute: () => {
      run('ledger.db', redigested);
      remove('identity.json', 'read-models.db');
    },
  };
}

const end = '(SELECT last_position FROM log)';
const nth = (type: string, n = 0): string =>
  `(SELECT position FROM events WHERE type = '${type}' ORDER BY position LIMIT 1 OFFSET ${n})`;
const streamOf = (name: string): string => `(SELECT id FROM streams WHERE name = '${name}')`;
const [first, second, closed] = [walletId, otherWalletId, closedWalletId].map((wallet) => `wallet-${wallet}`) as [
  string,
  string,
  string,
];
const replaced = (position: string, from: string, to: string): string =>
  `UPDATE events SET data = replace(data, '${from}', '${to}') WHERE position = ${position}`;
/** Exchanges a column of two events by way of a value that no event has. */
const swapped = (column: string, a: string, b: string): string => `
  CREATE TEMP TABLE swap AS SELECT ${a} AS a, ${b} AS b,
    (SELECT ${column} FROM events WHERE position = ${a}) AS of_a,
    (SELECT ${column} FROM events WHERE position = ${b}) AS of_b;
  UPDATE events SET ${column} = -1 WHERE position = (SELECT a FROM swap);
  UPDATE events SET ${column} = (SELECT of_a FROM swap) WHERE position = (SELECT b FROM swap);
  UPDATE events SET ${column} = (SELECT of_b FROM swap) WHERE ${column} = -1`;
const cutEnd = `DELETE FROM events WHERE position = ${end}`;
const movedEnd =
  'UPDATE log SET (last_position, digest) = (SELECT position, digest FROM events ORDER BY position DESC)';
/** A copy of an event at the end of its stream and of the log. */
const repeated = (position: string, type = 'type'): string => `
  INSERT INTO events SELECT ${end} + 1, stream_id,
    (SELECT max(revision) + 1 FROM events AS own WHERE own.stream_id = events.stream_id),
    recorded_at, '0c0c0c0c-0c0c-4c0c-8c0c-0c0c0c0c0c0c', ${type}, data, metadata, digest FROM events WHERE position = ${position};
  UPDATE log SET last_position = last_position + 1`;
/** Takes all events of a stream out, and closes up the positions, the numbers of streams and the end. */
const closedUp = (name: string): string => `
  DELETE FROM events WHERE stream_id = ${streamOf(name)};
  CREATE TEMP TABLE placed AS
    SELECT position AS old, row_number() OVER (ORDER BY position) AS new FROM events ORDER BY position;
  UPDATE events SET position = (SELECT new FROM placed WHERE old = position);
  UPDATE log SET last_position = (SELECT max(position) FROM events);
  UPDATE events SET stream_id = stream_id - 1 WHERE stream_id > ${streamOf(name)};
  CREATE TEMP TABLE named AS SELECT id, name FROM streams WHERE name <> '${name}';
  DELETE FROM streams;
  INSERT INTO streams (name) SELECT name FROM named ORDER BY id`;
/** Takes the last event of a stream out, as retention does. */
const removedLast = (name: string): readonly string[] => {
  const last = `(SELECT max(position) FROM events WHERE stream_id = ${streamOf(name)})`;
  return [
    `INSERT INTO removed_events SELECT position, position, digest FROM events WHERE position = ${last}`,
    `DELETE FROM events WHERE position = ${last}`,
  ];
};
const raised = replaced(nth('WalletCredited'), '10.000000000', '1000.000000000');
/** The first charge of 0.125, all that was held, and what makes 0.025 of it. */
const wholeHold = nth('ReservationSettled', 2);
const lowered = `
  UPDATE events SET data = json_set(data, '$.cost_eur', '0.025000000', '$.released_eur', '0.100000000',
    '$.postings[0].amount_eur', '0.025000000',
    '$.postings[1]', json_object('debit_account', 'wallet:${walletId}:reserved', 'credit_account', 'wallet:${walletId}:available', 'amount_eur', '0.100000000'))
  WHERE position = ${wholeHold}`;
const undigested = `UPDATE events SET metadata = json_remove(metadata, '$.digest')`;

type Outcome = readonly [start: string, verify: string, checkpoint?: string];

function edits(
  group: string,
  rows: readonly (readonly [title: string, outcome: Outcome, edit: LedgerEdit['edit']])[],
): readonly LedgerEdit[] {
  return rows.map(([title, [start, verify, checkpoint = '–'], edit]) => ({
    group,
    title,
    start,
    verify,
    checkpoint,
    edit,
  }));
}

const log =
  (...sql: readonly string[]): LedgerEdit['edit'] =>
  (directory) =>
    sql.forEach((statement) => directory.log(statement));
const readModels =
  (...sql: readonly string[]): LedgerEdit['edit'] =>
  (directory) =>
    sql.forEach((statement) => directory.readModels(statement));
/** And every digest is computed anew. */
const recomputed =
  (...sql: readonly string[]): LedgerEdit['edit'] =>
  (directory) => {
    log(...sql)(directory);
    directory.recompute();
  };
const anew =
  (more: LedgerEdit['edit'], ...names: readonly string[]): LedgerEdit['edit'] =>
  (directory) => {
    more(directory);
    directory.remove(...names);
  };

export const ledgerEdits: readonly LedgerEdit[] = [
  ...edits('Content', [
    ['a credit is raised', ['–', '`digest`'], log(raised)],
    [
      'a charge is lowered',
      ['–', '`event_data`'],
      log(replaced(nth('ReservationSettled'), '"cost_eur":"0.0', '"cost_eur":"0.00')),
    ],
    ['a price of a hold is lowered', ['–', '`digest`'], log(replaced(nth('CreditReserved'), '0.25', '0.01'))],
    [
      'the first event of a wallet names another tenant',
      ['streams', '`digest`'],
      log(replaced(nth('WalletOpened'), id('b', 1), id('b', 2))),
    ],
    [
      'the reason of a debit is another',
      ['–', '`digest`'],
      log(replaced(nth('WalletDebited'), '"reason":"', '"reason":"not ')),
    ],
    [
      'the metadata of an event name another actor',
      ['–', '`digest`'],
      log(
        `UPDATE events SET metadata = '{"actor":"cli:nobody",' || substr(metadata, 2) WHERE position = ${nth('WalletDebited')}`,
      ),
    ],
    [
      'a debit becomes a credit',
      ['–', '`event_data`'],
      log(`UPDATE events SET type = 'WalletCredited' WHERE position = ${nth('WalletDebited')}`),
    ],
    [
      'an event gets a new id',
      ['–', '`digest`'],
      log(`UPDATE events SET id = '${id('0', 1)}' WHERE position = ${nth('WalletDebited')}`),
    ],
    [
      'an event gets the id of another',
      ['–', '`digest`'],
      log(`UPDATE events SET id = (SELECT id FROM events WHERE position = 1) WHERE position = ${nth('WalletDebited')}`),
    ],
    [
      'an event is dated back',
      ['–', '`running_digest`'],
      log(`UPDATE events SET recorded_at = recorded_at - 86400000 WHERE position = ${nth('WalletDebited')}`),
    ],
    [
      'the data of an event are no JSON',
      ['–', '`event_data`'],
      log(`UPDATE events SET data = '{' WHERE position = ${nth('WalletDebited')}`),
    ],
    [
      'a sealed content is exchanged',
      ['streams', '`digest`'],
      log(
        `UPDATE events SET data = (SELECT data FROM events WHERE position = ${nth('ContentPart', 1)}) WHERE position = ${nth('ContentPart')}`,
      ),
    ],
    ['a key gets another secret', ['streams', '`digest`'], log(replaced(nth('ApiKeyCreated'), 'abab', 'cdcd'))],
    [
      'a policy is widened',
      ['streams', '`digest`'],
      log(`UPDATE events SET data = json_set(data, '$.allow_all_models', json('true')) WHERE type = 'PolicySet'`),
    ],
  ]),
  ...edits('Digests', [
    [
      'a credit is raised, and its event has no digest',
      ['–', '`digest`'],
      log(raised, `${undigested} WHERE position = ${nth('WalletCredited')}`),
    ],
    ['no event has a digest', ['streams', '`digest`'], log(undigested)],
    [
      'an event has the digest of another',
      ['–', '`digest`'],
      log(
        `UPDATE events SET metadata = (SELECT metadata FROM events WHERE position = 1) WHERE position = ${nth('WalletDebited')}`,
      ),
    ],
    [
      'the last event has no running digest',
      ['history', '`running_digest`'],
      log(`UPDATE events SET digest = NULL WHERE position = ${end}`),
    ],
    [
      'an earlier event has no running digest',
      ['–', '`running_digest`'],
      log('UPDATE events SET digest = NULL WHERE position = 5'),
    ],
    [
      'there are no running digests',
      ['history', '`running_digest`'],
      log('UPDATE events SET digest = NULL; UPDATE log SET digest = NULL'),
    ],
    [
      'they are empty, and nothing else remembers them',
      ['last event', '`digest`'],
      anew(
        log(raised, undigested, `UPDATE events SET digest = ''; UPDATE log SET digest = ''`),
        'identity.json',
        'read-models.db',
      ),
    ],
    ['the layout is said to be an older one', ['file', 'refused'], log('PRAGMA user_version = 1')],
  ]),
  ...edits('Order and position', [
    ['two events of a wallet change places', ['–', '`revision`'], log(swapped('revision', '3', '4'))],
    [
      'two events of different wallets change places',
      ['–', '`wallet_opening`'],
      log(
        swapped(
          'position',
          `(SELECT position FROM events WHERE stream_id = ${streamOf(second)} AND revision = 1)`,
          '3',
        ),
      ),
    ],
    [
      'an event moves to another wallet',
      ['–', '`wallet_opening`'],
      log(`UPDATE events SET stream_id = ${streamOf(second)}, revision = 99 WHERE position = ${nth('WalletDebited')}`),
    ],
    ['a credit is repeated at the end', ['last event', '`movement_repeated`'], log(repeated(nth('WalletCredited')))],
    [
      'an event of a later version is added at the end',
      ['last event', '`event_type`'],
      log(repeated(nth('WalletCredited'), `'FromTheFuture'`)),
    ],
    [
      'the last event moves up',
      ['history', '`missing`'],
      log(
        `UPDATE events SET position = position + 1 WHERE position = ${end}; UPDATE log SET last_position = last_position + 1`,
      ),
    ],
    [
      'the end is said to be later',
      ['last event', '`missing`'],
      log('UPDATE log SET last_position = last_position + 1'),
    ],
    ['the end is said to be earlier', ['file', '`missing`'], log('UPDATE log SET last_position = last_position - 1')],
  ]),
  ...edits('Missing events', [
    ['an event in the middle', ['–', '`missing`'], log(`DELETE FROM events WHERE position = ${nth('WalletDebited')}`)],
    [
      'an event in the middle, said to be removed by retention',
      ['–', '`revision`'],
      log(
        `INSERT INTO removed_events SELECT position, position, digest FROM events WHERE position = ${nth('WalletDebited')}`,
        `DELETE FROM events WHERE position = ${nth('WalletDebited')}`,
      ),
    ],
    ['the last event', ['history', '`missing`'], log(cutEnd)],
    [
      'the last event, said to be removed by retention',
      ['last event', '`missing`'],
      log(cutEnd, `INSERT INTO removed_events VALUES (${end}, ${end} + 1, NULL)`),
    ],
    ['the last event, with the end moved', ['older copy', '`missing`'], log(cutEnd, movedEnd)],
    [
      'the last event, with the end moved, without `identity.json`',
      ['streams', '`missing`'],
      anew(log(cutEnd, movedEnd), 'identity.json'),
    ],
    [
      'the last events and their streams, without `identity.json`',
      ['read models', '`projection`'],
      anew(
        log(`DELETE FROM events WHERE position > 44; DELETE FROM streams WHERE id > ${streamOf(closed)} + 1`, movedEnd),
        'identity.json',
      ),
    ],
    [
      'the last events and their streams, with nothing that remembers them',
      ['–', '–', '`checkpoint`'],
      anew(
        log(`DELETE FROM events WHERE position > 44; DELETE FROM streams WHERE id > ${streamOf(closed)} + 1`, movedEnd),
        'identity.json',
        'read-models.db',
      ),
    ],
    [
      'all events of a wallet',
      ['streams', '`missing`'],
      log(`DELETE FROM events WHERE stream_id = ${streamOf(second)}`),
    ],
    [
      'all events of a wallet, said to be removed by retention',
      ['streams', '`missing`'],
      log(
        `INSERT INTO removed_events SELECT position, position, digest FROM events WHERE stream_id = ${streamOf(closed)}`,
        `DELETE FROM events WHERE stream_id = ${streamOf(closed)}`,
      ),
    ],
    [
      'all events of a top-up',
      ['streams', '`topup`'],
      log(`DELETE FROM events WHERE stream_id IN (SELECT id FROM streams WHERE name LIKE 'topup-%')`),
    ],
    ['the payment of a top-up', ['–', '`topup`'], log(`DELETE FROM events WHERE type = 'TopupConfirmed'`)],
    ['the last event of a wallet, said to be removed by retention', ['–', '`missing`'], log(...removedLast(closed))],
    ['the same, with no read models', ['–', '`missing`'], anew(log(...removedLast(closed)), 'read-models.db')],
    [
      'the same, and another stream is said to have had one more',
      ['–', '–', '`checkpoint`'],
      anew(
        log(
          ...removedLast(closed),
          `UPDATE streams SET revision_floor = 1 WHERE name = (SELECT min(name) FROM streams WHERE name LIKE 'content-%')`,
        ),
        'read-models.db',
      ),
    ],
    [
      'an event that is there is said to be removed',
      ['–', '`missing`'],
      log(
        `INSERT INTO removed_events SELECT position, position, digest FROM events WHERE position = ${nth('WalletDebited')}`,
      ),
    ],
    [
      'more were removed by retention than there were',
      ['–', '`missing`'],
      log(
        `INSERT INTO removed_events SELECT last_position + 1, last_position + 5, digest FROM log`,
        'UPDATE log SET last_position = last_position + 5',
      ),
    ],
  ]),
  ...edits('Streams', [
    [
      'a wallet gets another name',
      ['streams', '`stream_name`'],
      log(`UPDATE streams SET name = 'wallet-${id('a', 9)}' WHERE name = '${first}'`),
    ],
    [
      'two wallets exchange their names',
      ['streams', '`stream_name`'],
      log(
        `UPDATE streams SET name = 'x' WHERE name = '${first}'; UPDATE streams SET name = '${first}' WHERE name = '${second}'; UPDATE streams SET name = '${second}' WHERE name = 'x'`,
      ),
    ],
    [
      'a wallet gets a name whose events may be removed',
      ['streams', '`stream_name`'],
      log(`UPDATE streams SET name = 'content-x' WHERE name = '${second}'`),
    ],
    ['a wallet has no row', ['streams', '`stream_name`'], log(`DELETE FROM streams WHERE name = '${second}'`)],
    [
      'the newest stream has no row',
      ['streams', '`stream_name`'],
      log('DELETE FROM streams WHERE id = (SELECT max(id) FROM streams)'),
    ],
    [
      'a wallet hides its first events',
      ['streams', '`hidden`'],
      log(`UPDATE streams SET truncate_before = 2 WHERE name = '${first}'`),
    ],
    [
      'a wallet keeps its newest events only',
      ['streams', '`hidden`'],
      log(`UPDATE streams SET max_count = 1 WHERE name = '${first}'`),
    ],
    [
      'a wallet is deleted',
      ['streams', '`hidden`'],
      log(`UPDATE streams SET state = 'tombstoned', hidden_before = 30 WHERE name = '${first}'`),
    ],
    [
      'a wallet is said to be longer',
      ['streams', '`hidden`'],
      log(`UPDATE streams SET revision_floor = 99 WHERE name = '${first}'`),
    ],
    [
      'a name without events is added',
      ['streams', '`missing`'],
      log(`INSERT INTO streams (name) VALUES ('wallet-${id('a', 9)}')`),
    ],
  ]),
  ...edits('With every digest computed anew, and nothing else that remembers them', [
    ['a credit is raised', ['–', '–', '`checkpoint`'], recomputed(raised)],
    [
      'a charge is lowered',
      ['–', '`reservation_amount`'],
      recomputed(replaced(nth('ReservationSettled'), '0.000425', '0.000400')),
    ],
    [
      'a price of a hold is lowered',
      ['–', '`charge_price`'],
      recomputed(replaced(nth('CreditReserved'), '0.25', '0.01')),
    ],
    [
      'a quantity of a charge is lowered',
      ['–', '`charge_line`'],
      recomputed(replaced(nth('ReservationSettled'), '"quantity":200', '"quantity":20')),
    ],
    ['a charge of a whole hold is lowered, and the rest is given back', ['–', '`charge_sum`'], recomputed(lowered)],
    [
      'the same, and a person is said to have entered the amount',
      ['–', '`charge_price`'],
      recomputed(lowered, replaced(wholeHold, '"usage_source":"hold"', '"usage_source":"operator"')),
    ],
    [
      'the same, and this person is named as the one who decided',
      ['–', '–', '`checkpoint`'],
      recomputed(
        lowered,
        replaced(wholeHold, '"usage_source":"hold"', '"usage_source":"operator"'),
        `UPDATE events SET data = json_set(data, '$.resolved_by', 'operator', '$.actor', 'cli:operator') WHERE position = ${wholeHold}`,
      ),
    ],
    [
      'a debit becomes a credit',
      ['–', '`event_data`'],
      recomputed(`UPDATE events SET type = 'WalletCredited' WHERE position = ${nth('WalletDebited')}`),
    ],
    [
      'a top-up is credited with more than was paid',
      ['–', '`topup`'],
      recomputed(replaced(nth('WalletCredited', 2), '20.000000000', '90.000000000')),
    ],
    [
      'the same, and the top-up says so, but not what its reference was seen for',
      ['–', '`topup`'],
      recomputed(
        replaced(nth('WalletCredited', 2), '20.000000000', '90.000000000'),
        replaced(nth('TopupConfirmed'), '20.000000000', '90.000000000'),
      ),
    ],
    [
      'the same, and everything that tells the payment says so, but not what it took of its bank entry',
      ['–', '`bank_entry`'],
      recomputed(
        ...['TopupConfirmed', 'PaymentReceived', 'TopupCredited'].map((type) =>
          replaced(nth(type), '20.000000000', '90.000000000'),
        ),
        replaced(nth('WalletCredited', 2), '20.000000000', '90.000000000'),
      ),
    ],
    [
      'the same, and what it took of its bank entry too, but not a closed bill',
      ['–', '`bill`'],
      recomputed(
        ...['TopupConfirmed', 'PaymentReceived', 'TopupCredited'].map((type) =>
          replaced(nth(type), '20.000000000', '90.000000000'),
        ),
        `UPDATE events SET data = replace(data, '20.000000000', '90.000000000') WHERE type = 'BankEntryClaimed'`,
        `UPDATE streams SET name = replace(name, '20.000000000', '90.000000000') WHERE name LIKE 'bank-entry-%'`,
        replaced(nth('WalletCredited', 2), '20.000000000', '90.000000000'),
      ),
    ],
    [
      'a credit names a top-up that nobody paid',
      ['–', '`topup`'],
      recomputed(replaced(nth('WalletCredited', 2), id('6', 1), id('6', 9))),
    ],
    [
      'a transfer arrives with more than was sent',
      ['–', '`transfer`'],
      recomputed(replaced(nth('WalletCredited', 3), '2.000000000', '9.000000000')),
    ],
    [
      'a closing says more',
      ['–', '`closing`'],
      recomputed(replaced(nth('WalletPeriodClosed'), '20.000000000', '90.000000000')),
    ],
    [
      'the id of a credit that a closing left out is not kept',
      ['–', '`kept_id`'],
      recomputed(closedUp(`credit-${closedWalletId}-${id('f', 21)}`)),
    ],
    ['a credit is repeated at the end', ['–', '`movement_repeated`'], recomputed(repeated(nth('WalletCredited')))],
    [
      'a release is repeated at the end',
      ['–', '`reservation_not_open`'],
      recomputed(repeated(nth('ReservationReleased'))),
    ],
    ['a wallet is opened twice', ['–', '`wallet_opening`'], recomputed(repeated(nth('WalletOpened')))],
    [
      'an event of a later version is added at the end',
      ['–', '`event_type`'],
      recomputed(repeated(nth('WalletCredited'), `'FromTheFuture'`)),
    ],
    [
      'a charge comes before its hold',
      ['–', '`reservation_not_open`'],
      recomputed(swapped('revision', '3', '4'), swapped('position', '3', '4')),
    ],
    [
      'a wallet gets another name',
      ['–', '`stream_name`'],
      recomputed(`UPDATE streams SET name = 'wallet-${id('a', 9)}' WHERE name = '${first}'`),
    ],
    [
      'a sealed content is exchanged',
      ['–', '`content_digest`'],
      recomputed(
        `UPDATE events SET data = (SELECT data FROM events WHERE position = ${nth('ContentPart', 1)}) WHERE position = ${nth('ContentPart')}`,
      ),
    ],
    [
      'an event is dated back',
      ['–', '–', '`checkpoint`'],
      recomputed(`UPDATE events SET recorded_at = recorded_at - 86400000 WHERE position = ${nth('WalletDebited')}`),
    ],
    [
      'an event of a closed month is dated back',
      ['–', '`bill`'],
      recomputed(
        `UPDATE events SET recorded_at = recorded_at - 86400000 WHERE stream_id = ${streamOf(second)} AND revision = 1`,
      ),
    ],
    [
      'a bill closes with another amount',
      ['–', '`bill`'],
      recomputed(`UPDATE events SET data = json_set(data, '$.closing_eur', '1.000000000') WHERE type = 'BillClosed'`),
    ],
    [
      'a key gets another secret',
      ['–', '–', '`checkpoint`'],
      recomputed(replaced(nth('ApiKeyCreated'), 'abab', 'cdcd')),
    ],
    [
      'the changes of the configuration are gone',
      ['–', '–', '`checkpoint`'],
      recomputed(closedUp('configuration-gateway')),
    ],
  ]),
  ...edits('Tables', [
    [
      'a trigger drops what is charged',
      ['file', 'refused'],
      log(
        `CREATE TRIGGER free BEFORE INSERT ON events WHEN NEW.type = 'ReservationSettled' BEGIN SELECT RAISE(IGNORE); END`,
      ),
    ],
    [
      'a view stands before the events',
      ['file', 'refused'],
      log('ALTER TABLE events RENAME TO hidden; CREATE VIEW events AS SELECT * FROM hidden'),
    ],
    [
      'an index has only some events',
      ['file', 'refused'],
      log(
        'DROP INDEX events_by_stream',
        `CREATE UNIQUE INDEX events_by_stream ON events (stream_id, revision) WHERE type <> 'WalletDebited'`,
      ),
    ],
    ['the index is gone', ['file', 'refused'], log('DROP INDEX events_by_stream')],
    ['a column is added', ['file', 'refused'], log('ALTER TABLE events ADD COLUMN shown TEXT')],
    [
      'a trigger of the read models keeps a policy away',
      ['read models', 'refused'],
      readModels(
        `CREATE TRIGGER wide AFTER INSERT ON documents WHEN NEW.projection = 'policies' BEGIN DELETE FROM documents WHERE key = NEW.key; END`,
      ),
    ],
  ]),
  ...edits('Read models', [
    [
      'a balance is raised',
      ['when it is read', '`projection`'],
      readModels(
        `UPDATE documents SET document = replace(document, '"credited_eur":"', '"credited_eur":"9') WHERE projection LIKE 'wallet-balances%'`,
      ),
    ],
    [
      'a key is no longer limited',
      ['when it is read', '`projection`'],
      readModels(
        `UPDATE documents SET document = json_set(document, '$.allow_all_models', json('true')) WHERE projection LIKE 'api-keys%'`,
      ),
    ],
    ['a policy is gone', ['–', '`projection`'], readModels(`DELETE FROM documents WHERE projection LIKE 'policies%'`)],
    [
      'a wallet is added',
      ['when it is read', '`projection`'],
      readModels(
        `INSERT INTO documents SELECT projection, 'x', lookup, document, digest FROM documents WHERE key = '${walletId}' AND projection LIKE 'wallet-balances%'`,
      ),
    ],
    [
      'a balance is that of another wallet',
      ['when it is read', '`projection`'],
      readModels(
        `UPDATE documents SET (document, digest) = (SELECT document, digest FROM documents WHERE projection LIKE 'wallet-balances%' AND key = '${walletId}') WHERE projection LIKE 'wallet-balances%' AND key = '${otherWalletId}'`,
      ),
    ],
    [
      'a key is found by another secret',
      ['when it is read', '`projection`'],
      readModels(`UPDATE documents SET lookup = '${'cd'.repeat(32)}' WHERE projection LIKE 'api-keys%'`),
    ],
    [
      'the documents have no digests',
      ['when it is read', '`projection`'],
      readModels(`UPDATE documents SET digest = ''`),
    ],
    [
      'a document is no JSON',
      ['when it is read', '`projection`'],
      readModels(`UPDATE documents SET document = '{' WHERE projection LIKE 'api-keys%'`),
    ],
    [
      'a checkpoint is later',
      ['read models', '`projection`'],
      readModels(`UPDATE checkpoints SET position = position + 1 WHERE projection LIKE 'open-topups%'`),
    ],
    [
      'a checkpoint is beyond the ledger',
      ['read models', '`projection`'],
      readModels(`UPDATE checkpoints SET position = 999 WHERE projection LIKE 'usage%'`),
    ],
    [
      'a checkpoint is earlier',
      ['read models', '`projection`'],
      readModels(`UPDATE checkpoints SET position = 10 WHERE projection LIKE 'usage%'`),
    ],
    [
      'a stream is said to wait',
      ['read models', '`projection`'],
      readModels(
        `INSERT INTO waiting_streams VALUES ((SELECT projection FROM checkpoints WHERE projection LIKE 'wallet-balances%'), '${first}', 99, 'Later')`,
      ),
    ],
    ['they name another ledger', ['read models', '–'], readModels(`UPDATE origin SET log_id = 'another'`)],
    ['they name no ledger', ['read models', '–'], readModels('DELETE FROM origin')],
    [
      'they are those of another ledger',
      ['read models', '`projection`'],
      ({ path, other }) => cpSync(join(other, 'read-models.db'), join(path, 'read-models.db')),
    ],
    [
      'the same, with their key',
      ['read models', '`projection`'],
      ({ path, other }) =>
        ['read-models.db', 'read-models-key'].forEach((name) => cpSync(join(other, name), join(path, name))),
    ],
    [
      'their key is another',
      ['read models', '`projection`'],
      ({ path, other }) => cpSync(join(other, 'read-models-key'), join(path, 'read-models-key')),
    ],
    ['their key is gone', ['read models', '–'], ({ remove }) => remove('read-models-key')],
  ]),
  ...edits('Identity, secrets and files', [
    [
      '`identity.json` names another ledger',
      ['another ledger', '–'],
      ({ file }) =>
        file('identity.json', (text) => text.replace(/"id": "."/, '"id": "x"').replace(/"id": "\w/, '"id": "x')),
    ],
    [
      '`identity.json` has no digest',
      ['identity', 'refused'],
      ({ file }) => file('identity.json', (text) => text.replace(/"digest": "[^"]*"/, '"digest": null')),
    ],
    [
      '`identity.json` has another digest',
      ['history', '`running_digest`'],
      ({ file }) => file('identity.json', (text) => text.replace(/"digest": "[^"]*"/, '"digest": "x"')),
    ],
    [
      '`identity.json` has a later position',
      ['older copy', '`missing`'],
      ({ file }) => file('identity.json', (text) => text.replace(/"position": \d+/, '"position": 999')),
    ],
    ['the ledger has another id', ['another ledger', '–'], log(`UPDATE log SET id = 'another'`)],
    [
      'the ledger is another',
      ['another ledger', '`running_digest`'],
      ({ path, other }) => cpSync(join(other, 'ledger.db'), join(path, 'ledger.db')),
    ],
    ['the ledger is gone', ['missing ledger', 'refused'], ({ remove }) => remove('ledger.db')],
    ['the ledger is cut in half', ['file', 'refused'], ({ path }) => truncateSync(join(path, 'ledger.db'), 40_960)],
    [
      'the pepper is another',
      ['secret', '–'],
      ({ file }) => file('key-pepper', () => `${randomBytes(32).toString('hex')}\n`),
    ],
    [
      'the pepper is another, and the ledger does not know the old one',
      ['secret', '–'],
      (directory) => {
        directory.log('DELETE FROM secrets');
        directory.file('key-pepper', () => `${randomBytes(32).toString('hex')}\n`);
      },
    ],
    ['the pepper is gone', ['secret', '–'], ({ remove }) => remove('key-pepper')],
    [
      'the content key is another',
      ['secret', '–'],
      ({ file }) => file('content-key', () => `${randomBytes(32).toString('hex')}\n`),
    ],
  ]),
];
