import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { parse, stringify } from 'yaml';
import { parseConfigFile } from '../../src/config.ts';
import type { DraftedPrices } from '../../src/cli/prices/drafted-prices.ts';
import { environmentFor, testConfig } from '../_support/gateway.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { seededDirectory, waybill, waybillFailure, waybillJson } from '../_support/waybill-command.ts';

/** As LiteLLM's table has them in November 2026, floats and their noise included. */
const litellm = `{
  "sample_spec": { "litellm_provider": "one of them", "input_cost_per_token": 0.0 },
  "gpt-5.4": {
    "litellm_provider": "openai", "mode": "chat", "max_input_tokens": 1050000,
    "input_cost_per_token": 2.5e-06, "input_cost_per_token_above_272k_tokens": 5e-06,
    "cache_read_input_token_cost": 2.5e-07, "cache_read_input_token_cost_above_272k_tokens": 5.000000000000001e-07,
    "output_cost_per_token": 1.5e-05, "output_cost_per_token_above_272k_tokens": 2.25e-05,
    "input_cost_per_token_flex": 1.25e-06, "output_cost_per_token_flex": 7.5e-06, "cache_read_input_token_cost_flex": 1.3e-07,
    "input_cost_per_token_above_272k_tokens_flex": 2.5e-06, "output_cost_per_token_above_272k_tokens_flex": 1.125e-05,
    "input_cost_per_token_priority": 5E-6, "output_cost_per_token_priority": 0.000030, "cache_read_input_token_cost_priority": 5e-07,
    "input_cost_per_token_batches": 1.25e-06, "output_cost_per_token_batches": 7.5e-06,
    "search_context_cost_per_query": { "search_context_size_low": 0.01, "search_context_size_high": 0.025 },
    "regional_processing_uplift_multiplier_eu": 1.1, "deprecation_date": "2027-01-01", "supports_vision": true
  },
  "written": {
    "litellm_provider": "anthropic", "mode": "chat", "input_cost_per_token": 3e-06, "output_cost_per_token": 1.5e-05,
    "cache_creation_input_token_cost": 3.75e-06, "cache_creation_input_token_cost_above_1hr": 6e-06,
    "cache_creation_input_token_cost_above_12hr": 7e-06, "cache_creation_input_token_cost_above_1hr_above_200k_tokens": 1.2e-05,
    "input_cost_per_token_above_200k_tokens": 6e-06, "output_cost_per_token_above_200k_tokens": 2.25e-05,
    "input_cost_per_token_fast": 6e-06
  },
  "outputs": { "litellm_provider": "x", "mode": "chat", "output_cost_per_token": 1e-06 },
  "by-range": { "litellm_provider": "dashscope", "mode": "chat", "tiered_pricing": [
    { "range": [0, 256000.0], "input_cost_per_token": 5e-08, "output_cost_per_token": 4e-07 },
    { "range": [256000.0, 1000000.0], "input_cost_per_token": 2.5e-07, "output_cost_per_token": 2e-07 } ] },
  "listens": { "litellm_provider": "openai", "mode": "audio_transcription", "input_cost_per_second": 0.0001, "output_cost_per_second": 0.0001 },
  "speaks": { "litellm_provider": "openai", "mode": "audio_speech", "input_cost_per_character": 1.5e-05 },
  "draws": { "litellm_provider": "openai", "mode": "image_generation", "output_cost_per_image": 0.04 },
  "odd": { "litellm_provider": "x", "input_cost_per_token": 1e-06, "cache_creation_input_token_cost": -1, "cache_read_input_token_cost": "x",
    "input_cost_per_audio_token": 1e300, "output_cost_per_reasoning_token": 1e-06 },
  "unread": { "litellm_provider": "x", "input_cost_per_token": 1e-06, "output_cost_per_token": 1e-99 },
  "__proto__": { "litellm_provider": "x", "input_cost_per_token": 1e-06, "output_cost_per_token___proto__": 1 }
}`;

