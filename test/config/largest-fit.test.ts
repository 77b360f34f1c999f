import test from 'ava';
import { ConfigError, parseConfigFile } from '../../src/config.ts';

for (const [whole, largest, what] of [
  ['bodies_bytes_max', 'body_bytes_max', 'body'],
  ['answers_bytes_max', 'answer_bytes_max', 'answer'],
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
server: { ${largest}: 100, ${whole}: `;
    const file = (bytes: number) => parseConfigFile(`${text}${bytes} }\n`, {}, 'waybill.yaml');
    t.throws(() => file(99), {
      instanceOf: ConfigError,
      message: new RegExp(
        `server\\.${whole} must be at least server\\.${largest} \\(100\\): the largest ${what} must fit`,
      ),
    });
    t.notThrows(() => file(100));
  });
}
