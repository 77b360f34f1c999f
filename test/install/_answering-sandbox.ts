import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ExecutionContext } from 'ava';

export interface AnsweringSandbox {
  readonly baseUrl: string;
  /** Ends it as from a terminal, and waits until it has ended. */
  end(): Promise<void>;
}

/** Starts a sandbox by a command of a user, waits until it is ready, and has it answer a first call. */
export async function answeringSandbox(
  t: ExecutionContext,
  command: readonly [program: string, ...args: readonly string[]],
  { folder, env }: { readonly folder: string; readonly env: NodeJS.ProcessEnv },
): Promise<AnsweringSandbox> {
  const [program, ...args] = command;
  const started = spawn(program, args, {
    cwd: folder,
    env: { ...env, WAYBILL_PORT: '0', WAYBILL_ADMIN_PORT: '0', WAYBILL_METRICS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own: npm, its shell and the gateway get the signal together, as from a terminal.
    detached: true,
  });
  const exited = once(started, 'exit');
  const signal = (name: NodeJS.Signals): boolean => process.kill(-(started.pid ?? t.fail('it did not start')), name);
  t.teardown(() => started.exitCode ?? signal('SIGKILL'));
  const [line] = (await once(createInterface({ input: started.stdout }), 'line')) as [string];
  const ready = JSON.parse(line.replace('waybill ready ', '')) as {
    readonly base_url: string;
    readonly credentials: string;
  };
  const { api_key: key } = JSON.parse(readFileSync(ready.credentials, 'utf8')) as { readonly api_key: string };
  const answer = await fetch(`${ready.base_url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', messages: [{ role: 'user', content: 'Hello' }] }),
  });
  t.is(answer.status, 200);
  t.regex(await answer.text(), /You said: Hello/);
  return {
    baseUrl: ready.base_url,
    end: async () => {
      signal('SIGTERM');
      await exited;
    },
  };
}
