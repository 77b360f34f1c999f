import { createAdminServer, adminPrefix, type AdminServerDeps } from '../admin/admin-server.ts';
import { OpenStreams } from '../admin/following/open-streams.ts';
import { freeSurfaces } from '../catalogue/free-surfaces.ts';
import type { Config } from '../config.ts';
import { listen } from '../http/http-listener.ts';
import { configuredOrigin, openConsole } from './console/open-console.ts';
import { createCaller, createCallerAdmission } from '../pipeline/caller-access.ts';
import type { ContentCipher } from '../ports/content-cipher.ts';
import type { Directory } from '../ports/directory.ts';
import { adminDeps } from './admin-deps.ts';
import { configuredCatalogue, namesOfProfiles, pricedProfiles, publicProfiles } from './catalogue.ts';
import type { Edition, EditionBase } from './configuration/edition.ts';
import type { OpenedLedger } from './opened-ledger.ts';
import { targetStatuses } from './target-statuses.ts';

export interface Management {
  /** URL of the management API; `null`: there is no such listener. */
  readonly adminUrl: string | null;
  /** A link that begins a session of the console once; `null`: there is no console on this machine. */
  consoleLink(actor: string): string | null;
  /** Accepts no new connections. */
  shut(): void;
  close(): Promise<void>;
}

interface Served {
  readonly ledger: OpenedLedger;
  readonly cipher: ContentCipher;
  readonly directory: Directory;
  readonly base: EditionBase;
  /** The current edition of the configuration. */
  readonly current: Pick<Edition, 'config' | 'billingRecords'>;
}

/** Counts the callers together with those of the public listener. */
export function adminServerDeps(config: Config, { ledger, cipher, directory, base, current }: Served): AdminServerDeps {
  const { pipeline, surfaces } = base;
  const catalogue = configuredCatalogue(config);
  return {
    admin: adminDeps(ledger, pipeline.keyHasher, {
      publicProfiles: () => publicProfiles(current.config),
      protectsPeople: () => current.config.personal_data !== undefined,
      knownNames: () => namesOfProfiles(current.config),
      pricedProfiles: () => pricedProfiles(current.config),
      sealSecret: async (plain, associated) => cipher.seal(plain, associated),
      bankAccount: () => current.config.bank_account ?? null,
      consoleOrigin: () => Promise.resolve(configuredOrigin(config)),
      targets: () => Promise.resolve(targetStatuses(config.dataDir)),
      billingRecords: { lookUp: (upstream, reference) => current.billingRecords.lookUp(upstream, reference) },
    }),
    telemetry: pipeline.telemetry,
    directory,
    admission: surfaces.admission,
    bodies: surfaces.bodies,
    streams: {
      open: new OpenStreams(),
      closing: surfaces.admission.closing,
      stallMsMax: config.server.write_stall_ms_max,
    },
    identify: createCaller({ ...pipeline, catalogue, isManagement: true }),
    callerAdmission: createCallerAdmission({
      ...pipeline,
      freeSurfaces: freeSurfaces(catalogue),
      get creditHints() {
        return current.config.credit_hint;
      },
    }),
  };
}

/** Opens the listener of the management API, unless it is off. Raises `AddressUnusable`. */
export async function startManagement(config: Config, deps: AdminServerDeps): Promise<Management> {
  if (config.adminPort === null) {
    return { adminUrl: null, consoleLink: () => null, shut: () => undefined, close: async () => undefined };
  }
  const pages = openConsole(config, deps);
  const listener = await listen(createAdminServer(deps, pages.pages).callback(), {
    host: config.adminHost,
    port: config.adminPort,
    portVariable: 'WAYBILL_ADMIN_PORT',
    hostVariable: 'WAYBILL_ADMIN_HOST',
    requestTimeoutMs: config.server.request_timeout_ms,
    headersTimeoutMs: config.server.headers_timeout_ms,
    keepAliveTimeoutMs: config.server.keep_alive_timeout_ms,
    connectionsMax: config.server.connections_max,
    telemetry: deps.telemetry,
  });
  pages.listens(listener.origin);
  return {
    adminUrl: listener.origin + adminPrefix,
    consoleLink: (actor) => pages.link(actor),
    shut: () => listener.shut(),
    close: async () => {
      await listener.close(0);
      pages.close();
    },
  };
}