/** As genai-prices has them: dollars for a million tokens. */
const genai = `[
  { "id": "openai", "name": "OpenAI", "models": [
    { "id": "gpt-5.4", "match": { "equals": "gpt-5.4" }, "price_comments": "begin at\\n272K", "prices": {
        "input_mtok": { "base": 2.5, "tiers": [{ "start": 271999, "price": 5 }] },
        "cache_read_mtok": { "base": "0.25", "tiers": [{ "start": 271999, "price": 0.5 }] },
        "output_mtok": { "base": 15, "tiers": [{ "start": 271999, "price": 22.5 }] },
        "web_searches_kcount": 10, "storage_searches_kcount": 2.5 },
      "price_variants": [
        { "when": { "service_tier": "priority" }, "prices": { "input_mtok": 5, "output_mtok": 30 } },
        { "when": { "service_tier": "default" }, "prices": { "input_mtok": 99 } },
        { "when": { "processing": "batch" }, "prices": { "input_mtok": 1 } } ] } ] },
  { "id": "openrouter", "models": [
    { "id": "openai/gpt-5.4", "prices": { "input_mtok": 2.5, "output_mtok": 15 } },
    { "id": "shared", "prices": { "input_mtok": 1, "output_mtok": 2 } } ] },
  { "id": "deepseek", "models": [
    { "id": "shared", "prices": { "input_mtok": 1, "output_mtok": 2 } },
    { "id": "by-day", "prices": [
      { "prices": { "input_mtok": 1, "output_mtok": 2 } },
      { "constraint": { "type": "start_date", "start_date": "2020-01-01" }, "prices": { "input_mtok": 3, "output_mtok": 4 } },
      { "constraint": { "type": "start_date", "start_date": "9999-01-01" }, "prices": { "input_mtok": 5, "output_mtok": 6 } } ] },
    { "id": "by-hour", "prices": [
      { "prices": { "input_mtok": 0.135, "output_mtok": 0.55 } },
      { "constraint": { "type": "time_of_date", "start_time": "00:30:00Z", "end_time": "16:30:00Z" },
        "prices": { "input_mtok": 0.27, "output_mtok": 1.1 } } ] } ] }
]`;

const files = { litellm, 'genai-prices': genai } as const;

function fileOf(t: ExecutionContext, from: keyof typeof files): string {
  const path = join(scratchFolder(t), `${from}.json`);
  writeFileSync(path, files[from]);
  return path;
}

interface Drafts {
  readonly drafts: readonly (DraftedPrices & { readonly model: string })[];
}

async function draftsOf(t: ExecutionContext, from: keyof typeof files, models: string, usdEur = '0.92') {
  const args = ['prices', 'draft', fileOf(t, from), '--from', from, '--usd-eur', usdEur, '--models', models];
  const { drafts } = (await waybillJson(t, {}, ...args)) as unknown as Drafts;
  return drafts.map(({ prices: { version, ...prices }, ...rest }) => {
    t.regex(version, /^\d{4}-\d\d-\d\d$/);
    return { ...rest, prices };
  });
}

test('a draft of LiteLLM has every threshold and service tier, exactly, and names what it leaves out', async (t) => {
  const [draft] = await draftsOf(t, 'litellm', 'gpt-5.4');
  t.deepEqual(draft?.prices, {
    id: 'gpt-5.4',
    eur_per_million_tokens: { input: '2.30', cached_input: '0.23', output: '13.80' },
    eur_per_thousand_web_searches: '23.00',
    above: [
      { input_tokens: 272_000, eur_per_million_tokens: { input: '4.60', cached_input: '0.46', output: '20.70' } },
    ],
    service_tiers: {
      flex: {
        input: '1.15',
        cached_input: '0.1196',
        output: '6.90',
        above: [{ input_tokens: 272_000, eur_per_million_tokens: { input: '2.30', output: '10.35' } }],
      },
      priority: { input: '4.60', cached_input: '0.46', output: '27.60', above: [] },
    },
  } as never);
  t.is(draft?.fault, null);
  t.deepEqual(draft?.notes, [
    'prices of batches, which no surface takes',
    'two prices of eur_per_thousand_web_searches: the dearer one is taken',
    'regional_processing_uplift_multiplier_eu: 1.1',
    'deprecation_date: 2027-01-01',
    'flex: above 272000: no price of cached_input: that of input is taken',
    'priority: no prices of long input: one price is taken',
  ]);
});

