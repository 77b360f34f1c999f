import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import {
  ownerName,
  type ConsoleSession,
  type ConsoleSessions,
  type SessionOwner,
  type SessionSettings,
} from '../ports/console-sessions.ts';

const schemaVersion = 1;

const schema = `
  CREATE TABLE IF NOT EXISTS sessions (
    hash TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    owner_name TEXT NOT NULL,
    owner TEXT NOT NULL,
    begun_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    settings TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS sessions_by_owner ON sessions (owner_name, begun_at);
  CREATE TABLE IF NOT EXISTS links (
    hash TEXT PRIMARY KEY,
    actor TEXT NOT NULL,
    ends_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS attempts (
    hash TEXT PRIMARY KEY,
    ends_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS counts (
    passkey TEXT PRIMARY KEY,
    sign_count INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS places (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    origin TEXT NOT NULL
  ) STRICT;
  PRAGMA user_version = ${schemaVersion};
`;

/** How long a call waits for another process that writes, milliseconds. */
const waitMs = 2_000;

const listedMax = 100;

/** The file of the sessions cannot be opened, or holds something else. The message says what to do. */
export class ConsoleSessionsUnusable extends Error {
  override readonly name = 'ConsoleSessionsUnusable';
}

/**
 * Sessions in one SQLite file, shared by the processes of a data directory; `null`: in memory. The file and its folder are
 * created when absent, readable by their owner only. A call reads or writes one row, and takes some 20 µs. Raises
 * {@link ConsoleSessionsUnusable}; a call later raises what SQLite raises.
 */
export function openSqliteConsoleSessions(path: string | null): ConsoleSessions {
  try {
    if (path !== null) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      // SQLite gives its journal the mode of the file.
      closeSync(openSync(path, 'a', 0o600));
    }
    return sessionsIn(path ?? ':memory:');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConsoleSessionsUnusable(
      `the sessions of the console, ${path}, cannot be opened: ${reason} (if not the disk or its rights are at fault, stop all gateways, delete it and start again: people log in again)`,
      { cause: error },
    );
  }
}

function sessionsIn(path: string): ConsoleSessions {
  const database = new DatabaseSync(path, { timeout: waitMs });
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${schema}`);
  const insert = database.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)');
  const find = database.prepare('SELECT * FROM sessions WHERE hash = ?');
  const see = database.prepare('UPDATE sessions SET seen_at = ? WHERE id = ?');
  const set = database.prepare('UPDATE sessions SET settings = ? WHERE id = ?');
  const list = database.prepare(
    `SELECT * FROM sessions WHERE owner_name = ? ORDER BY begun_at DESC LIMIT ${listedMax}`,
  );
  const end = database.prepare('DELETE FROM sessions WHERE id = ?');
  const sweep = database.prepare('DELETE FROM sessions WHERE begun_at < ? OR seen_at < ?');
  const sweepLinks = database.prepare('DELETE FROM links WHERE ends_at < ?');
  const addLink = database.prepare('INSERT INTO links VALUES (?, ?, ?)');
  const takeLink = database.prepare('DELETE FROM links WHERE hash = ? RETURNING actor, ends_at');
  const sweepAttempts = database.prepare('DELETE FROM attempts WHERE ends_at < ?');
  const takeOnce = database.prepare('INSERT OR IGNORE INTO attempts VALUES (?, ?)');
  const countOn = database.prepare(`
    INSERT INTO counts VALUES (?, ?)
    ON CONFLICT (passkey) DO UPDATE SET sign_count = excluded.sign_count
    WHERE excluded.sign_count > sign_count OR (excluded.sign_count = 0 AND sign_count = 0)`);
  const setOrigin = database.prepare('INSERT OR REPLACE INTO places VALUES (1, ?)');
  const origin = database.prepare('SELECT origin FROM places');
  return {
    begin: ({ id, owner, begunAt, seenAt, settings }, hash) => {
      insert.run(hash, id, ownerName(owner), JSON.stringify(owner), begunAt, seenAt, JSON.stringify(settings));
    },
    find: (hash) => sessionIn(find.get(hash)),
    see: (id, at) => void see.run(at, id),
    set: (id, settings) => void set.run(JSON.stringify(settings), id),
    list: (owner) => list.all(owner).flatMap((row) => sessionIn(row) ?? []),
    end: (id) => void end.run(id),
    sweep: ({ begun, seen, now }) => {
      sweep.run(begun, seen);
      sweepLinks.run(now);
      sweepAttempts.run(now);
    },
    addLink: ({ hash, actor, endsAt }) => void addLink.run(hash, actor, endsAt),
    takeLink: (hash, { after, upTo }) => {
      const { actor, ends_at } = takeLink.get(hash) ?? {};
      return Number(ends_at) > after && Number(ends_at) <= upTo ? String(actor) : null;
    },
    takeOnce: (hash, endsAt) => takeOnce.run(hash, endsAt).changes === 1,
    countOn: (passkey, signCount) => countOn.run(passkey, signCount).changes === 1,
    setOrigin: (origin) => void setOrigin.run(origin),
    origin: () => {
      const place = origin.get();
      return place === undefined ? null : String(place['origin']);
    },
    close: () => database.close(),
  };
}

function sessionIn(row: Record<string, SQLOutputValue> | undefined): ConsoleSession | null {
  if (row === undefined) return null;
  return {
    id: String(row['id']),
    // `as`: this file wrote it.
    owner: JSON.parse(String(row['owner'])) as SessionOwner,
    begunAt: Number(row['begun_at']),
    seenAt: Number(row['seen_at']),
    settings: JSON.parse(String(row['settings'])) as SessionSettings,
  };
}
