import { randomBytes, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Middleware } from 'koa';
import { configuredIssuers } from './configured-issuers.ts';
import { openSqliteConsoleSessions } from '../../adapters/sqlite-console-sessions.ts';
import type { AdminServerDeps } from '../../admin/admin-server.ts';
import type { Config } from '../../config.ts';
import { PeopleLogIns } from '../../admin/log-ins/people-log-ins.ts';
import { addressOf } from '../../console/address-of.ts';
import { consoleRoutes } from '../../console/console-routes.ts';
import { Attempts } from '../../console/log-ins/attempts.ts';
import { Sessions } from '../../console/sessions/sessions.ts';
import type { ConsoleSessions } from '../../ports/console-sessions.ts';
import type { PasskeyVerifier } from '../../ports/passkey-verifier.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';

/** File in the data directory, mode 0600: hashes of the secrets of sessions, and whose they are. */
const sessionsFile = 'console-sessions.db';

export interface OpenConsole {
  /** Serves the pages. */
  readonly pages: Middleware;
  /** Notes where this console is called, for the links of commands. */
  listens(origin: string): void;
  /** A link that begins a session once, within a minute; `null`: no loopback address leads here. */
  link(actor: string): string | null;
  close(): void;
}

/** The sessions of a data directory, which its gateways and commands share; of a ledger in memory, those of this process. */
export function openConsoleSessions(config: Pick<Config, 'dataDir' | 'ledger'>): ConsoleSessions {
  return openSqliteConsoleSessions(config.ledger.engine === 'memory' ? null : join(config.dataDir, sessionsFile));
}

/** The console of a gateway. Raises what the storage of sessions raises. */
export function openConsole(config: Config, management: AdminServerDeps): OpenConsole {
  const stored = openConsoleSessions(config);
  const sessions = sessionsOn(stored, management.admin.keyHasher);
  const publicUrl = config.admin.public_url ?? null;
  let place: string | null = null;
  return {
    pages: consoleRoutes({
      ...management,
      sessions,
      attempts: new Attempts({ ...management.admin, stored }),
      people: new PeopleLogIns(management),
      passkeyVerifier,
      issuers: configuredIssuers(config),
      publicUrl: () => publicUrl,
      inferenceUrl: inferenceUrlOf(config),
    }),
    listens: (origin) => {
      place = loopbackOrigin(origin);
      if (place !== null) stored.setOrigin(place);
    },
    link: (actor) => (place === null ? null : linkAt(place, sessions, actor)),
    close: () => stored.close(),
  };
}

/** Most starts never see a passkey, and the package takes a tenth of a second. */
async function passkeyVerifier(): Promise<PasskeyVerifier> {
  const adapter = await import('../../adapters/simplewebauthn-passkey-verifier.ts');
  return adapter.createSimplewebauthnPasskeyVerifier();
}

/**
 * Where people open the console: its public address, else this machine by the name that passkeys need; `null`: that is not
 * known before it listens, or it listens to other addresses alone.
 */
export function configuredOrigin({ admin, adminHost, adminPort }: Pick<Config, 'admin' | 'adminHost' | 'adminPort'>) {
  if (admin.public_url !== undefined) return new URL(admin.public_url).origin;
  if (adminPort === null || adminPort === 0) return null;
  return localhostOf(`http://${adminHost.includes(':') ? `[${adminHost}]` : adminHost}:${adminPort}`);
}

/** The console on this machine by the name that passkeys need; `null`: none listens here. */
export function localhostOf(origin: string): string | null {
  const place = loopbackOrigin(origin);
  return place === null ? null : `http://localhost:${new URL(place).port || '80'}`;
}

/** By which callers on this machine reach models; `null`: the port is chosen later. */
function inferenceUrlOf({ host, port }: Config): string | null {
  if (port === 0) return null;
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}/v1`;
}

/** A link for a command on the data directory; `null`: no gateway has a console there. */
export function consoleLink(stored: ConsoleSessions, keyHasher: KeyHasher, actor: string): string | null {
  const origin = stored.origin();
  return origin === null ? null : linkAt(origin, sessionsOn(stored, keyHasher), actor);
}

function sessionsOn(stored: ConsoleSessions, keyHasher: KeyHasher): Sessions {
  return new Sessions({
    stored,
    keyHasher,
    mintSecret: () => randomBytes(32),
    createId: randomUUID,
    now: () => Date.now(),
  });
}

function linkAt(origin: string, sessions: Sessions, actor: string): string {
  return origin + addressOf('/enter', { token: sessions.link(actor) });
}

/** The origin by which this machine calls a listener; `null`: it listens to another address. */
function loopbackOrigin(origin: string): string | null {
  const url = new URL(origin);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${url.port}`;
  const isLoopback = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  return isLoopback ? origin : null;
}
