// Two gateways on one data directory that are disturbed in turn: one lives as long as the run, so that what it gathers shows,
// the other is killed and replaced.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { spawnGateway, type GatewayProcess, type Teardown } from '../_support/gateway.ts';
import { hasProgram } from '../_support/has-program.ts';
import type { SeededRandom } from '../_support/seeded-random.ts';

/** How long a disk stays full, and a clock wrong. */
const troubleMs = 3_000;

export interface SoakGatewaysOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly random: SeededRandom;
  /** Where the wall clocks of the gateways are set: one file for each. */
  readonly clockFolder: string;
  /** libfaketime; `null`: clocks do not jump. */
  readonly libfaketime: string | null;
  /** A gateway ended that nobody had ended. */
  onLost(how: string): void;
}

interface Disturbance {
  readonly name: string;
  disturb(): unknown;
}

type Name = 'steady' | 'killed';

export class SoakGateways {
  readonly #t: Teardown;
  readonly #options: SoakGatewaysOptions;
  readonly #running = new Map<Name, GatewayProcess>();
  /** How often what was done to them. */
  readonly disturbances = new Map<string, number>();

  private constructor(t: Teardown, options: SoakGatewaysOptions) {
    this.#t = t;
    this.#options = options;
  }

  static async start(t: Teardown, options: SoakGatewaysOptions): Promise<SoakGateways> {
    const gateways = new SoakGateways(t, options);
    await gateways.#spawn('steady');
    await gateways.#spawn('killed');
    return gateways;
  }

  /** Of one that takes connections. */
  get baseUrl(): string {
    return this.#some().baseUrl;
  }

  get all(): readonly GatewayProcess[] {
    return [...this.#running.values()];
  }

  /** Memory in MB and open descriptors of the one that lives as long as the run. */
  get held(): { readonly memoryMb: number; readonly descriptors: number } {
    const pid = this.#running.get('steady')?.child.pid ?? 0;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const memoryMb = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_024;
    return { memoryMb, descriptors: readdirSync(`/proc/${pid}/fd`).length };
  }

  /** Has all of them take their configuration anew. */
  reload(): void {
    for (const { child } of this.#running.values()) child.kill('SIGHUP');
  }

  /** One disturbance, from its beginning to its end. */
  async disturb(): Promise<void> {
    const named = (name: string, disturb: () => unknown) => ({ name, disturb });
    const disturbances: [Disturbance, ...Disturbance[]] = [
      named('kill -9', () => this.#replace('SIGKILL')),
      named('drain', () => this.#replace('SIGTERM')),
      named('reload', () => this.reload()),
      ...(hasProgram('prlimit') ? [named('full disk', () => this.#fillDisk())] : []),
      ...(this.#options.libfaketime === null ? [] : [named('clock jump', () => this.#jump())]),
    ];
    const { name, disturb } = this.#options.random.oneOf(disturbances);
    this.disturbances.set(name, (this.disturbances.get(name) ?? 0) + 1);
    await disturb();
  }

  /** Ends both, as an operator does. */
  async stop(): Promise<void> {
    const all = this.all;
    this.#running.clear();
    for (const { kill } of all) await kill('SIGTERM');
  }

  async #spawn(name: Name): Promise<void> {
    const { environment, libfaketime, onLost } = this.#options;
    writeFileSync(this.#clockOf(name), '+0');
    const clock = libfaketime !== null && {
      LD_PRELOAD: libfaketime,
      FAKETIME_TIMESTAMP_FILE: this.#clockOf(name),
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
    const gateway = await spawnGateway(this.#t, { ...environment, ...clock });
    this.#running.set(name, gateway);
    gateway.child.once('exit', (code, signal) => {
      if (this.#running.get(name) === gateway) onLost(`the ${name} gateway ended with ${code ?? signal}`);
    });
  }

  /** It is out of the balancer before it drains; callers of one that is killed find out. */
  async #replace(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const gateway = this.#running.get('killed');
    this.#running.delete('killed');
    await gateway?.kill(signal);
    await this.#spawn('killed');
  }

  /** It can write its files up to so many bytes only, as with a full disk. */
  async #fillDisk(): Promise<void> {
    const pid = String(this.#some().child.pid);
    const limit = (bytes: string) => spawnSync('prlimit', ['--pid', pid, `--fsize=${bytes}:unlimited`]);
    limit('1');
    await pause(troubleMs);
    limit('unlimited');
  }

  async #jump(): Promise<void> {
    const { random } = this.#options;
    const name = random.oneOf(['steady', 'killed'] as const);
    writeFileSync(this.#clockOf(name), random.oneOf(['+2h', '-2h', '+40s']));
    await pause(troubleMs);
    writeFileSync(this.#clockOf(name), '+0');
  }

  #some(): GatewayProcess {
    const [first, ...others] = this.#running.values();
    if (first === undefined) throw new Error('no gateway runs');
    return this.#options.random.oneOf([first, ...others]);
  }

  #clockOf(name: Name): string {
    return join(this.#options.clockFolder, name);
  }
}

/** Where Debian puts it, or where `LIBFAKETIME` says; `null`: it is not there. */
export function foundLibfaketime(): string | null {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : [];
  const places = folders.map((folder) => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'));
  return [process.env['LIBFAKETIME'] ?? '', ...places].find((path) => path !== '' && existsSync(path)) ?? null;
}
