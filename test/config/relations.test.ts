import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { stringify } from 'yaml';
import { ConfigError, loadLedgerConfig, parseConfigFile } from '../../src/config.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';

type Section = Readonly<Record<string, unknown>>;

const prices = { id: 'plain', version: '1', eur_per_million_tokens: { input: '1', output: '2' } };
const target = { upstream: 'there', model: 'its-model', surfaces: ['chat_completions'], prices };
const upstream = { base_url: 'https://there.example/v1', api_key: 'secret' };
const least = {
  upstreams: { there: upstream },
  targets: { one: target, two: target },
  profiles: { light: { targets: ['one'] } },
};
const credentials = [{ name: 'first', api_key: 'secret' }];

const inProfile = (targets: unknown): Section => ({ ...least, profiles: { light: { targets } } });
const ofUpstream = (settings: Section): Section => ({ ...least, upstreams: { there: settings } });
const ofKafka = (settings: Section): Section => ({ ...least, kafka: { brokers: ['k.example:9092'], ...settings } });
const ofTarget = (settings: Section): Section => ({ ...least, targets: { ...least.targets, two: settings } });

const dearer = { input: '2', output: '4' };
const ofPrices = (settings: Section): Section => ofTarget({ ...target, prices: { ...prices, ...settings } });

const refusals: readonly (readonly [what: string, document: Section, says: RegExp])[] = [
  [
    'a threshold below the one before it',
    ofPrices({
      above: [
        { input_tokens: 200_000, eur_per_million_tokens: dearer },
        { input_tokens: 200_000, eur_per_million_tokens: dearer },
      ],
    }),
    /targets\.two\.prices\.above\[1\]\.input_tokens must exceed 200000, that of the tier before it/,
  ],
  [
    'long input that is cheaper by mistake',
    ofPrices({ above: [{ input_tokens: 200_000, eur_per_million_tokens: { input: '2', output: '0.4' } }] }),
    /targets\.two\.prices\.above\[0\] has a lower price of output than shorter input has: correct it, or add cheaper: true/,
  ],
  [
    'a third length that is cheaper than the second',
    ofPrices({
      above: [
        { input_tokens: 200_000, eur_per_million_tokens: dearer },
        { input_tokens: 400_000, eur_per_million_tokens: { ...dearer, cached_input: '1' } },
      ],
    }),
    /targets\.two\.prices\.above\[1\] has a lower price of cached_input/,
  ],
  [
    'a service tier that does not say what long input costs',
    ofPrices({
      above: [{ input_tokens: 200_000, eur_per_million_tokens: dearer }],
      service_tiers: { flex: { input: '0.5', output: '1' } },
    }),
    /targets\.two\.prices\.service_tiers\.flex\.above is missing: .* or \[\] if it has none/,
  ],
  [
    'a service tier whose long input is cheaper by mistake',
    ofPrices({
      service_tiers: {
        flex: { ...dearer, above: [{ input_tokens: 9, eur_per_million_tokens: { input: '1', output: '4' } }] },
      },
    }),
    /targets\.two\.prices\.service_tiers\.flex\.above\[0\] has a lower price of input/,
  ],
  [
    'a profile whose members all have the weight 0',
    inProfile([
      { target: 'one', weight: 0 },
      { target: 'two', weight: 0 },
    ]),
    /profiles\.light\.targets has no member with a weight above 0: no target would get requests/,
  ],
  [
    'a profile with one target twice',
    inProfile([
      { target: 'one', weight: 1 },
      { target: 'one', weight: 2 },
    ]),
    /profiles\.light\.targets names one twice: list it once, with a weight/,
  ],
  [
    'a list of credentials beside a key',
    ofUpstream({ ...upstream, credentials }),
    /upstreams\.there has credentials beside api_key: leave one of them out/,
  ],
  [
    'a list of credentials beside auth: none',
    ofUpstream({ base_url: upstream.base_url, auth: 'none', credentials }),
    /upstreams\.there has credentials beside auth: none: leave one of them out/,
  ],
  [
    'two credentials of one name',
    ofUpstream({ base_url: upstream.base_url, credentials: [...credentials, ...credentials] }),
    /upstreams\.there\.credentials names first twice/,
  ],
  [
    'several targets without the time for one attempt after the other',
    { ...inProfile(['one', 'two']), server: { request_total_ms_max: 650_000 }, pools: { deadline_ms: 60_000 } },
    /server\.request_total_ms_max must be at least pools\.deadline_ms \+ total_timeout_ms \+ server\.write_stall_ms_max \(\d+\) for profiles\.light/,
  ],
  [
    'speech without a price for its characters',
    ofTarget({ ...target, surfaces: ['audio_speech'] }),
    /targets\.two\.prices has no eur_per_million_characters\. audio_speech needs it for answers without token counts/,
  ],
  [
    'a transcription without a price for its time',
    ofTarget({ ...target, surfaces: ['audio_transcriptions'] }),
    /targets\.two\.prices has no eur_per_audio_hour\. audio_transcriptions needs it/,
  ],
  [
    'a judge that serves another surface',
    {
      ...ofTarget({ ...target, surfaces: ['messages'] }),
      profiles: { light: { targets: ['one'] }, heavy: { targets: ['one'] } },
      switchyard: { ask: 'llm', judge: 'two', candidates: [{ profile: 'light' }, { profile: 'heavy' }] },
    },
    /switchyard\.judge names two, which does not serve chat_completions/,
  ],
  [
    'files at an upstream that is not listed',
    { ...least, files: { openai: { upstream: 'gone' } } },
    /files\.openai\.upstream names gone, which upstreams does not list/,
  ],
  [
    'lost uploads that are looked up while they may still run',
    {
      ...ofUpstream({ ...upstream, total_timeout_ms: 600_000 }),
      files: { anthropic: { upstream: 'there' }, lost_upload_grace_ms: 600_000 },
    },
    /files\.lost_upload_grace_ms must exceed upstreams\.there\.total_timeout_ms \(600000\)/,
  ],
  [
    'less room for all uploads than for the largest',
    { ...least, files: { bytes_max: 1_000, uploads_bytes_max: 1_999 }, server: { audio_bytes_max: 2_000 } },
    /files\.uploads_bytes_max must be at least files\.bytes_max and server\.audio_bytes_max \(2000\)/,
  ],
  [
    'an alias for a profile that is not listed',
    { ...least, aliases: { cheap: 'dark' } },
    /aliases\.cheap names dark, which profiles does not list/,
  ],
  [
    'a lease of the relay that may end during a publication',
    ofKafka({ lease_ms: 29_999, publish_timeout_ms: 10_000 }),
    /kafka\.lease_ms must be at least three times kafka\.publish_timeout_ms/,
  ],
  [
    'two topics of one name',
    ofKafka({ topics: { ledger: { name: 'same' }, responses: { name: 'same' } } }),
    /kafka\.topics must have three different names/,
  ],
  [
    'a client certificate without its key',
    ofKafka({ tls: { cert_file: '/c.pem' } }),
    /kafka\.tls needs both cert_file and key_file, or neither/,
  ],
  [
    'a default profile that is not listed',
    { ...least, default_profile: 'dark' },
    /default_profile dark is not among profiles/,
  ],
];

