// `npm run test:agents`: installs coding agents into a folder of their own, runs the suite of test/agents with them.
// Closes as `npm test` does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { agentPackages, installAgent, type AgentPackage } from './agent-package.ts';

const root = join(import.meta.dirname, '..', '..');

async function commandOf(agent: AgentPackage): Promise<readonly (readonly [string, string])[]> {
  try {
    return [[agent.variable, JSON.stringify(await installAgent(agent))]];
  } catch (error) {
    const why = error instanceof Error ? error.message.trim().split('\n').slice(0, 3).join('; ') : String(error);
    process.stderr.write(`${agent.name} ${agent.version} was left out: it could not be installed: ${why}\n`);
    return [];
  }
}

// One at a time: each unpacks some 300 MB.
const commands: (readonly [string, string])[] = [];
for (const agent of agentPackages) commands.push(...(await commandOf(agent)));
if (commands.length === 0) {
  process.stderr.write('the suite of the coding agents was not run: the registry has none of them\n');
  process.exitCode = 1;
} else {
  const suite = ['infra/test.ts', '--config', 'infra/agents/ava.config.mjs', ...process.argv.slice(2)];
  const env = { ...process.env, ...Object.fromEntries(commands) };
  const runner = spawn(process.execPath, suite, { cwd: root, env, stdio: 'inherit' });
  const [code] = (await once(runner, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
}