test('a draft fills in what is missing by what costs more, and is no cheaper for it', async (t) => {
  const [draft] = await draftsOf(t, 'litellm', 'written', '1');
  t.deepEqual(draft?.prices, {
    id: 'written',
    eur_per_million_tokens: { input: '3.00', cache_write: '3.75', cache_write_1h: '7.00', output: '15.00' },
    above: [
      { input_tokens: 200_000, eur_per_million_tokens: { input: '6.00', cache_write_1h: '12.00', output: '22.50' } },
    ],
    service_tiers: { fast: { input: '6.00', cache_write_1h: '7.00', output: '15.00', above: [] } },
  } as never);
  t.deepEqual(draft?.notes, [
    'two prices of cache_write_1h: the dearer one is taken',
    'above 200000: no price of cache_write: that of input is taken',
    'fast: no price of cache_write: that of input is taken',
    'fast: no price of cache_write_1h: that of the model is taken',
    'fast: no price of output: that of the model is taken',
    'fast: no prices of long input: one price is taken',
  ]);
});

test('a draft that the configuration would refuse says so: longer input that is cheaper', async (t) => {
  const [draft] = await draftsOf(t, 'litellm', 'by-range', '1');
  t.like(draft?.prices, {
    eur_per_million_tokens: { input: '0.05', output: '0.40' },
    above: [{ input_tokens: 256_000, eur_per_million_tokens: { input: '0.25', output: '0.20' } }],
  } as never);
  t.regex(String(draft?.fault), /^above\[0\] has a lower price of output/);
});

test('speech and recordings are priced by characters and hours', async (t) => {
  const [listens, speaks] = await draftsOf(t, 'litellm', 'listens,speaks');
  t.like(listens?.prices, { eur_per_audio_hour: '0.3312', eur_per_million_tokens: { input: '0.00', output: '0.00' } });
  t.true(listens?.notes.includes('output_cost_per_second: 0.0001'));
  t.like(speaks?.prices, { eur_per_million_characters: '13.80' });
});

test('numbers that are no prices are named, and never taken', async (t) => {
  const [odd, proto] = await draftsOf(t, 'litellm', 'odd,__proto__', '1');
  t.deepEqual(odd?.prices.eur_per_million_tokens, { input: '1.00', output: '0.00', reasoning: '1.00' });
  for (const note of ['cache_creation_input_token_cost: -1', 'input_cost_per_audio_token: 1e300']) {
    t.true(odd?.notes.includes(note), note);
  }
  t.deepEqual(proto?.prices.eur_per_million_tokens, { input: '1.00', output: '0.00' });
});

test('a draft of genai-prices has thresholds and variants, and the words of the source', async (t) => {
  const [draft, day, hour] = await draftsOf(t, 'genai-prices', 'openai/gpt-5.4,by-day,by-hour', '1');
  t.deepEqual(draft?.prices, {
    id: 'openai/gpt-5.4',
    eur_per_million_tokens: { input: '2.50', cached_input: '0.25', output: '15.00' },
    eur_per_thousand_web_searches: '10.00',
    above: [
      { input_tokens: 271_999, eur_per_million_tokens: { input: '5.00', cached_input: '0.50', output: '22.50' } },
    ],
    service_tiers: { priority: { input: '5.00', output: '30.00', above: [] } },
  } as never);
  t.deepEqual(draft?.notes, [
    'storage_searches_kcount: 2.5',
    'other prices where {"processing":"batch"}',
    'comment: begin at 272K',
    'priority: no price of cached_input: that of input is taken',
    'priority: no prices of long input: one price is taken',
  ]);
  t.deepEqual(day?.prices.eur_per_million_tokens, { input: '3.00', output: '4.00' });
  t.regex(String(day?.notes), /other prices where .*9999-01-01.*"5"/);
  t.deepEqual(hour?.prices.eur_per_million_tokens, { input: '0.27', output: '1.10' }, 'the dearest of the day');
  t.regex(String(hour?.notes), /other prices where .*00:30:00Z/);
});

