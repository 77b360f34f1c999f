import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The stored entry of a string. */
export interface StoredString {
  readonly account: string;
  /** Day of its last use, in days since the Unix epoch. */
  readonly day: number;
}

/** An entry to be written. */
export interface StringChange extends StoredString {
  /** 32 hex digits. */
  readonly key: string;
  /** False: the string was only used, and the account in the file stays. */
  readonly isMade: boolean;
}

/** What one step removes. */
export interface BlockRemoval {
  /** Removes strings last used before this day; `null`: none expires. */
  readonly beforeDay: number | null;
  /** Beyond this number, removes the least recently used strings. */
  readonly stringsMax: number;
  readonly rowsMax: number;
}

const schemaVersion = 1;

/** The file maintains the total itself, because counting a million rows would block the process. */
const schema = `
  CREATE TABLE IF NOT EXISTS accounts (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE IF NOT EXISTS strings (
    digest BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id),
    day INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS strings_by_day ON strings (day);
  CREATE TABLE IF NOT EXISTS totals (strings INTEGER NOT NULL) STRICT;
  INSERT INTO totals SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM totals);
  CREATE TRIGGER IF NOT EXISTS string_added AFTER INSERT ON strings
    BEGIN UPDATE totals SET strings = strings + 1; END;
  CREATE TRIGGER IF NOT EXISTS string_removed AFTER DELETE ON strings
    BEGIN UPDATE totals SET strings = strings - 1; END;
  PRAGMA user_version = ${schemaVersion};
`;

/**
 * The strings of a data directory in one SQLite file, shared by its processes. Never waits for another process: if the
 * file is locked, raises what SQLite raises. Commits do not wait for the disk (`synchronous=NORMAL`).
 */
export class BlockFile {
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof prepareStatements>;

  /** The file and its folder are created when absent, readable by their owner only. Raises when it cannot be used. */
  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    create(path);
    this.#database = new DatabaseSync(path, { timeout: 0 });
    try {
      prepareFile(this.#database);
      this.#statements = prepareStatements(this.#database);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  find(key: string): StoredString | null {
    const row = this.#statements.find.get(Buffer.from(key, 'hex'));
    return row === undefined ? null : { account: String(row['name']), day: Number(row['day']) };
  }

  /** Writes and removes in one transaction. Returns the number of removed rows. */
  write(changes: readonly StringChange[], removal: BlockRemoval): number {
    // Takes the write lock first: SQLite refuses to upgrade a read lock while another process writes.
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      this.#put(changes);
      const removed = this.#remove(removal);
      this.#database.exec('COMMIT');
      return removed;
    } catch (error) {
      // Some failures (a full disk) have ended the transaction already.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** Sets how long to wait for a lock of another process from now on, milliseconds. */
  wait(milliseconds: number): void {
    this.#database.exec(`PRAGMA busy_timeout = ${milliseconds}`);
  }

  close(): void {
    this.#database.close();
  }

  #put(changes: readonly StringChange[]): void {
    const { addAccount, made, used } = this.#statements;
    for (const account of new Set(changes.map((change) => change.account))) addAccount.run(account);
    for (const { key, account, day, isMade } of changes) {
      (isMade ? made : used).run(Buffer.from(key, 'hex'), account, day);
    }
  }

  #remove({ beforeDay, stringsMax, rowsMax }: BlockRemoval): number {
    const { total, removeBefore, removeOldest } = this.#statements;
    const aged = beforeDay === null ? 0 : Number(removeBefore.run(beforeDay, rowsMax).changes);
    const tooMany = Math.min(Number(total.get()?.['strings']) - stringsMax, rowsMax - aged);
    return tooMany > 0 ? aged + Number(removeOldest.run(tooMany).changes) : aged;
  }
}

/**
 * SQLite gives its -wal and -shm files the mode of the main file, so this call covers all three. An existing file is
 * not opened: closing it would drop the locks that another connection of this process holds on it.
 */
function create(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function prepareFile(database: DatabaseSync): void {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  const found = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (found === schemaVersion) return;
  if (found !== 0) throw new Error(`layout ${found} is not the layout ${schemaVersion} of this version of Waybill`);
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(`${schema} COMMIT`);
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function prepareStatements(database: DatabaseSync) {
  const put = 'INSERT INTO strings (digest, account, day) VALUES (?, (SELECT id FROM accounts WHERE name = ?), ?)';
  const removeChosen = 'DELETE FROM strings WHERE digest IN';
  return {
    find: database.prepare('SELECT name, day FROM strings JOIN accounts ON id = account WHERE digest = ?'),
    addAccount: database.prepare('INSERT OR IGNORE INTO accounts (name) VALUES (?)'),
    made: database.prepare(`${put} ON CONFLICT DO UPDATE SET account = excluded.account, day = excluded.day`),
    used: database.prepare(`${put} ON CONFLICT DO UPDATE SET day = excluded.day`),
    total: database.prepare('SELECT strings FROM totals'),
    removeBefore: database.prepare(`${removeChosen} (SELECT digest FROM strings WHERE day < ? ORDER BY day LIMIT ?)`),
    removeOldest: database.prepare(`${removeChosen} (SELECT digest FROM strings ORDER BY day LIMIT ?)`),
  };
}
