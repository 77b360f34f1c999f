// Coding agents from the registry: some 300 MB each, so none of them is a dependency.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cache = join(import.meta.dirname, '..', '..', '.cache', 'agents');
const installMsMax = 600_000;
const startMsMax = 60_000;

export interface AgentPackage {
  readonly name: string;
  readonly version: string;
  /** Inside the package; finds the binary of this platform and becomes it. */
  readonly script: string;
  /** Environment variable that tells the tests where the script lies. */
  readonly variable: string;
}

export const agentPackages: readonly AgentPackage[] = [
  { name: '@openai/codex', version: '0.171.0', script: 'bin/codex.js', variable: 'WAYBILL_TEST_CODEX' },
  {
    name: '@anthropic-ai/claude-code',
    version: '2.1.332',
    script: 'cli-wrapper.cjs',
    variable: 'WAYBILL_TEST_CLAUDE_CODE',
  },
];

/** Where the agent's script lies; installs it when it is not there yet, and starts it once. Raises what npm or it said. */
export async function installAgent({ name, version, script }: AgentPackage): Promise<string> {
  const folder = join(cache, `${name.replace(/\W+/g, '-').replace(/^-/, '')}-${version}`);
  if (!existsSync(folder)) {
    const fresh = `${folder}.${process.pid}`;
    mkdirSync(fresh, { recursive: true });
    writeFileSync(join(fresh, 'package.json'), '{ "private": true }\n');
    try {
      const quiet = ['--no-fund', '--no-audit', '--no-package-lock', '--ignore-scripts', '--loglevel=error'];
      await run('npm', ['install', ...quiet, `${name}@${version}`], { cwd: fresh, timeout: installMsMax });
      renameSync(fresh, folder);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  const path = join(folder, 'node_modules', name, script);
  try {
    await run(process.execPath, [path, '--version'], { timeout: startMsMax });
  } catch (error) {
    // What npm left out without a word, it may bring the next time.
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return path;
}
