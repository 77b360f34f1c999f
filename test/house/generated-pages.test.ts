import test from 'ava';
import { describedEventTypes } from '../../docs/pages/events-page.ts';
import { generatedPages } from '../../docs/generate.ts';
import { eventCatalogue } from '../../src/domain/event-catalogue.ts';
import { schemaFields } from '../../docs/pages/schema-fields.ts';
import { environmentSchema } from '../../src/config/environment-schema.ts';
import { configFileSchema } from '../../src/config/config-file.ts';
import { read } from './_project-files.ts';

for (const [path, text] of generatedPages()) {
  test(`${path} is what the code says: otherwise run npm run docs`, (t) => {
    t.is(read(path), text);
  });
}

test('the page of events describes every type in the catalogue', (t) => {
  t.deepEqual(describedEventTypes.toSorted(), Object.keys(eventCatalogue).toSorted());
});

for (const [type, schema] of Object.entries(eventCatalogue)) {
  test(`every field of ${type} has a description`, (t) => {
    t.deepEqual(
      schemaFields(schema).filter(({ meaning }) => meaning === ''),
      [],
      'each field of an event is described: add .describe() to its schema, then npm run docs',
    );
  });
}

test('every setting has a description', (t) => {
  const settings = [...schemaFields(environmentSchema), ...schemaFields(configFileSchema)];
  t.deepEqual(
    settings.filter(({ meaning }) => meaning === ''),
    [],
    'each setting is described: add .describe() to its schema, then npm run docs',
  );
});

test('every setting that is a number has a limit', (t) => {
  const settings = [...schemaFields(environmentSchema), ...schemaFields(configFileSchema)];
  t.deepEqual(
    settings.filter(({ type, limit }) => type === 'whole number' && !limit.includes('–')),
    [],
    'each number in the configuration is bounded: give its schema .min() and .max(), then npm run docs',
  );
});