test('a wrong file, form, model, rate or output is refused, and the words say what to do', async (t) => {
  const [table, list] = [fileOf(t, 'litellm'), fileOf(t, 'genai-prices')];
  const text = join(scratchFolder(t), 'page.html');
  writeFileSync(text, '<html>');
  const failure = async (path: string, from: string, models: string, ...more: readonly string[]) => {
    const rate = more.includes('--usd-eur') ? [] : ['--usd-eur', '0.92'];
    return await waybillFailure(t, {}, 'prices', 'draft', path, '--from', from, '--models', models, ...rate, ...more);
  };
  for (const [failed, exitCode, code, words] of [
    [failure(`${table}.gz`, 'litellm', 'gpt-5.4'), 3, 'prices_unusable', /cannot be read \(ENOENT\): name a file/],
    [failure(text, 'litellm', 'gpt-5.4'), 3, 'prices_unusable', /is not JSON: name the file as it was downloaded/],
    [failure(list, 'litellm', 'gpt-5.4'), 3, 'prices_unusable', /is not a table of models.*another --from/],
    [failure(table, 'genai-prices', 'gpt-5.4'), 3, 'prices_unusable', /is not a list of providers/],
    [failure(table, 'litellm', 'gpt'), 1, 'model_unknown', /has no model gpt: it has gpt-5\.4/],
    [failure(table, 'litellm', 'constructor'), 1, 'model_unknown', /look for its name in the file/],
    [failure(list, 'genai-prices', 'shared'), 1, 'model_ambiguous', /name one of openrouter\/shared, deepseek\/shared/],
    [
      failure(table, 'litellm', 'draws'),
      1,
      'model_unpriced',
      /draws has no price of input or of output that a list can have/,
    ],
    [failure(table, 'litellm', 'unread'), 1, 'model_unpriced', /unread has no price of input or of output/],
    [failure(table, 'litellm', 'outputs'), 1, 'model_unpriced', /outputs has no price of input/],
    [
      failure(table, 'litellm', 'gpt-5.4', '--out', table),
      1,
      'file_exists',
      /is there already: name a new file with --out/,
    ],
    [failure(table, 'litellm', 'gpt-5.4', '--out', '/nowhere/x'), 3, 'file_unwritable', /cannot be written \(ENOENT\)/],
    [failure(table, 'litellm', 'gpt-5.4', '--usd-eur', '0,92'), 2, 'wrong_usage', /how many euro a dollar is/],
    [failure(table, 'litellm', 'gpt-5.4', '--usd-eur', '0'), 2, 'wrong_usage', /how many euro a dollar is/],
    [failure(table, 'tokenlens', 'gpt-5.4'), 2, 'wrong_usage', /Allowed choices are genai-prices, litellm/],
  ] as const) {
    const found = await failed;
    t.like(found, { exitCode, code });
    t.regex(String(found.message), words);
  }
});

/** The commands of the page, with what they name put into a folder. */
const pageCommands = [...readFileSync('docs/prices.md', 'utf8').matchAll(/^ *npx waybill (.*)$/gm)].map(
  ([, words = '']) => words.split(' '),
);

