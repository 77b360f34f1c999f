import test from 'ava';
import * as fc from 'fast-check';
import { scanJsonObject } from '../../src/wire/json-text.ts';
import { declaredLeaves, type TextLeaf } from '../../src/personal-data/text-leaf.ts';
import type { TextShape } from '../../src/personal-data/text-map.ts';
import { anyText } from '../../src/protocols/messages/tool-texts.ts';
import { pathsOf } from '../_support/json-paths.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { jsonText } from './_json-documents.ts';
import { leavesOf } from '../_support/parsed-texts.ts';

const tree: TextShape = {
  '7|model': 'vocabulary',
  usage: () => tree,
  '[]': () => tree,
  '[].model': 'opaque',
  '*': () => tree,
};

for (const [name, shape] of Object.entries<TextShape>({ nothing: {}, everything: anyText, tree })) {
  test(`every string is visited once, in its order, by a shape that declares ${name}`, (t) => {
    t.notThrows(() => {
      fc.assert(
        fc.property(jsonText, (text) => {
          const json: unknown = JSON.parse(text);
          const strings = [...pathsOf(json)].map(([, leaf]) => leaf).filter((leaf) => typeof leaf === 'string');
          const leaves = [...leavesOf(shape, json)];
          const values = leaves.filter(({ path }) => !path.endsWith('~'));
          t.deepEqual(
            values.map((leaf) => leaf.text),
            strings,
          );
        }),
        { numRuns: propertyRuns(1_000) },
      );
    });
  });
}

const written = ({ path, kind, text }: TextLeaf): string => JSON.stringify([path, kind, text]);

test('a body that stayed text has the leaves of the parsed one, each at its place', (t) => {
  fc.assert(
    fc.property(jsonText, (text) => {
      const bytes = Buffer.from(`{"a":${text}}`);
      const object = scanJsonObject(bytes);
      if (object.kind === 'json_fault') return;
      const told = [...declaredLeaves(anyText, object)];
      const parsed = [...leavesOf(anyText, JSON.parse(bytes.toString()))];
      t.deepEqual(told.map(written).toSorted(), parsed.map(written).toSorted());
      for (const { text: said, span } of told) {
        if (span !== null) t.is(JSON.parse(bytes.toString('utf8', span.valueStart, span.valueEnd)), said);
      }
      t.is(new Set(told.map(({ span }) => span?.valueStart)).size, told.length);
    }),
    { numRuns: propertyRuns(1_000) },
  );
});
