// Servers that are not ours, before a sandbox: what they write is made by their own code.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { end, litellmCommand, listening } from './litellm.ts';
import { freePort } from '../../test/_support/free-port.ts';
import { enginePython } from '../switchyard/engine-python.ts';

/** Where one listens, with the end of its URL left to the surface. */
export interface StartedWriter {
  readonly origin: string;
  stop(): Promise<void>;
}

/** A sandbox that they ask, by its base URL, with its key. */
export interface Behind {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** It refuses to start without one. */
const litellmKey = 'sk-recordings';
export const litellmHeaders = { authorization: `Bearer ${litellmKey}` } as const;

/** What LiteLLM makes up itself: it counts by its own tokenizer. */
const madeUp = 'Grüße aus Zürich: 3 Äpfel – 你好, 🍎! That is all.';

/** Models `of-chat`, `of-messages` and `of-responses` are read over that protocol; `of-nobody` is answered by LiteLLM itself. */
export async function startedLitellm({ baseUrl, apiKey }: Behind): Promise<StartedWriter> {
  const place = mkdtempSync(join(tmpdir(), 'waybill-recordings-'));
  const behind = { api_base: baseUrl, api_key: apiKey };
  const models = {
    'of-chat': { model: 'hosted_vllm/sandbox-small', ...behind },
    'of-messages': { model: 'anthropic/sandbox-small', ...behind, api_base: baseUrl.replace(/\/v1$/, '') },
    'of-responses': { model: 'openai/sandbox-small', ...behind },
    'of-nobody': { model: 'openai/sandbox-small', ...behind, mock_response: madeUp },
  };
  const config = {
    model_list: Object.entries(models).map(([name, params]) => ({ model_name: name, litellm_params: params })),
    router_settings: { num_retries: 0 },
    general_settings: { master_key: litellmKey },
  };
  writeFileSync(join(place, 'config.yaml'), stringify(config));
  const port = await freePort();
  const child = spawn(
    await litellmCommand(),
    ['--config', join(place, 'config.yaml'), '--port', String(port), '--host', '127.0.0.1'],
    { cwd: place, env: { ...process.env, LITELLM_LOCAL_MODEL_COST_MAP: 'True', NO_PROXY: '*' }, stdio: 'ignore' },
  );
  const origin = `http://127.0.0.1:${port}`;
  await listening(`${origin}/health/liveliness`, child);
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(place, { recursive: true, force: true });
  };
  return { origin, stop };
}

/** Its routes are named like the models of LiteLLM, but that it makes nothing up. */
export async function startedSwitchyard({ baseUrl, apiKey }: Behind): Promise<StartedWriter> {
  const place = mkdtempSync(join(tmpdir(), 'waybill-recordings-'));
  const formats = { chat: 'openai_chat', messages: 'anthropic_messages', responses: 'openai_responses' };
  const routes = Object.entries(formats).map(([name, format]) =>
    [
      `[llm_clients.${name}]\nformat = "${format}"\nbase_url = "${baseUrl}"\napi_key_env = "SANDBOX_KEY"\nmax_retries = 0`,
      `[targets.${name}]\nid = "sandbox-small"\nllm_client = "${name}"`,
      `[routes.of-${name}]\nid = "of-${name}"\ntype = "passthrough"\ntarget = "${name}"\n`,
    ].join('\n'),
  );
  writeFileSync(join(place, 'routes.toml'), ['schema_version = 1\n', ...routes].join('\n'));
  const server = join(import.meta.dirname, '..', 'switchyard', 'server.py');
  const child = spawn(await enginePython(), [server, join(place, 'routes.toml')], {
    env: { ...process.env, SANDBOX_KEY: apiKey },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
    rmSync(place, { recursive: true, force: true });
  };
  return { origin: `http://127.0.0.1:${line.toString().trim()}`, stop };
}
