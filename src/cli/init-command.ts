import { Option, type Command } from 'commander';
import { documented } from './arguments.ts';
import { writeNewFile } from './new-file.ts';
import { note, printJson, printLine } from './output.ts';

interface Provider {
  readonly baseUrl: string;
  /** More members of the upstream, as YAML. */
  readonly more: string;
  readonly model: string;
  readonly surfaces: string;
  readonly contextTokens: number;
  readonly outputTokens: number;
}

const providers = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    more: '',
    model: 'gpt-5-mini',
    surfaces: '[chat_completions, responses]',
    contextTokens: 400_000,
    outputTokens: 128_000,
  },
  anthropic: {
    baseUrl: 'https://api.anthropic.com/v1',
    more: '\n    auth: x-api-key',
    model: 'claude-sonnet-4-5',
    surfaces: '[messages]',
    contextTokens: 200_000,
    outputTokens: 64_000,
  },
  compatible: {
    baseUrl: 'http://127.0.0.1:8000/v1',
    more: '',
    model: 'your-model',
    surfaces: '[chat_completions]',
    contextTokens: 32_768,
    outputTokens: 4_096,
  },
} as const satisfies Readonly<Record<string, Provider>>;

interface Options {
  readonly provider: keyof typeof providers;
  readonly json?: boolean;
}

export function initCommand(program: Command): void {
  const command = program
    .command('init')
    .description('write a first configuration for one provider, with a comment at each setting')
    .argument('[file]', 'where to write it; a file that is there is kept', 'waybill.yaml')
    .addOption(
      new Option('--provider <name>', 'compatible: any server that speaks the protocol of OpenAI')
        .choices(Object.keys(providers))
        .default('openai'),
    )
    .action(init);
  documented(command, { example: 'waybill init --provider anthropic', json: '{"file","provider","next":[…]}' });
}

async function init(file: string, { provider, json = false }: Options): Promise<void> {
  const text = firstConfiguration(providers[provider]);
  await writeNewFile(file, { text, otherwise: 'name another file', mode: 0o600 });
  const typed = asTyped(file);
  const next = [
    `edit the two lines of ${file} that are marked EDIT`,
    `waybill config check ${typed}`,
    `WAYBILL_CONFIG=${typed} waybill serve`,
  ];
  if (json) return printJson({ file, provider, next });
  printLine(`${file} is written. Next:`);
  for (const step of next) printLine(`  ${step}`);
  note('then, in another terminal with the same WAYBILL_CONFIG: waybill keys create --name first');
}

/** The name of a file as a shell takes it. */
function asTyped(file: string): string {
  return /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}

function firstConfiguration({ baseUrl, more, model, surfaces, contextTokens, outputTokens }: Provider): string {
  return `# A first configuration of Waybill: one provider, one model. Every other setting has a default.
upstreams:
  provider:
    base_url: ${baseUrl}
    # EDIT 1: the provider's key. '\${PROVIDER_KEY}' takes it from the environment instead.
    api_key: ''${more}

targets:
  main:
    upstream: provider
    model: ${model}
    surfaces: ${surfaces}
    # The provider's limits of this model. Credit is held for the longest answer that a request allows.
    context_tokens_max: ${contextTokens}
    output_tokens_max: ${outputTokens}
    prices:
      id: main
      # Prices that change get another version.
      version: '1'
      # EDIT 2: what you charge, euros, as decimals in quotes: '0.25'.
      eur_per_million_tokens: { input: '', output: '' }

# The names that callers use as \`model\`. Public: a key that is made without a list of profiles gets it.
profiles:
  main: { targets: [main], public: true }

reservations:
  # If nobody knows whether the provider answered, the whole hold is charged. Other choices: release, keep.
  unknown_outcome: settle_hold
`;
}
