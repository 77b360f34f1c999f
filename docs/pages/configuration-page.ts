import { reloadableSections } from '../../src/config/configuration-change.ts';
import type { z } from 'zod';
import { environmentSchema } from '../../src/config/environment-schema.ts';
import { telemetryVariables } from '../../src/config/collector.ts';
import { configFileSchema } from '../../src/config/config-file.ts';
import { markdownTable } from './markdown-table.ts';
import { schemaFields, type SchemaField } from './schema-fields.ts';

const firstConfiguration = `<!-- file: waybill.yaml -->
\`\`\`yaml
upstreams:
  openai: { base_url: https://api.openai.com/v1, api_key: '\${OPENAI_KEY}' }
  anthropic: { base_url: https://api.anthropic.com/v1, api_key: '\${ANTHROPIC_KEY}', auth: x-api-key }
targets:
  small:
    upstream: openai
    model: gpt-5-mini
    surfaces: [chat_completions, responses]
    context_tokens_max: 400000
    output_tokens_max: 128000
    efforts: [minimal, low, medium, high]
    # What you charge; the example is nobody's price list.
    prices: { id: small, version: '2026-11-01', eur_per_million_tokens: { input: '0.25', cached_input: '0.03', output: '2.00' } }
  large:
    upstream: anthropic
    model: claude-sonnet-4-5
    surfaces: [messages]
    context_tokens_max: 200000
    output_tokens_max: 64000
    prices: { id: large, version: '2026-11-01', eur_per_million_tokens: { input: '3.00', cached_input: '0.30', cache_write: '3.75', output: '15.00' } }
profiles:
  light: { targets: [small], public: true }
  # Public: a key that is made without a list of profiles gets it.
  claude: { targets: [large], public: true }
reservations:
  # These upstreams have no billing records that can be asked. Without this line a hold of unknown outcome waits
  # for a person.
  unknown_outcome: settle_hold
\`\`\`

\`\`\`sh
export WAYBILL_CONFIG=waybill.yaml WAYBILL_DATA_DIR=/var/lib/waybill OPENAI_KEY=… ANTHROPIC_KEY=…
npx waybill config check
npm start
npx waybill keys create --name first --json              # in another terminal with the same variables
npx waybill wallets credit <wallet_id> 10
\`\`\``;

/** What nearly every operator sets: a path of the tables below, and when. */
const firstSettings: readonly (readonly [setting: string, when: string])[] = [
  ['WAYBILL_CONFIG', 'always: the file with everything below'],
  ['WAYBILL_DATA_DIR', 'always: where the ledger lies; a local disk, backed up'],
  [
    'WAYBILL_KEY_PEPPER',
    'on several machines, with `WAYBILL_CHECKPOINT_KEY`: the same secrets everywhere. One machine makes its own',
  ],
  ['upstreams.<name>.base_url', 'one for each account of a provider, with its `api_key`'],
  [
    'upstreams.<name>.billing_records_path',
    'where an upstream can say what it charged: then no hold waits for a person',
  ],
  [
    'targets.<name>.prices.eur_per_million_tokens.input',
    'what you charge for a model, beside `output`; a changed price needs a new `version`',
  ],
  ['profiles.<name>.targets', 'which targets answer a model name, in which order'],
  ['reservations.unknown_outcome', 'without billing records: whether a hold in doubt is charged by itself'],
  ['limits.tenant.requests_at_once_max', 'what one tenant may do at once, and with its siblings a minute'],
  ['bank_account.iban', 'where callers pay by bank transfer: the top-up shows it'],
];

const firstTable = (): string =>
  markdownTable(
    ['setting', 'when'],
    firstSettings.map(([setting, when]) => [`\`${setting}\``, when]),
  );

