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
  /** Below `node_modules`: a script, or a program of its own. */
  readonly command: string;
  readonly isProgram?: true;
  /** Environment variable that tells the tests the command, its words as a JSON list. */
  readonly variable: string;
}

export const agentPackages: readonly AgentPackage[] = [
  {
    name: '@openai/codex',
    version: '0.171.0',
    command: '@openai/codex/bin/codex.js',
    variable: 'WAYBILL_TEST_CODEX',
  },
  {
    name: '@anthropic-ai/claude-code',
    version: '2.1.332',
    command: '@anthropic-ai/claude-code/cli-wrapper.cjs',
    variable: 'WAYBILL_TEST_CLAUDE_CODE',
  },
  {
    name: 'opencode-ai',
    version: '1.18.33',
    // Its own script would be written after the installation.
    command: `opencode-${process.platform}-${process.arch}/bin/opencode`,
    isProgram: true,
    variable: 'WAYBILL_TEST_OPENCODE',
  },
  {
    name: '@qwen-code/qwen-code',
    version: '0.24.4',
    command: '@qwen-code/qwen-code/cli-entry.js',
    variable: 'WAYBILL_TEST_QWEN_CODE',
  },
  { name: 'cline', version: '3.0.65', command: 'cline/bin/cline', variable: 'WAYBILL_TEST_CLINE' },
  {
    // The package @mariozechner/pi-coding-agent of before ends with 0.73.1.
    name: '@earendil-works/pi-coding-agent',
    version: '1.6.0',
    command: '@earendil-works/pi-coding-agent/dist/bundle/cli.js',
    variable: 'WAYBILL_TEST_PI',
  },
];

/** The words that start the agent; installs it when it is not there yet, and starts it once. Raises what npm or it said. */
export async function installAgent({ name, version, command, isProgram }: AgentPackage): Promise<readonly string[]> {
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
  const path = join(folder, 'node_modules', command);
  const words = isProgram === true ? [path] : [process.execPath, path];
  const [program = '', ...script] = words;
  const home = join(cache, 'home');
  mkdirSync(home, { recursive: true });
  try {
    await run(program, [...script, '--version'], { timeout: startMsMax, env: { ...process.env, HOME: home } });
  } catch (error) {
    // What npm left out without a word, it may bring the next time.
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return words;
}
