import test from 'ava';
import { parse, stringify } from 'yaml';
import { ConfigError, parseConfigFile } from '../../src/config.ts';
import { switchyardConfig } from '../_support/switchyard-scene.ts';

const upstream = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'key' };
type Section = Readonly<Record<string, unknown>>;

function refusalOf(switchyard: Section): string {
  // What the scene configures is read again, as a file is.
  const file = parse(stringify(switchyardConfig(upstream, { switchyard }))) as object;
  try {
    parseConfigFile(stringify(file), {}, 'waybill.yaml');
    return 'none';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

const [light, advanced] = [{ profile: 'light' }, { profile: 'advanced' }];

const refusals: readonly (readonly [what: string, section: Section, says: RegExp])[] = [
  [
    'a profile that is not there',
    { candidates: [light, { profile: 'heavy' }] },
    /candidates\[1\]\.profile names heavy/,
  ],
  ['a profile twice', { candidates: [light, light] }, /candidates\[1\]\.profile names light a second time/],
  ['one candidate alone', { candidates: [light] }, /candidates/],
  [
    'a surface that is not mapped',
    { candidates: [light, { ...advanced, surfaces: ['audio_speech'] }] },
    /surfaces names audio_speech, which no target of advanced serves/,
  ],
  ['a fall-back that is no candidate', { fallback: 'heavy' }, /fallback names heavy/],
  ['strict without anybody to ask', { strict: true }, /strict needs switchyard\.ask/],
  ['a judge that nobody asks', { judge: 'judge' }, /judge is not used without switchyard\.ask/],
  ['asking without a judge', { ask: 'llm' }, /ask: llm needs switchyard\.judge/],
  ['a judge that is no target', { ask: 'llm', judge: 'nobody' }, /judge names nobody, which targets does not list/],
  ['an engine without its address', { ask: 'engine', judge: 'judge' }, /engine_url and engine_port/],
  [
    'an engine elsewhere than on loopback',
    { ask: 'engine', judge: 'judge', engine_url: 'http://engine.example:4000', engine_port: 4_100 },
    /engine_url/,
  ],
  [
    'a mode of the engine that answers',
    {
      ask: 'engine',
      judge: 'judge',
      engine_url: 'http://127.0.0.1:4000',
      engine_port: 4_100,
      engine_mode: 'escalation',
    },
    /answer while they decide/,
  ],
];

for (const [what, section, says] of refusals) {
  test(`is refused at start: ${what}`, (t) => {
    t.regex(refusalOf(section), says);
  });
}

test('a consistent section is accepted', (t) => {
  t.is(refusalOf({}), 'none');
  t.is(refusalOf({ policy: 'economy', fallback: 'advanced' }), 'none');
  t.is(refusalOf({ ask: 'systemone', judge: 'judge', strict: true }), 'none');
  t.is(refusalOf({ ask: 'engine', judge: 'judge', engine_url: 'http://127.0.0.1:4000', engine_port: 4_100 }), 'none');
});
