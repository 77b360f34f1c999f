// LiteLLM's proxy and Portkey's gateway, each from its registry at a fixed version, configured as its documentation advises.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { firstByteMs, nanoPerToken, type Contestant, type Upstreams } from './contestant.ts';
import { freePort } from '../../_support/free-port.ts';

const run = promisify(execFile);
const cache = join(import.meta.dirname, '..', '..', '..', '.cache');
const installMsMax = 900_000;
export const versions = { litellm: '1.105.0', portkey: '1.15.2' } as const;

/** A folder of the cache that is made whole or not at all. */
async function installed(name: string, install: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  try {
    await install(folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

/** Its callback for costs, the way its documentation has them told: what each answer cost, a line each. */
const costCallback = `import json, os
from litellm.integrations.custom_logger import CustomLogger

class Costs(CustomLogger):
    async def async_log_success_event(self, kwargs, response_obj, start_time, end_time):
        with open(os.environ["BENCH_COSTS"], "a") as costs:
            costs.write(json.dumps(kwargs.get("response_cost")) + "\\n")

costs = Costs()
`;

/** Its command, in an environment of its own. */
export async function litellmCommand(): Promise<string> {
  const folder = await installed(`litellm-${versions.litellm}`, async (fresh) => {
    await run('python3', ['-m', 'venv', fresh]);
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    await run(join(fresh, 'bin', 'python'), [...install, `litellm[proxy]==${versions.litellm}`], {
      timeout: installMsMax,
    });
  });
  return join(folder, 'bin', 'litellm');
}

export async function startLitellm(upstreams: Upstreams, isGroup: boolean): Promise<Contestant> {
  const command = await litellmCommand();
  const place = mkdtempSync(join(tmpdir(), 'waybill-litellm-'));
  const [port, costs] = [await freePort(), join(place, 'costs.jsonl')];
  writeFileSync(join(place, 'bench_costs.py'), costCallback);
  writeFileSync(join(place, 'config.yaml'), stringify(litellmConfig(upstreams, isGroup)));
  writeFileSync(costs, '');
  const arguments_ = ['--config', join(place, 'config.yaml'), '--port', String(port), '--host', '127.0.0.1'];
  const env = { ...process.env, BENCH_COSTS: costs, LITELLM_LOCAL_MODEL_COST_MAP: 'True', NO_PROXY: '*' };
  const child = spawn(command, arguments_, { cwd: place, env, stdio: 'ignore' });
  await listening(`http://127.0.0.1:${port}/health/liveliness`, child);
  return {
    name: 'LiteLLM',
    baseUrl: `http://127.0.0.1:${port}/v1`,
    headers: { authorization: 'Bearer sk-bench' },
    model: 'bench',
    stop: async () => {
      await end(child);
      const told = readFileSync(costs, 'utf8')
        .trim()
        .split('\n')
        .filter((line) => line !== '');
      rmSync(place, { recursive: true, force: true });
      return { nano: Math.round(told.reduce((sum, line) => sum + Number(JSON.parse(line) ?? 0), 0) * 1e9), open: 0 };
    },
  };
}

/** Deployments of one name in an order, retried on the next; cool-downs as they are by default. */
function litellmConfig(upstreams: Upstreams, isGroup: boolean): object {
  const routing = isGroup ? { routing_strategy: 'latency-based-routing' } : {};
  return {
    model_list: upstreams.map(({ baseUrl }, place) => ({
      model_name: 'bench',
      litellm_params: {
        model: 'openai/bench',
        api_base: baseUrl,
        api_key: 'upstream-key',
        ...(isGroup ? {} : { order: place + 1 }),
        timeout: firstByteMs / 1_000,
        stream_timeout: firstByteMs / 1_000,
        input_cost_per_token: nanoPerToken.prompt / 1e9,
        output_cost_per_token: nanoPerToken.completion / 1e9,
      },
    })),
    router_settings: { num_retries: 2, enable_pre_call_checks: true, ...routing },
    litellm_settings: { callbacks: ['bench_costs.costs'] },
    general_settings: { master_key: 'sk-bench' },
  };
}

export async function startPortkey(upstreams: Upstreams): Promise<Contestant> {
  const folder = await installed(`portkey-${versions.portkey}`, async (fresh) => {
    const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', fresh];
    await run('npm', [...install, `@portkey-ai/gateway@${versions.portkey}`], { timeout: installMsMax });
  });
  const port = await freePort();
  const script = join(folder, 'node_modules', '@portkey-ai', 'gateway', 'build', 'start-server.js');
  const child = spawn(process.execPath, [script, `--port=${port}`, '--headless'], { stdio: 'ignore' });
  await listening(`http://127.0.0.1:${port}/`, child);
  const config = {
    strategy: { mode: 'fallback' },
    targets: upstreams.map(({ baseUrl }) => ({
      provider: 'openai',
      api_key: 'upstream-key',
      custom_host: baseUrl,
      request_timeout: firstByteMs,
    })),
  };
  return {
    name: 'Portkey',
    baseUrl: `http://127.0.0.1:${port}/v1`,
    headers: { 'x-portkey-config': JSON.stringify(config) },
    model: 'bench',
    stop: async () => {
      await end(child);
      return null;
    },
  };
}

/** Waits until something answers there. */
export async function listening(url: string, child: ChildProcess): Promise<void> {
  const patienceMs = 120_000;
  const lateAt = performance.now() + patienceMs;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
    try {
      await fetch(url);
      return;
    } catch {
      if (performance.now() > lateAt) throw new Error(`${url} does not answer`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

export async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(late);
}
