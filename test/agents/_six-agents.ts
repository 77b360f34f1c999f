// Six coding agents without a terminal, each as its own pages set it up for a gateway.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { agentCommand, agentScene, type AgentRun, type AgentScene } from './_agent-scene.ts';

/** Where it calls, as whom, and for what. */
export interface Account {
  readonly origin: string;
  readonly apiKey: string;
  readonly model: string;
}

export interface Agent {
  readonly name: string;
  /** Environment variable with its command. */
  readonly variable: string;
  environment(account: Account, home: string): Readonly<Record<string, string>>;
  /** Files that it reads, by their path in its home. */
  readonly files?: (account: Account) => Readonly<Record<string, string>>;
  /** Called once before the turn, to log in. */
  readonly login?: (account: Account) => readonly string[];
  turn(account: Account, prompt: string): readonly string[];
  /** How often it asks when repeating cannot help, its title included. */
  readonly requestsMax: number;
  /** How often it pays for a stream that is cut each time. */
  readonly cutsMax: number;
}

const codexSettings = ({ origin, model }: Account, more = ''): string => `
model = "${model}"
model_provider = "waybill"
web_search = "disabled"
check_for_update_on_startup = false

[model_providers.waybill]
name = "Waybill"
base_url = "${origin}/v1"
env_key = "WAYBILL_API_KEY"
wire_api = "responses"
${more}

[analytics]
enabled = false

[features]
apps = false
plugins = false
remote_plugin = false
`;

const window = { context: 200_000, output: 4_096 };

const codex: Agent = {
  name: 'codex',
  requestsMax: 6,
  cutsMax: 1,
  variable: 'WAYBILL_TEST_CODEX',
  environment: ({ apiKey }, home) => ({ CODEX_HOME: join(home, '.codex'), WAYBILL_API_KEY: apiKey }),
  files: (account) => ({ '.codex/config.toml': codexSettings(account) }),
  turn: (_account, prompt) => ['exec', '--skip-git-repo-check', prompt],
};

export const agents: readonly Agent[] = [
  {
    name: 'claude-code',
    requestsMax: 1,
    cutsMax: 1,
    variable: 'WAYBILL_TEST_CLAUDE_CODE',
    environment: ({ origin, apiKey, model }) => ({
      ANTHROPIC_BASE_URL: origin,
      ANTHROPIC_AUTH_TOKEN: apiKey,
      ANTHROPIC_MODEL: model,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
    }),
    turn: (_account, prompt) => ['--print', '--', prompt],
  },
  codex,
  {
    ...codex,
    name: 'codex without retries',
    requestsMax: 1,
    cutsMax: 1,
    files: (account) => ({
      '.codex/config.toml': codexSettings(account, 'request_max_retries = 0\nstream_max_retries = 0'),
    }),
  },
  {
    name: 'opencode',
    requestsMax: 2,
    cutsMax: 4,
    variable: 'WAYBILL_TEST_OPENCODE',
    environment: ({ apiKey }) => ({
      WAYBILL_API_KEY: apiKey,
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
    }),
    files: ({ origin, model }) => ({
      // What it would fetch from the registry, and wait for.
      '.config/opencode/package.json': '{"dependencies":{"@opencode-ai/plugin":"1.18.33"}}',
      '.config/opencode/node_modules/@opencode-ai/plugin/package.json':
        '{"name":"@opencode-ai/plugin","version":"1.18.33"}',
      '.config/opencode/opencode.json': JSON.stringify({
        provider: {
          waybill: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Waybill',
            options: { baseURL: `${origin}/v1`, apiKey: '{env:WAYBILL_API_KEY}' },
            models: { [model]: { name: model, limit: window } },
          },
        },
      }),
    }),
    turn: ({ model }, prompt) => ['run', '--pure', '--model', `waybill/${model}`, prompt],
  },
  {
    name: 'qwen-code',
    requestsMax: 1,
    cutsMax: 1,
    variable: 'WAYBILL_TEST_QWEN_CODE',
    environment: ({ origin, apiKey, model }) => ({
      OPENAI_BASE_URL: `${origin}/v1`,
      OPENAI_API_KEY: apiKey,
      OPENAI_MODEL: model,
    }),
    files: () => ({ '.qwen/settings.json': JSON.stringify({ privacy: { usageStatisticsEnabled: false } }) }),
    turn: (_account, prompt) => ['--auth-type', 'openai', '--telemetry', 'false', '--prompt', prompt],
  },
  {
    name: 'cline',
    requestsMax: 1,
    cutsMax: 2,
    variable: 'WAYBILL_TEST_CLINE',
    environment: () => ({ CLINE_TELEMETRY_DISABLED: '1', CLINE_NO_AUTO_UPDATE: '1' }),
    login: ({ origin, apiKey, model }) => [
      'auth',
      '--provider',
      'openai',
      '--apikey',
      apiKey,
      '--modelid',
      model,
      '--baseurl',
      `${origin}/v1`,
    ],
    turn: (_account, prompt) => ['--provider', 'openai', prompt],
  },
  {
    name: 'pi',
    requestsMax: 1,
    cutsMax: 1,
    variable: 'WAYBILL_TEST_PI',
    environment: ({ apiKey }) => ({ WAYBILL_API_KEY: apiKey, PI_OFFLINE: '1' }),
    files: ({ origin, model }) => ({
      '.pi/agent/models.json': JSON.stringify({
        providers: {
          waybill: {
            baseUrl: `${origin}/v1`,
            api: 'openai-completions',
            apiKey: '$WAYBILL_API_KEY',
            models: [{ id: model, contextWindow: window.context, maxTokens: window.output }],
          },
        },
      }),
    }),
    turn: ({ model }, prompt) => ['--provider', 'waybill', '--model', model, '--print', '--', prompt],
  },
];

/** Whether the suite has installed it. */
export const isInstalled = ({ variable }: Agent): boolean => agentCommand(variable) !== null;

/** One turn of an agent in a home of its own. */
export async function oneTurn(
  t: ExecutionContext,
  agent: Agent,
  account: Account,
  prompt: string,
): Promise<AgentRun & Pick<AgentScene, 'asked'>> {
  const scene = await agentScene(t, agentCommand(agent.variable), (home) => agent.environment(account, home));
  for (const [path, text] of Object.entries(agent.files?.(account) ?? {})) {
    mkdirSync(dirname(join(scene.home, path)), { recursive: true });
    writeFileSync(join(scene.home, path), text);
  }
  const login = agent.login?.(account);
  if (login !== undefined) await scene.run(login);
  return { ...(await scene.run(agent.turn(account, prompt))), asked: scene.asked };
}
