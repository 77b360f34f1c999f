import { fork, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxMark, sandboxScriptPath } from '../config.ts';

/** Where one of the sandbox upstreams is, and as what it runs. */
export interface SandboxUpstreamPlace {
  /** As `infra/sandbox.yaml` calls it. */
  readonly name: string;
  /** Ends in `/v1`. */
  readonly base_url: string;
  /** Of its process: to be killed by whoever wants to see what happens then. */
  readonly pid: number;
}

/** The upstreams of sandbox mode: accounts of their own, that share the requests of each profile. */
export interface SandboxUpstreams {
  /** What `infra/sandbox.yaml` names: the addresses, and the credentials of the gateway there. */
  readonly environment: Readonly<Record<string, string>>;
  /** Tells where they are, now and whenever one was started again. */
  told(listener: (places: readonly SandboxUpstreamPlace[]) => void): void;
  stop(): Promise<void>;
}

const members = [
  { name: 'sandbox', variable: 'WAYBILL_SANDBOX', apiKey: 'sandbox-upstream-key', books: 'sandbox-books.jsonl' },
  { name: 'spare', variable: 'WAYBILL_SPARE', apiKey: 'spare-upstream-key', books: 'spare-books.jsonl' },
] as const;

const startTimeoutMs = 60_000;
/** From the end of a process to its successor, milliseconds: time to see that nobody misses it. */
const restartMs = 5_000;

/**
 * Starts the sandbox upstreams as processes of their own; they end with this one. Their books are kept in the data directory.
 * One that ends before its time is started again where it was. Raises {@link SandboxUnusable}.
 */
export async function startSandboxUpstreams(
  dataDir: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<SandboxUpstreams> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, sandboxMark), '', { mode: 0o600 });
  const upstreams = members.map(({ name, apiKey, books }, place) => {
    const port = portAt(environment['SANDBOX_UPSTREAM_PORT'], place);
    const own = {
      SANDBOX_UPSTREAM_PROMPT_CACHE: '1',
      SANDBOX_UPSTREAM_KEY: apiKey,
      SANDBOX_UPSTREAM_BOOKS: join(dataDir, books),
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
    told: (listener) => {
      const tell = (): void => listener(upstreams.map(({ place }) => place));
      for (const upstream of upstreams) upstream.onRestart = tell;
      tell();
    },
    stop,
  };
}

/** One that was asked for is the first's; the others follow it. What is no port is told by whoever would listen there. */
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
    // Whoever comes after it listens where it did.
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
    const timer = setTimeout(() => failed(`no word of it for ${startTimeoutMs} ms; try again`), startTimeoutMs);
    const failed = (problem: string): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new SandboxUnusable(problem));
    };
    child.once('message', (message: { readonly base_url?: string; readonly problem?: string }) => {
      if (message.base_url === undefined) return failed(message.problem ?? 'it does not say why');
      clearTimeout(timer);
      resolve(message.base_url);
    });
    child.once('exit', (code, signal) => failed(`its process ended with ${signal ?? `code ${code}`}`));
  });
}
