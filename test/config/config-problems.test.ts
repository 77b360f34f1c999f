import test from 'ava';
import { ConfigError, loadConfig, parseConfigFile } from '../../src/config.ts';

const parse = (text: string) => parseConfigFile(text, {}, 'waybill.yaml');

const rest = 'upstreams: {}\ntargets: {}\nprofiles: {}\n';
const section = 'a section with keys below it';

const refused = [
  ['upstream: {}', 'Did you mean upstreams\\? Unrecognized key: "upstream"\\n'],
  [
    'upstream: {}',
    `This is missing: ${section}\\n\\s*→ at upstreams\\n.*\\n\\s*→ at targets\\n.*\\n\\s*→ at profiles$`,
  ],
  [`${rest}nothing_alike: 1`, '✖ Unrecognized key: "nothing_alike"$'],
  [`${rest}server: { heartbeat: 1 }`, 'Did you mean heartbeat_ms\\? Unrecognized key: "heartbeat"\\n\\s*→ at server$'],
  [
    `${rest}server: { drain_timeout_ms: soon }`,
    'Expected a whole number of milliseconds, e\\.g\\. 30000\\n\\s*→ at server\\.drain_timeout_ms$',
  ],
  [`${rest}server: { drain_timeout_ms: 0.5 }`, 'Expected a whole number of milliseconds, e\\.g\\. 30000'],
  [`${rest}server: { body_bytes_max: big }`, 'Expected a whole number of bytes, e\\.g\\. 8388608'],
  ['upstreams: []\ntargets: {}\nprofiles: {}', `Expected ${section}\\n\\s*→ at upstreams$`],
  [`${rest}server: { processes: Auto }`, 'Expected auto, or a whole number, e\\.g\\. 1\\n\\s*→ at server\\.processes$'],
  [`${rest}server: { processes: null }`, 'Expected auto, or a whole number'],
  [`${rest}kafka: { brokers: one }`, 'Expected a list\\n\\s*→ at kafka\\.brokers'],
  ['just a text', `Expected ${section}$`],
] as const;

for (const [index, [text, message]] of refused.entries()) {
  test(`a problem is reported with what to write: ${index}`, (t) => {
    t.throws(() => parse(text), { instanceOf: ConfigError, message: new RegExp(message) });
  });
}

test('an empty file is reported as empty', (t) => {
  for (const text of ['', '\n', '# a comment\n', '---\n']) {
    t.throws(() => parse(text), { message: 'waybill.yaml is empty: `waybill init` writes a first configuration' });
  }
});

test('a file of several documents is refused in words for its author', (t) => {
  t.throws(() => parse(`${rest}---\nserver: {}\n`), {
    message: /^waybill\.yaml is not YAML: .* more than one document/,
  });
});

test('comparing a name of any length takes bounded work', (t) => {
  t.throws(() => parse(`${'x'.repeat(1_000)}: 1`), { message: /✖ Unrecognized key: "x+"/ });
});

test('an invalid port is reported with the valid ports', (t) => {
  for (const [variable, value, message] of [
    ['WAYBILL_PORT', 'http', /✖ Expected a port from 0 to 65535\n\s*→ at WAYBILL_PORT$/],
    ['WAYBILL_PORT', '70000', /✖ Expected a port from 0 to 65535\n/],
    ['WAYBILL_METRICS_PORT', 'on', /✖ Expected a port from 0 to 65535, or off\n/],
  ] as const) {
    t.throws(() => loadConfig({ [variable]: value }), { instanceOf: ConfigError, message });
  }
});