test('the commands of the page turn published prices into a configuration that agrees with them', async (t) => {
  const folder = scratchFolder(t);
  const files = { 'model_prices.json': litellm } as const;
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const inFolder = (word: string): string => (/\.(json|yaml)$/.test(word) ? join(folder, word) : word);
  const [draft, check, compare, set = [], ...more] = pageCommands.map((words) => words.map(inFolder));
  t.deepEqual(more, []);
  const ofLedger = await seededDirectory(t);
  const { id } = await waybillJson(t, ofLedger, 'resellers', 'create', '--name', 'A reseller');
  const known = set.map((word) => (word === '"$RESELLER_ID"' ? String(id) : word));
  t.like(await waybillJson(t, ofLedger, ...known), { data: [{ level: 'platform', factor_basis_points: 9_000 }] });
  const written = await waybill(t, {}, ...(draft ?? []));
  t.is(written.exitCode, 0, written.stderr);

  const drafted = parse(readFileSync(join(folder, 'drafts.yaml'), 'utf8')) as { targets: Record<string, object> };
  const target = { upstream: 'sandbox', surfaces: ['chat_completions'] };
  const config = testConfig({ baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'k' }) as Record<string, object>;
  const environment = environmentFor(folder, config);
  const targets = Object.entries(drafted.targets).map(([name, prices]) => [
    name,
    { ...target, model: name, ...prices },
  ]);
  const configured = (change: (text: string) => string = (text) => text): void =>
    writeFileSync(
      join(folder, 'waybill.yaml'),
      change(stringify({ ...config, targets: { ...config['targets'], ...Object.fromEntries(targets) } })),
    );
  configured();
  t.regex((await waybill(t, environment, ...(check ?? []))).stdout, /can be used/);
  const same = await waybill(t, environment, ...(compare ?? []));
  t.is(same.exitCode, 0, same.stderr);
  t.regex(
    same.stdout,
    /targets\.small: the file has no such model, or several\n1 price list compared: 0 differences above 1 %\n$/,
  );

  // A slip of the hand: within one percent, and beyond it in one tier.
  configured((text) => text.replace('"20.70"', '"20.90"').replace('"27.60"', '"27.87"'));
  t.is((await waybill(t, environment, ...(compare ?? []))).exitCode, 0);
  configured((text) => text.replace('"20.70"', '"22.50"').replace('"27.60"', '"27.88"'));
  const other = await waybill(t, environment, ...(compare ?? []));
  t.is(other.exitCode, 1);
  t.regex(
    other.stdout,
    /targets\.gpt-5\.4: output above 272000 tokens of input costs 22\.500000000, in the file 20\.700000000/,
  );
  t.regex(other.stdout, /targets\.gpt-5\.4: output of priority costs 27\.880000000, in the file 27\.600000000/);
  t.regex(other.stdout, /1 price list compared: 2 differences above 1 %/);
});

test('config check compares thresholds that only one of the two has, in JSON too', async (t) => {
  const folder = scratchFolder(t);
  const config = testConfig(
    { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'k' },
    {
      target: {
        model: 'gpt-5.4',
        prices: {
          id: 'p',
          version: '1',
          eur_per_million_tokens: { input: '2.30', cached_input: '0.23', output: '13.80' },
        },
      },
    },
  );
  const environment = environmentFor(folder, config);
  const args = ['--from', 'litellm', '--usd-eur', '0.92'];
  const { exitCode, stdout } = await waybill(
    t,
    environment,
    'config',
    'check',
    '--prices',
    fileOf(t, 'litellm'),
    ...args,
    '--json',
  );
  t.is(exitCode, 1);
  const { prices } = JSON.parse(stdout) as { prices: { differences: readonly object[]; compared: number } };
  t.is(prices.compared, 1);
  t.deepEqual(prices.differences[0], {
    target: 'small',
    counter: 'input',
    service_tier: null,
    above_input_tokens: 272_000,
    configured_eur: '2.300000000',
    file_eur: '4.600000000',
  });
  t.is(prices.differences.length, 3);
  const failure = await waybillFailure(t, environment, 'config', 'check', ...args);
  t.like(failure, { exitCode: 2, code: 'wrong_usage' });
  t.regex(String(failure.message), /--prices, --from and --usd-eur go together/);
});

test('a draft is taken by the configuration as it stands', async (t) => {
  const path = fileOf(t, 'litellm');
  const args = ['--from', 'litellm', '--usd-eur', '0.92', '--models', 'gpt-5.4,written,speaks'];
  const { stdout } = await waybill(t, {}, 'prices', 'draft', path, ...args);
  t.regex(stdout, /^# For review: nothing of this is applied\./);
  t.regex(stdout, /\n {2}# deprecation_date: 2027-01-01\n/);
  const { targets } = parse(stdout) as { targets: Record<string, object> };
  t.deepEqual(Object.keys(targets), ['gpt-5.4', 'written', 'speaks']);
  const upstreams = { there: { base_url: 'http://127.0.0.1:1/v1', api_key: 'k' } };
  const whole = Object.entries(targets).map(([name, prices]) => [
    name,
    { upstream: 'there', model: name, surfaces: ['chat_completions'], ...prices },
  ]);
  const config = { upstreams, targets: Object.fromEntries(whole), profiles: { light: { targets: ['written'] } } };
  t.notThrows(() => parseConfigFile(stringify(config), {}, 'waybill.yaml'));
});
