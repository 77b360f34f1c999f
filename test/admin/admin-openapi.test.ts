import test from 'ava';
import { z } from 'zod';
import { adminOpenapi } from '../../src/admin/admin-openapi.ts';
import { adminOperations } from '../../src/admin/operations.ts';
import { assertDescribed } from '../_support/described-answer.ts';

/** What the description says of answers, and that tests hold answers to it. */

type Schema = Readonly<Record<string, unknown>>;

interface Described {
  readonly tags: readonly { readonly name: string }[];
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly tags: readonly string[];
            readonly responses: Readonly<
              Record<string, { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }>
            >;
          }
        >
      >
    >
  >;
}

// Of its own making: JSON of this shape.
const described = JSON.parse(JSON.stringify(adminOpenapi(adminOperations))) as Described;
const { schemas } = described.components;
const operations = Object.values(described.paths).flatMap((methods) => Object.values(methods));

/** All schemas of the components, with the path of each. */
function* schemasBelow(schema: unknown, path: string): Generator<{ readonly path: string; readonly schema: Schema }> {
  if (typeof schema !== 'object' || schema === null) return;
  yield { path, schema: schema as Schema };
  for (const [name, below] of Object.entries(schema)) yield* schemasBelow(below, `${path}/${name}`);
}

const all = Object.entries(schemas).flatMap(([name, schema]) => [...schemasBelow(schema, name)]);

test('each JSON answer is a named component, and each reference resolves', (t) => {
  const answers = operations.flatMap(({ responses }) => responses['200']?.content['application/json'] ?? []);
  t.is(answers.length, adminOperations.filter(({ produces }) => produces === undefined).length);
  const refs = [...answers.map(({ schema }) => schema), ...all.map(({ schema }) => schema)].flatMap(({ $ref }) =>
    typeof $ref === 'string' ? $ref : [],
  );
  t.true(answers.every(({ schema }) => typeof schema['$ref'] === 'string'));
  t.deepEqual(
    refs.filter((ref) => !(ref.replace('#/components/schemas/', '') in schemas)),
    [],
  );
});

test('each object lists its members, or says what all of them are', (t) => {
  const open = all.filter(({ schema }) => schema['type'] === 'object' && !('additionalProperties' in schema));
  t.deepEqual(
    open.map(({ path }) => path),
    [],
  );
});

test('a union is of a schema and `null` alone: generators of clients make no types of others', (t) => {
  const unions = all.filter(({ schema }) => 'oneOf' in schema || 'allOf' in schema || 'anyOf' in schema);
  const others = unions.filter(({ schema }) => {
    const any = (schema['anyOf'] ?? []) as readonly Schema[];
    return any.length !== 2 || any[1]?.['type'] !== 'null';
  });
  t.true(unions.length > 0);
  t.deepEqual(
    others.map(({ path }) => path),
    [],
  );
});

test('no component has a member of its own name: clients in Python call the object of a component by it', (t) => {
  const named = Object.entries(schemas).filter(([id, { properties }]) => {
    const own = id.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase();
    return typeof properties === 'object' && properties !== null && Object.hasOwn(properties, own);
  });
  t.deepEqual(
    named.map(([id]) => id),
    [],
  );
});

test('each example is what its schema says', (t) => {
  const exampled = all.filter(({ schema }) => Array.isArray(schema['examples']));
  t.true(exampled.length > 0);
  for (const { path, schema } of exampled) {
    for (const example of schema['examples'] as readonly unknown[]) {
      t.true(z.fromJSONSchema(schema).safeParse(example).success, `${path}: ${JSON.stringify(example)}`);
    }
  }
});

test('each operation is in a group, and each group is described', (t) => {
  const used = new Set(operations.flatMap(({ tags }) => tags));
  t.deepEqual([...used].toSorted(), described.tags.map(({ name }) => name).toSorted());
});

test('an answer with a member that is not described, or without one that is, does not pass', (t) => {
  const id = '0198f0b6-8f00-7000-8000-000000000001';
  const answer = {
    object: 'list',
    data: [{ object: 'stored_file', id: 'file-1', dialect: 'openai', bytes: 1 }],
    next: null,
  };
  const whole = { created_at: '2026-11-20T09:30:00.000Z', expires_at: null };
  const withMembers = (members: object) => ({ ...answer, data: answer.data.map((file) => ({ ...file, ...members })) });
  t.notThrows(() => assertDescribed('GET', `/files?user_id=${id}`, withMembers(whole)));
  t.throws(() => assertDescribed('GET', '/files', answer), { message: /created_at/ });
  t.throws(() => assertDescribed('GET', '/files', withMembers({ ...whole, name: 'secret.txt' })), { message: /name/ });
});
