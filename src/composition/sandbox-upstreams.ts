import { fork, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxMark, sandboxScriptPath } from '../config.ts';

/** Address and process of one sandbox upstream. */
export interface SandboxUpstreamPlace {
  /** Its name in `infra/sandbox.yaml`. */
  readonly name: string;
  /** Ends in `/v1`. */
  readonly base_url: string;
  /** Its process id, so that users can kill it and watch the failover. */
  readonly pid: number;
}

/** The upstreams of sandbox mode: separate accounts that share the requests of each profile. */
export interface SandboxUpstreams {
  /** The variables that `infra/sandbox.yaml` uses: addresses and credentials of the upstreams. */
  readonly environment: Readonly<Record<string, string>>;
  /** Reports their addresses, now and after each restart of one. */
  onPlaces(listener: (places: readonly SandboxUpstreamPlace[]) => void): void;
  stop(): Promise<void>;
}

const members = [
  {
    name: 'sandbox',
    variable: 'WAYBILL_SANDBOX',
    apiKey: 'sandbox-upstream-key',
    billingRecords: 'sandbox-billing-records.jsonl',
  },
  {
    name: 'spare',
    variable: 'WAYBILL_SPARE',
    apiKey: 'spare-upstream-key',
    billingRecords: 'spare-billing-records.jsonl',
  },
] as const;

const startTimeoutMs = 60_000;
/** Pause before a process is restarted, milliseconds: long enough to see that requests go to the other one. */
const restartMs = 5_000;

/**
 * Starts the sandbox upstreams as separate processes, which end with this one. Their billing records are in the data
 * directory. A process that ends early is restarted at the same address. Raises {@link SandboxUnusable}.
 */
export async function startSandboxUpstreams(
  dataDir: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<SandboxUpstreams> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, sandboxMark), '', { mode: 0o600 });
  const upstreams = members.map(({ name, apiKey, billingRecords }, place) => {
    const port = portAt(environment['SANDBOX_UPSTREAM_PORT'], place);
    const own = {
      SANDBOX_UPSTREAM_PROMPT_CACHE: '1',
      SANDBOX_UPSTREAM_KEY: apiKey,
      SANDBOX_UPSTREAM_BILLING_RECORDS: join(dataDir, billingRecords),
    };
    return new SandboxUpstream(name, { ...environment, ...own, SANDBOX_UPSTREAM_PORT: port });
  });
  const stop = async (): Promise<void> => {
    await Promise.all(upstreams.map((upstream) => upstream.stop()));
  };
  const started = await Promise.allSettled(upstreams.map((upstream) => upstream.start()));
  for (const outcome of started) {
    if (outcome.status === 'fulfilled') continue;
    await stop();
    throw outcome.reason;
  }
  return {
    environment: Object.fromEntries(
      members.flatMap(({ variable, apiKey }, place) => [
        [`${variable}_URL`, upstreams[place]?.place.base_url ?? ''],
        [`${variable}_KEY`, apiKey],
      ]),
    ),
    onPlaces: (listener) => {
      const notify = (): void => listener(upstreams.map(({ place }) => place));
      for (const upstream of upstreams) upstream.onRestart = notify;
      notify();
    },
    stop,
  };
}

/**
 * A configured port is that of the first upstream; the others use the following ones. The listener reports an invalid
 * port.
 */
function portAt(asked: string | undefined, place: number): string | undefined {
  return asked !== undefined && /^[1-9]\d{0,4}$/.test(asked) ? String(Number(asked) + place) : asked;
}

/** A built-in upstream did not start. The message says why, and what to do. */
class SandboxUnusable extends Error {
  override readonly name = 'SandboxUnusable';

  constructor(problem: string) {
    super(`the sandbox upstream did not start: ${problem}`);
  }
}

class SandboxUpstream {
  onRestart: () => void = () => undefined;
  readonly #name: string;
  #environment: Readonly<Record<string, string | undefined>>;
  #child: ChildProcess | null = null;
  #baseUrl = '';
  #restart: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(name: string, environment: Readonly<Record<string, string | undefined>>) {
    this.#name = name;
    this.#environment = environment;
  }

  get place(): SandboxUpstreamPlace {
    return { name: this.#name, base_url: this.#baseUrl, pid: this.#child?.pid ?? 0 };
  }

  /** Raises {@link SandboxUnusable}. */
  async start(): Promise<void> {
    const child = fork(sandboxScriptPath, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: this.#environment });
    this.#child = child;
    this.#baseUrl = await announcedUrl(child);
    // A restarted process listens at the same address.
    this.#environment = { ...this.#environment, SANDBOX_UPSTREAM_PORT: new URL(this.#baseUrl).port };
    child.once('exit', () => this.#startLater());
    if (child.exitCode !== null || child.signalCode !== null) this.#startLater();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#restart !== null) clearTimeout(this.#restart);
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
    await promise;
  }

  #startLater(): void {
    if (this.#isStopped || this.#restart !== null) return;
    this.#restart = setTimeout(() => {
      this.#restart = null;
      this.start().then(
        () => this.onRestart(),
        () => this.#startLater(),
      );
    }, restartMs);
  }
}

/** Raises {@link SandboxUnusable}. */
function announcedUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => failed(`it did not start within ${startTimeoutMs} ms; try again`), startTimeoutMs);
    const failed = (problem: string): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new SandboxUnusable(problem));
    };
    child.once('message', (message: { readonly base_url?: string; readonly problem?: string }) => {
      if (message.base_url === undefined) return failed(message.problem ?? 'it gave no reason');
      clearTimeout(timer);
      resolve(message.base_url);
    });
    child.once('exit', (code, signal) => failed(`its process ended with ${signal ?? `code ${code}`}`));
  });
}
