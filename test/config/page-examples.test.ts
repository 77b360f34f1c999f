import test from 'ava';
import { parse, stringify } from 'yaml';
import { parseConfigFile } from '../../src/config.ts';
import { projectFiles, read } from '../house/_project-files.ts';

type Sections = Readonly<Record<string, Readonly<Record<string, object>> | undefined>>;

const prices = { id: 'page', version: '1', eur_per_million_tokens: { input: '1', output: '2' } };
const target = (upstream: string) => ({ upstream, model: 'model', surfaces: ['chat_completions'], prices });

/** What the parts of a configuration on other pages refer to without showing it. */
const referred: Sections = {
  upstreams: { own: { base_url: 'http://127.0.0.1:1/v1', api_key: 'key' } },
  targets: {
    own: target('own'),
    'small-judge': target('own'),
    'near-large': target('own'),
    'near-medium': target('own'),
    'far-large': target('own'),
  },
  profiles: { light: { targets: ['own'] }, advanced: { targets: ['own'] } },
};
const contentKeys = [{ id: 'page', key: 'ab'.repeat(32) }];

const variables = { OPENAI_KEY: 'a', ANTHROPIC_KEY: 'b', LEDGER_PASSWORD: 'c', CONTENT_KEY_2026: 'ab'.repeat(32) };
const keys = {
  ARCHIVE_KEY_ID: 'h',
  ARCHIVE_KEY: 'i',
  NEAR_KEY_1: 'd',
  NEAR_KEY_2: 'e',
  FAR_KEY: 'f',
  OPENROUTER_KEY: 'g',
  CONSOLE_CLIENT_SECRET: 'j',
};

const examplesOf = (path: string): readonly string[] =>
  [...read(path).matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, example = '']) => example);

test('the first configuration of the page is valid as it stands', (t) => {
  const [first = ''] = examplesOf('docs/configuration.md');
  t.deepEqual(Object.keys(parseConfigFile(first, variables, 'first').profiles), ['light', 'claude']);
});

test('each example of a page is valid, beside what it refers to', (t) => {
  const pages = projectFiles.filter((path) => /^docs\/[^/]+\.md$|^infra\/README\.md$/.test(path));
  const examples = pages.flatMap((path) => examplesOf(path).map((example) => ({ path, example })));
  t.true(examples.length >= 6);
  for (const { path, example } of examples) {
    const shown = parse(example) as Sections;
    const beside = Object.entries(referred).map(([section, its]) => [section, { ...its, ...shown[section] }]);
    const whole = { content_keys: contentKeys, ...shown, ...Object.fromEntries(beside) };
    t.notThrows(() => parseConfigFile(stringify(whole), { ...variables, ...keys }, path), path);
  }
});
