// A coding agent as a process of its own: a home of its own, and no way out of this machine.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ExecutionContext } from 'ava';
import { scratchFolder } from '../_support/scratch-folder.ts';

const runMsMax = 90_000;

export interface AgentScene {
  /** Its `HOME`. */
  readonly home: string;
  /** Where it works. */
  readonly folder: string;
  /** What it asked of the proxy instead of the gateway. */
  readonly asked: readonly string[];
  run(args: readonly string[]): Promise<AgentRun>;
}

/** The words that start an agent, from the variable that the suite sets; `null`: it could not be installed. */
export function agentCommand(variable: string): readonly string[] | null {
  const words = process.env[variable];
  return words === undefined ? null : (JSON.parse(words) as readonly string[]);
}

export interface AgentRun {
  /** `null`: it was ended, as it had not ended by itself. */
  readonly code: number | null;
  readonly seconds: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `command` starts the agent; `environment` is all that it has besides `PATH`, `HOME` and a proxy that refuses. */
export async function agentScene(
  t: ExecutionContext,
  command: readonly string[] | null,
  environment: (home: string) => Readonly<Record<string, string>>,
): Promise<AgentScene> {
  const scratch = scratchFolder(t);
  const [home, folder] = [join(scratch, 'home'), join(scratch, 'work')];
  for (const path of [home, folder]) mkdirSync(path);
  t.teardown(() => endOthers(home));
  const asked: string[] = [];
  const proxy = await refusingProxy(t, asked);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    NO_PROXY: '127.0.0.1',
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    ...environment(home),
  };
  const [program = '', ...script] = command ?? [];
  const run = async (args: readonly string[]): Promise<AgentRun> => {
    const beganAtMs = performance.now();
    const child = spawn(program, [...script, ...args], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that what it starts ends with it.
      detached: true,
    });
    const ending = setTimeout(() => endGroup(child), runMsMax);
    const [[code], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
    clearTimeout(ending);
    const seconds = Math.round((performance.now() - beganAtMs) / 1_000);
    endGroup(child);
    return { code: code as number | null, seconds, stdout, stderr };
  };
  return { home, folder, asked, run };
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

/** Cline leaves a process of its own behind, in another group: it is known by the home that no other process has. */
function endOthers(home: string): void {
  if (!existsSync('/proc')) return;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${home}\0`)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended, or is somebody else's.
    }
  }
}

async function refusingProxy(t: ExecutionContext, asked: string[]): Promise<string> {
  const server = createServer(({ method, url }, answer) => {
    asked.push(`${method} ${url}`);
    answer.writeHead(502).end();
  });
  server.on('connect', ({ url }, socket) => {
    asked.push(`CONNECT ${url}`);
    // Some hang up before they have read it.
    socket.on('error', () => undefined).end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