for (const [what, document, says] of refusals) {
  test(`refused: ${what}`, (t) => {
    const error = t.throws(() => parseConfigFile(stringify(document), {}, 'waybill.yaml'), { instanceOf: ConfigError });
    t.regex(error?.message ?? '', says);
    t.notRegex(error?.message ?? '', /secret/);
  });
}

test('the configuration that these change is accepted', (t) => {
  t.notThrows(() => parseConfigFile(stringify(least), {}, 'waybill.yaml'));
  t.notThrows(() => parseConfigFile(stringify(inProfile(['one', 'two'])), {}, 'waybill.yaml'));
});

test('a ledger section that cannot be used is reported to commands that read only it', (t) => {
  const path = join(scratchFolder(t), 'waybill.yaml');
  writeFileSync(path, stringify({ ledger: { engine: 'postgres' }, targets: 'not read' }));
  const error = t.throws(() => loadLedgerConfig({ WAYBILL_CONFIG: path }), { instanceOf: ConfigError });
  t.regex(error?.message ?? '', /waybill\.yaml: ledger cannot be used:\n.*engine/s);
});

test('commands that read only the ledger section do not take a misspelled one, or no configuration at all, for absent', (t) => {
  const path = join(scratchFolder(t), 'waybill.yaml');
  const refusalOf = (text: string): string => {
    writeFileSync(path, text);
    return t.throws(() => loadLedgerConfig({ WAYBILL_CONFIG: path }), { instanceOf: ConfigError }).message;
  };
  t.regex(refusalOf('ledgr: { engine: eventstoredb }\n'), /cannot be used:\n.*Did you mean ledger\?.*ledgr/s);
  t.regex(refusalOf('no sections\n'), /waybill\.yaml cannot be used:\n.*Expected a section/s);
  t.regex(refusalOf(''), /waybill\.yaml cannot be used:\n/);
});
