// A coding agent as a process of its own: a home of its own, and no way out of this machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ExecutionContext } from 'ava';
import { scratchFolder } from '../_support/scratch-folder.ts';

const runMsMax = 60_000;

export interface AgentScene {
  /** Its `HOME`. */
  readonly home: string;
  /** Where it works. */
  readonly folder: string;
  /** What it asked of the proxy instead of the gateway. */
  readonly asked: readonly string[];
  run(args: readonly string[]): Promise<AgentRun>;
}

export interface AgentRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `script` is the agent's; `environment` is all that it has besides `PATH`, `HOME` and a proxy that refuses. */
export async function agentScene(
  t: ExecutionContext,
  script: string,
  environment: (home: string) => Readonly<Record<string, string>>,
): Promise<AgentScene> {
  const scratch = scratchFolder(t);
  const [home, folder] = [join(scratch, 'home'), join(scratch, 'work')];
  for (const path of [home, folder]) mkdirSync(path);
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
  const run = async (args: readonly string[]): Promise<AgentRun> => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: runMsMax,
    });
    const [[code], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
    return { code: code as number | null, stdout, stderr };
  };
  return { home, folder, asked, run };
}

async function refusingProxy(t: ExecutionContext, asked: string[]): Promise<string> {
  const server = createServer(({ method, url }, answer) => {
    asked.push(`${method} ${url}`);
    answer.writeHead(502).end();
  });
  server.on('connect', ({ url }, socket) => {
    asked.push(`CONNECT ${url}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
