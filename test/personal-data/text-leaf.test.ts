import test from 'ava';
import { scanJsonObject } from '../../src/wire/json-text.ts';
import { declaredLeaves, type TextLeaf } from '../../src/personal-data/text-leaf.ts';
import type { TextShape } from '../../src/personal-data/text-map.ts';
import { leavesOf } from '../_support/parsed-texts.ts';

const kinds = (leaves: Iterable<TextLeaf>): Readonly<Record<string, string>> =>
  Object.fromEntries([...leaves].map(({ path, kind }) => [path, kind]));

test('a path names members, elements, and elements by the value of a member', (t) => {
  const shape: TextShape = {
    'title|subtitle': 'text',
    'messages[].content': 'text',
    'messages[].content[type=text|input_text].text': 'text',
    'source{type=base64}.data': 'opaque',
    'messages[]{!role}.note': 'text',
    'messages[]{role=*}.note': 'vocabulary',
  };
  const json = {
    title: 'a',
    subtitle: 'b',
    messages: [
      { content: 'c', note: 'd' },
      {
        role: 'user',
        note: 'e',
        content: [
          { type: 'text', text: 'f' },
          { type: 'image', text: 'g' },
        ],
      },
    ],
    source: { type: 'base64', data: 'h' },
  };
  t.deepEqual(kinds(leavesOf(shape, json)), {
    title: 'text',
    subtitle: 'text',
    'messages[0].content': 'text',
    'messages[0].note': 'text',
    'messages[1].role': 'undeclared',
    'messages[1].note': 'vocabulary',
    'messages[1].content[0].type': 'undeclared',
    'messages[1].content[0].text': 'text',
    'messages[1].content[1].type': 'undeclared',
    'messages[1].content[1].text': 'undeclared',
    'source.type': 'undeclared',
    'source.data': 'opaque',
  });
});

test('names of members are leaves where the caller chooses them, and undeclared unless declared', (t) => {
  const shape: TextShape = { 'labels.*': 'text', 'labels.*~': 'text', 'silent.*': 'text', 'counts.*~': 'vocabulary' };
  const json = { labels: { ada: 'x' }, silent: { ada: 'y' }, counts: { ada: 1 } };
  t.deepEqual(kinds(leavesOf(shape, json)), {
    'labels.ada~': 'text',
    'labels.ada': 'text',
    'silent.ada~': 'undeclared',
    'silent.ada': 'text',
    'counts.ada~': 'vocabulary',
  });
});

test('a named member takes precedence over any member, and any member over any depth', (t) => {
  const shape: TextShape = {
    'state.**': 'text',
    'state.**~': 'text',
    'state.model': 'vocabulary',
    'state.deep.*': 'opaque',
  };
  const json = { state: { model: 'm', ada: { id: ['i'] }, deep: { a: 'x', b: { c: 'y' } } } };
  t.deepEqual(kinds(leavesOf(shape, json)), {
    'state.model': 'vocabulary',
    'state.ada~': 'text',
    'state.ada.id~': 'text',
    'state.ada.id[0]': 'text',
    'state.deep.a~': 'undeclared',
    'state.deep.a': 'opaque',
    'state.deep.b~': 'undeclared',
    'state.deep.b.c': 'undeclared',
  });
});

test('a condition takes precedence over none', (t) => {
  const shape: TextShape = { '[].name': 'text', '[role=tool].name': 'vocabulary' };
  const json = [{ name: 'a' }, { role: 'tool', name: 'b' }];
  t.deepEqual(kinds(leavesOf(shape, json)), { '[0].name': 'text', '[1].role': 'undeclared', '[1].name': 'vocabulary' });
});

test('a shape may contain itself', (t) => {
  const tree: TextShape = { label: 'text', 'children[]': () => tree };
  const json = { label: 'a', children: [{ label: 'b', children: [{ label: 'c', other: 'd' }] }] };
  t.deepEqual(kinds(leavesOf(tree, json)), {
    label: 'text',
    'children[0].label': 'text',
    'children[0].children[0].label': 'text',
    'children[0].children[0].other': 'undeclared',
  });
});

test('a member called __proto__ is a member like others', (t) => {
  t.deepEqual(kinds(leavesOf({ a: 'text' }, JSON.parse('{"__proto__":"b","a":"c"}'))), {
    ['__proto__']: 'undeclared',
    a: 'text',
  });
});

test('a malformed path is refused', (t) => {
  t.throws(() => [...leavesOf({ 'a[': 'text' }, {})], { message: /no path of a text map/ });
});

test('each string of an unparsed body is found with its span, quotes included', (t) => {
  const bytes = Buffer.from('{ "title" : "Gr\\u00fc\\u00dfe, Ada 🎂", "labels":{"ad\\u0061":["x"]}, "n":1e400 }');
  const object = scanJsonObject(bytes);
  if (object.kind === 'json_fault') throw new Error(object.fault);
  const leaves = [...declaredLeaves({ title: 'text', 'labels.*[]': 'opaque', 'labels.*~': 'text' }, object)];
  t.deepEqual(
    leaves.map(({ path, kind, text, span }) => [
      path,
      kind,
      text,
      span && bytes.toString('utf8', span.valueStart, span.valueEnd),
    ]),
    [
      ['title', 'text', 'Grüße, Ada 🎂', '"Gr\\u00fc\\u00dfe, Ada 🎂"'],
      ['labels.ada~', 'text', 'ada', '"ad\\u0061"'],
      ['labels.ada[0]', 'opaque', 'x', '"x"'],
    ],
  );
});
