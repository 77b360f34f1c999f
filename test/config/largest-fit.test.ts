import test from 'ava';
import { ConfigError, parseConfigFile } from '../../src/config.ts';

for (const [whole, section, largest, what] of [
  ['bodies_bytes_max', 'server', 'body_bytes_max', 'body'],
  ['answers_bytes_max', 'server', 'answer_bytes_max', 'answer'],
  ['answers_bytes_max', 'idempotency', 'answer_bytes_max', 'recorded answer'],
] as const) {
  test(`less memory for all than for the largest ${what} is refused`, (t) => {
    const text = `
upstreams: { there: { base_url: 'https://there.example/v1', auth: none } }
targets:
  one:
    upstream: there
    model: its-model
    surfaces: [chat_completions]
    prices: { id: plain, version: '1', eur_per_million_tokens: { input: '1', output: '2' } }
profiles: { light: { targets: [one] } }
`;
    const file = (bytes: number) => {
      const settings = { idempotency: { answer_bytes_max: 1 }, server: { answer_bytes_max: 1, [whole]: bytes } };
      const sections = { ...settings, [section]: { ...settings[section], [largest]: 100 } };
      const lines = Object.entries(sections).map(([name, values]) => `${name}: ${JSON.stringify(values)}\n`);
      return parseConfigFile([text, ...lines].join(''), {}, 'waybill.yaml');
    };
    t.throws(() => file(99), {
      instanceOf: ConfigError,
      message: new RegExp(
        `server\\.${whole} must be at least ${section}\\.${largest} \\(100\\): the largest ${what} must fit`,
      ),
    });
    t.notThrows(() => file(100));
  });
}
