import test from 'ava';
import type { LeafKind } from '../../../src/personal-data/text-map.ts';
import type { TextLeaf } from '../../../src/personal-data/text-leaf.ts';
import { bodies, fixtures, type Fixture } from './_fixtures.ts';
import { leavesOf } from '../../_support/parsed-texts.ts';

const undeclared = (leaves: Iterable<TextLeaf>): readonly string[] =>
  [...leaves].filter(({ kind }) => kind === 'undeclared').map(({ path }) => path);

test('every string of every fixture is declared', (t) => {
  t.true(fixtures.length > 100);
  const missed = fixtures.flatMap(({ name, shape, json }) =>
    undeclared(leavesOf(shape, json)).map((path) => `${name}: ${path}`),
  );
  t.deepEqual(missed, []);
});

/** What a string of a body looks like, whatever is declared of it. */
function looksLike(text: string): readonly LeafKind[] {
  if (text.includes('s3cret')) return ['secret'];
  if (text.includes('0paque')) return ['opaque', 'bound'];
  if (/^(https?|data):/.test(text)) return ['url', 'vocabulary'];
  if (text.includes('Ada')) return ['text', 'json_text', 'signed_text', 'token_text'];
  return ['vocabulary', 'token_text'];
}

for (const { name, shape, json } of bodies.filter((body) => !body.name.endsWith('-recorded'))) {
  test(`${name}: text is declared as text, and byte-exact data as that`, (t) => {
    const wrong = [...leavesOf(shape, json)].filter(
      ({ kind, text }) => text !== '' && !(looksLike(text) as readonly string[]).includes(kind),
    );
    t.deepEqual(
      wrong.map(({ path, kind, text }) => `${path}: ${kind} (${text})`),
      [],
    );
  });
}

/** The body with a member added to one of its objects, and where. */
function* withStranger({ json }: Fixture): Generator<{ readonly body: unknown; readonly path: string }> {
  const paths = [...objectsOf(json, [])];
  for (const steps of paths) {
    const body = structuredClone(json);
    const object = steps.reduce((value: unknown, step) => (value as Record<string, unknown>)[step], body);
    Object.assign(object as object, { a_stranger: 'speaks' });
    yield { body, path: steps.join('.') };
  }
}

function* objectsOf(value: unknown, path: readonly string[]): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield path;
  for (const [name, inner] of Object.entries(value)) yield* objectsOf(inner, [...path, name]);
}

/** Whose members are the caller's to name, or an upstream's: there no member is a stranger. */
const free: Readonly<Record<string, readonly string[]>> = {
  'chat-completions': [
    '$defs',
    'categories',
    'category_applied_input_types',
    'category_scores',
    'const',
    'dependentRequired',
    'dependentSchemas',
    'function',
    'logit_bias',
    'metadata',
    'patternProperties',
    'properties',
    'tools',
  ],
  messages: ['$defs', 'Ada list', 'input', 'input_examples', 'properties', 'trigger'],
  responses: [
    '$defs',
    'annotations',
    'arguments',
    'attributes',
    'categories',
    'category_applied_input_types',
    'category_scores',
    'client_metadata',
    'content',
    'env',
    'headers',
    'metadata',
    'properties',
    'tools',
    'variables',
  ],
  systemone: [
    'Mail of Ada',
    'answers',
    'assets',
    'criteria',
    'ctx',
    'diagnostics',
    'input',
    'instructions',
    'legend',
    'probabilities',
    'questions',
    'state',
    'trace',
  ],
};

test('an undeclared member is reported in every object of every fixture', (t) => {
  let reported = 0;
  const welcome = fixtures.flatMap((fixture) =>
    [...withStranger(fixture)].flatMap(({ body, path }) => {
      const leaves = [...leavesOf(fixture.shape, body)].filter((leaf) => /a_stranger~?$/.test(leaf.path));
      if (leaves.every(({ kind }) => kind === 'undeclared')) reported += 1;
      else
        t.true(
          leaves.some((leaf) => leaf.path.endsWith('~')),
          `${fixture.name}: ${path}`,
        );
      return leaves.every(({ kind }) => kind === 'undeclared') ? [] : [placeOf(fixture.name, path)];
    }),
  );
  t.log(`${reported} strangers were reported`);
  t.true(reported > 1_000);
  const expected = Object.entries(free).flatMap(([surface, members]) =>
    members.map((member) => `${surface} ${member}`),
  );
  t.deepEqual([...new Set(welcome)].toSorted(), expected);
});

/** The member that the free object is, without numbers. */
function placeOf(fixture: string, path: string): string {
  const named = path.split('.').filter((step) => !/^\d+$/.test(step));
  return `${fixture.split('/')[0]} ${named.at(-1)}`;
}
