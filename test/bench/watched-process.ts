import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const lookEveryMs = 50;
/** What Linux counts processor time in. */
const ticksPerSecond = 100;
/** Characters of what a command prints that are kept. */
const stdoutMax = 1_000_000;

export interface Watched {
  /** Wall clock. */
  readonly milliseconds: number;
  /** Of all its threads, as far as it was seen; 0 where the system does not tell. */
  readonly cpuMilliseconds: number;
  /** The most that it held, MB; 0 where the system does not tell. */
  readonly memoryMb: number;
}

export interface Finished extends Watched {
  /** Its beginning: an export of millions of events does not fit into one text. */
  readonly stdout: string;
}

/** Looks at a process of Linux until it is told to stop. */
export class ProcessWatch {
  readonly #pid: number;
  readonly #began = performance.now();
  readonly #timer: NodeJS.Timeout;
  #cpuMilliseconds = 0;
  #memoryMb = 0;

  constructor(pid: number) {
    this.#pid = pid;
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
  }

  stop(): Watched {
    clearInterval(this.#timer);
    this.#look();
    const milliseconds = performance.now() - this.#began;
    return { milliseconds, cpuMilliseconds: this.#cpuMilliseconds, memoryMb: this.#memoryMb };
  }

  #look(): void {
    try {
      const status = readFileSync(`/proc/${this.#pid}/status`, 'utf8');
      this.#memoryMb = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_024 || this.#memoryMb;
      const fields = readFileSync(`/proc/${this.#pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      this.#cpuMilliseconds = ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
    } catch {
      // It has ended, or the system has no such files.
    }
  }
}

/** Runs a command of Waybill to its end. Raises when it fails. */
export async function runWaybill(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Finished> {
  const child = spawn(process.execPath, [join(root, 'src/cli/waybill.mjs'), ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const watch = new ProcessWatch(child.pid ?? 0);
  const exit = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  let stdout = '';
  for await (const piece of child.stdout) if (stdout.length < stdoutMax) stdout += String(piece);
  const code = await exit;
  const watched = watch.stop();
  if (code !== 0) throw new Error(`waybill ${args.join(' ')} ended with ${code}: ${stdout.slice(0, 500)}`);
  return { ...watched, stdout };
}