/** `docs/configuration.md`: every environment variable and every key of `waybill.yaml`. */
export function configurationPage(): string {
  const sections = [...sectionsOf(configFileSchema)].map(
    ([section, fields]) => `### ${section}\n\n${fullTable(fields)}`,
  );
  const reloadable = reloadableSections.map((section) => `\`${section}\``).join(', ');
  return `# Configuration

Two sources, checked whole at the start: the environment, and the file that \`WAYBILL_CONFIG\` names. A start that
is refused says which key, what is wrong, and what to write instead. Without \`WAYBILL_CONFIG\` the sandbox serves, with
[infra/sandbox.yaml](../infra/sandbox.yaml), which shows most settings. Anchors, aliases and merge keys of YAML (\`<<: *name\`) are
taken, 100 aliases at most.

## A first configuration

\`waybill init\` writes one for one provider, with two lines to edit. One for two providers:

${firstConfiguration}

## The ten settings you will touch

${firstTable()}

## Changes while it runs

A running gateway takes its file anew by \`waybill config reload\`, by SIGHUP, or by itself where \`WAYBILL_CONFIG_WATCH\` is
\`on\`. What changes: ${reloadable}. They count from the next request on; a request that runs ends with the upstream, the
prices and the credential that it began with.

- The new file is checked whole. One with a fault, one that changes anything else, and one with other prices under
  the id and version of a price list that this process has used are refused, and the old configuration stays: nothing is
  taken in part. The answer, and the log line \`configuration_refused\`, say where. A restart cannot compare with the
  previous file: give changed prices a new version yourself.
- Each change that is taken is an event, \`ConfigurationChanged\`, with the digest of the file, the settings that changed, the new
  price lists, and who asked. Before it, and at each start, all price lists are recorded whole, as \`PriceListsLoaded\`.
- \`waybill config check FILE\` says what is wrong with a file. \`waybill config diff FILE\` says what it would change
  in the file that \`WAYBILL_CONFIG\` names: settings, prices, names that come and go, and the keys and scopes that lose them. So
  edit a copy, compare it, put it in the place of the old file, and reload.
- \`\${file:path}\` stands for the content of a file, for secrets that are mounted and rotate; a relative path begins at the
  configuration. A file that is watched is looked at twice a second; a change while the gateway starts counts too. An
  upstream whose key rotates needs \`account\`: without it the key names the account, and conversations that are bound
  to it end.

## Environment

${fullTable(schemaFields(environmentSchema))}

These variables turn [traces](tracing.md) on. The official SDK reads them, and all other standard variables of
OpenTelemetry:

${fullTable(schemaFields(telemetryVariables))}

## waybill.yaml

Units are the end of a key's name. \`\${NAME}\` in any text is replaced by that environment variable, \`\${file:path}\` by the
content of that file; what is not there is refused, as is a key that is not listed here. \`<name>\` stands for a name of your choice.

${sections.join('\n\n')}

## Relations

Checked at start, beside the limits above:

- \`server.request_total_ms_max\` is at least, for each upstream, \`total_timeout_ms\` + \`server.write_stall_ms_max\`. The
  difference is what a reader may keep an answer waiting for; the upstream's own time stays whole.
- \`reservations.ttl_ms\` exceeds \`server.request_total_ms_max\` by a tenth: what is watched for so long is no running request.
- \`kafka.lease_ms\` is at least three times \`kafka.publish_timeout_ms\`; its topics have different names; \`kafka.tls\` has both
  \`cert_file\` and \`key_file\`, or neither.
- Keys of \`content_keys\` have different ids; engine \`eventstoredb\` needs the section, the same in every gateway.
- \`server.bodies_bytes_max\` is at least \`server.body_bytes_max\`: the largest body must fit.
- \`server.answers_bytes_max\` is at least \`server.answer_bytes_max\` and \`idempotency.answer_bytes_max\`: the largest
  answer must fit.
- Every target has \`prices\`, also when all of them are \`"0"\`: nothing is forwarded that has no price.
- Every upstream has an \`api_key\`, or \`credentials\` with different names, or \`auth: none\`.
- A profile names each target once, and one at least has a weight above 0.
- Where a profile names several targets, \`server.request_total_ms_max\` is at least \`pools.deadline_ms\` + the longest
  \`total_timeout_ms\` of them + \`server.write_stall_ms_max\`: attempts come one after the other.
- Targets name upstreams that are there, profiles targets, aliases and \`default_profile\` profiles. No alias has the name of
  a profile, and no profile is called \`switchyard\`.
`;
}

function sectionsOf(schema: z.ZodType): ReadonlyMap<string, readonly SchemaField[]> {
  return Map.groupBy(schemaFields(schema), ({ path }) => {
    const [section = ''] = path.split(/\.|\[\]/);
    return path === section ? 'top level' : section;
  });
}

function fullTable(fields: readonly SchemaField[]): string {
  const rows = fields.map((field) => [...summaryRow(field), field.meaning]);
  return markdownTable(['key', 'type or unit', 'default', 'limit', 'meaning'], rows);
}

function summaryRow(field: SchemaField): string[] {
  return [`\`${field.path}\``, unitOf(field), defaultOf(field), field.limit];
}

/** Nouns that a key's name ends with, where they are not the unit themselves. */
const unitOfEnding: Readonly<Record<string, string>> = {
  flight: 'requests',
  depth: 'levels',
  once: 'at once',
  waiting: 'waiting',
};

function unitOf({ path, type }: SchemaField): string {
  if (path.includes('eur_per_million_tokens.')) return 'euro per million tokens';
  if (type !== 'whole number') return type;
  const words = (path.split('.').at(-1) ?? '').split('_');
  if (words.includes('ms')) return 'ms';
  const per = words.indexOf('per');
  if (per > 0) return `${words[per - 1]} a ${words[per + 1]}`;
  const ending = words.findLast((word) => word !== 'max') ?? '';
  return unitOfEnding[ending] ?? (path === path.toUpperCase() ? type : ending);
}

function defaultOf(field: SchemaField): string {
  const { default: fallback, isRequired } = field;
  if (fallback === undefined) return isRequired ? 'required' : 'none';
  if (fallback === '') return 'empty';
  if (typeof fallback === 'string' || typeof fallback === 'boolean') return `\`${fallback}\``;
  if (typeof fallback !== 'number') return 'none';
  // A port is a name, not an amount.
  return unitOf(field) === field.type ? String(fallback) : fallback.toLocaleString('en');
}
