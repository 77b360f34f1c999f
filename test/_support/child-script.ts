import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { ExecutionContext } from 'ava';

export interface ChildScript {
  readonly process: ChildProcess;
  /** The next line it wrote; raises when it ended before. */
  nextLine(): Promise<string>;
  /** Resolves with its exit code, `null` after a signal. */
  readonly exit: Promise<number | null>;
  /** `kill -9`, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Runs a TypeScript file in a process of its own. It is ended with the test. */
export function startChildScript(t: ExecutionContext, file: string, args: readonly string[]): ChildScript {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exit;
  };
  t.teardown(kill);
  return {
    process: child,
    exit,
    kill,
    nextLine: async () => {
      const line = await lines.next();
      if (line.done === true) throw new Error(`${file} ended before it wrote a line`);
      return line.value;
    },
  };
}
